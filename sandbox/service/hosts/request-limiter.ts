import type { Settings } from '../settings.ts';

const WINDOW_MS = 1000;

export interface RequestLimiter {
	/**
	 * Asks for a request to be let in.
	 *
	 * @returns what to call when it has been answered, any number of times; `undefined` when the
	 *   limits of the settings are reached
	 */
	admit(limits: Pick<Settings, 'requestsPerSecond' | 'requestsAtATime'>): (() => void) | undefined;
}

/** Counts the requests of one route, over all clients. It outlives changes of the settings. */
export function createRequestLimiter(now: () => number = () => performance.now()): RequestLimiter {
	/** When the latest requests were let in, in a ring: the oldest is where the next one goes. */
	let admitted: number[] = [];
	let next = 0;
	let underWay = 0;

	const isTooSoon = (requestsPerSecond: number) => {
		if (admitted.length !== requestsPerSecond) {
			admitted = Array.from({ length: requestsPerSecond }, () => -Infinity);
			next = 0;
		}
		return now() - admitted[next]! < WINDOW_MS;
	};

	return {
		admit({ requestsPerSecond, requestsAtATime }) {
			if (requestsAtATime !== null && underWay >= requestsAtATime) {
				return undefined;
			}
			if (requestsPerSecond !== null) {
				if (isTooSoon(requestsPerSecond)) {
					return undefined;
				}
				admitted[next] = now();
				next = (next + 1) % requestsPerSecond;
			}
			underWay += 1;
			let isUnderWay = true;
			return () => {
				underWay -= isUnderWay ? 1 : 0;
				isUnderWay = false;
			};
		},
	};
}
