/** What goes on while the date is the test's. */
const REAL_TIMERS = [
	'hrtime',
	'nextTick',
	'performance',
	'queueMicrotask',
	'setImmediate',
	'clearImmediate',
	'setTimeout',
	'clearTimeout',
] as const;

const REAL_INTERVALS = ['setInterval', 'clearInterval'] as const;

/** Sets the date, in ms since 1970, and nothing else. `jest.useRealTimers()` ends it. */
export function useFakeDate(now: number): void {
	jest.useFakeTimers({ now, doNotFake: [...REAL_TIMERS, ...REAL_INTERVALS] });
}

/** Sets the date, and lets intervals pass when the test says so, e.g. by a day. */
export function useFakeDays(now: number): void {
	jest.useFakeTimers({ now, doNotFake: [...REAL_TIMERS] });
}
