import type { Settings } from '../settings.ts';

const WINDOW_MS = 1000;

export interface RequestLimiter {
	/**
	 * Admits a request unless a limit is reached.
	 *
	 * @returns a function to call when the request has been answered (more calls do nothing), or
	 *   `undefined` when the request is not admitted
	 */
	admit(limits: Pick<Settings, 'requestsPerSecond' | 'requestsAtATime'>): (() => void) | undefined;
}

/** Counts the requests of one route, over all clients. Its counts survive changes of settings. */
export function createRequestLimiter(now: () => number = () => performance.now()): RequestLimiter {
	/** Times of the latest admitted requests, in ms; a ring buffer in which `next` is the oldest. */
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
