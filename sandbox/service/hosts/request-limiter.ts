import type { Settings } from '../settings.ts';

const WINDOW_MS = 1000;

export type RequestLimiter = ReturnType<typeof createRequestLimiter>;

/** Limits the requests for one route, over all clients of this process. */
export function createRequestLimiter(now: () => number = () => performance.now()) {
	/** Times of the requests that were admitted in the last second, in ms. */
	let admitted: number[] = [];
	let pending = 0;

	return {
		/**
		 * Admits a request unless a limit is reached.
		 *
		 * @returns a function to call when the response is ready (further calls do nothing), or
		 *   `undefined` if the request is not admitted
		 */
		admit({
			requestsPerSecond,
			requestsAtATime,
		}: Pick<Settings, 'requestsPerSecond' | 'requestsAtATime'>): (() => void) | undefined {
			if (pending >= (requestsAtATime ?? Infinity)) {
				return undefined;
			}
			if (requestsPerSecond !== null) {
				const at = now();
				admitted = admitted.filter((time) => at - time < WINDOW_MS);
				if (admitted.length >= requestsPerSecond) {
					return undefined;
				}
				admitted.push(at);
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
