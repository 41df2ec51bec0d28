import type { FastifyRequest } from 'fastify';

/** The operations that the contract names. */
export const routes = ['/token', '/introspect', '/v1/contacts'] as const;
export type Route = (typeof routes)[number];

/** @returns the operation that a request is for; `undefined` for anything else */
export function routeOf(request: FastifyRequest): Route | undefined {
	return routes.find((route) => route === request.routeOptions.url);
}
