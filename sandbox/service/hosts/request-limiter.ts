import type { Settings } from '../settings.ts';

const WINDOW_MS = 1000;

export interface RequestLimiter {
	/**
	 * Admits a request unless a limit is reached.
	 *
	 * @returns a function to call when the response is ready (further calls do nothing), or `undefined`
	 *   if the request is not admitted
	 */
	admit(limits: Pick<Settings, 'requestsPerSecond' | 'requestsAtATime'>): (() => void) | undefined;
}

/** Limits the requests for one route, over all clients. Its counts survive changes of settings. */
export function createRequestLimiter(now: () => number = () => performance.now()): RequestLimiter {
	/** Times of the latest admitted requests, in ms: a ring buffer whose oldest entry is at `next`. */
	let admitted: number[] = [];
	let next = 0;
	let pending = 0;

	const isRateExceeded = (requestsPerSecond: number) => {
		if (admitted.length !== requestsPerSecond) {
			admitted = Array.from({ length: requestsPerSecond }, () => -Infinity);
			next = 0;
		}
		return now() - admitted[next]! < WINDOW_MS;
	};

	return {
		admit({ requestsPerSecond, requestsAtATime }) {
			if (requestsAtATime !== null && pending >= requestsAtATime) {
				return undefined;
			}
			if (requestsPerSecond !== null) {
				if (isRateExceeded(requestsPerSecond)) {
					return undefined;
				}
				admitted[next] = now();
				next = (next + 1) % requestsPerSecond;
			}
			pending += 1;
			let isPending = true;
			return () => {
				pending -= isPending ? 1 : 0;
				isPending = false;
			};
		},
	};
}
