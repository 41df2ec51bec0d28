import type { FastifyRequest } from 'fastify';
import { HttpError } from '../errors.ts';
import type { Route } from '../routes.ts';
import type { Settings } from '../settings.ts';
import type { HostApp } from './host-app.ts';
import type { RequestLimiter } from './request-limiter.ts';
import { routeOf } from './route-of.ts';

/** Answers requests for the route with 429 when there are more than the settings allow. */
export function limitRequests(
	app: HostApp,
	route: Route,
	{ settings, requestLimiter }: { settings: Settings; requestLimiter: RequestLimiter },
) {
	const releases = new WeakMap<FastifyRequest, () => void>();
	app.addHook('onRequest', async (request, reply) => {
		if (routeOf(request) !== route) {
			return;
		}
		const release = requestLimiter.admit(settings);
		if (release === undefined) {
			throw new HttpError('rate_limited');
		}
		releases.set(request, release);
		// Covers requests without an answer: the client is gone, or a fault drops the connection.
		reply.raw.once('close', release);
	});
	// Released before the client gets the answer, so that its next request is not refused.
	app.addHook('onSend', async (request) => releases.get(request)?.());
}
