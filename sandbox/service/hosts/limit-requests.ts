import type { FastifyRequest } from 'fastify';
import { HttpError } from '../errors.ts';
import { type Route, routeOf } from '../routes.ts';
import type { Settings } from '../settings.ts';
import type { HostApp } from './host-app.ts';

const WINDOW_MS = 1000;

/** Rejects requests for the route with 429 when they exceed the limits in the settings. */
export function limitRequests(app: HostApp, route: Route) {
	const admit = createLimiter();
	const releases = new WeakMap<FastifyRequest, () => void>();
	app.addHook('onRequest', async (request, reply) => {
		if (routeOf(request) !== route) return;
		const release = admit(request.settings);
		if (release === undefined) throw new HttpError('rate_limited');
		releases.set(request, release);
		// For requests without a response: the client disconnects, or a fault drops the connection.
		reply.raw.once('close', release);
	});
	// Before the client receives the response, so that its next request is not rejected.
	app.addHook('onSend', async (request) => releases.get(request)?.());
}

/**
 * @returns a function that admits a request unless a limit is reached, and returns what to call when the
 *   response is ready; further calls do nothing
 */
function createLimiter() {
	/** Times of the requests that were admitted in the last second, in ms. */
	let admitted: number[] = [];
	let pending = 0;

	return ({ requestsPerSecond, requestsAtATime }: Settings): (() => void) | undefined => {
		if (pending >= (requestsAtATime ?? Infinity)) return undefined;
		if (requestsPerSecond !== null) {
			const now = performance.now();
			admitted = admitted.filter((time) => now - time < WINDOW_MS);
			if (admitted.length >= requestsPerSecond) return undefined;
			admitted.push(now);
		}
		pending += 1;
		let isPending = true;
		return () => {
			pending -= isPending ? 1 : 0;
			isPending = false;
		};
	};
}
