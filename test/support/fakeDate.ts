/** Not faked, so that servers and timeouts keep working. */
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

/** Fakes only the date, in ms since 1970, until `jest.useRealTimers()`. */
export function useFakeDate(now: number): void {
	jest.useFakeTimers({ now, doNotFake: [...REAL_TIMERS, ...REAL_INTERVALS] });
}

/** Fakes the date and intervals, so that a test can let days pass. */
export function useFakeDays(now: number): void {
	jest.useFakeTimers({ now, doNotFake: [...REAL_TIMERS] });
}
