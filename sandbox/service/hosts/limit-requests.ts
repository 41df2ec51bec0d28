import type { FastifyRequest } from 'fastify';
import { HttpError } from '../errors.ts';
import type { Route } from '../routes.ts';
import type { HostApp } from './host-app.ts';
import type { RequestLimiter } from './request-limiter.ts';
import { routeOf } from './route-of.ts';

/** Rejects requests for the route with 429 when they exceed the limits in the settings. */
export function limitRequests(
	app: HostApp,
	route: Route,
	{ requestLimiter }: { requestLimiter: RequestLimiter },
) {
	const releases = new WeakMap<FastifyRequest, () => void>();
	app.addHook('onRequest', async (request, reply) => {
		if (routeOf(request) !== route) {
			return;
		}
		const release = requestLimiter.admit(request.settings);
		if (release === undefined) {
			throw new HttpError('rate_limited');
		}
		releases.set(request, release);
		// For requests without a response: the client disconnects, or a fault drops the connection.
		reply.raw.once('close', release);
	});
	// Before the client receives the response, so that its next request is not rejected.
	app.addHook('onSend', async (request) => releases.get(request)?.());
}
