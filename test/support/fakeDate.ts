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
	'setInterval',
	'clearInterval',
] as const;

/** Fakes only the date, in ms since 1970, until `jest.useRealTimers()`. */
export function useFakeDate(now: number): void {
	jest.useFakeTimers({ now, doNotFake: [...REAL_TIMERS] });
}
