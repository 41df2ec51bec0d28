import type { FastifyRequest } from 'fastify';

/** Paths of the operations that the contract names. */
export const routes = {
	token: '/token',
	introspect: '/introspect',
	contacts: '/v1/contacts',
} as const;

export type Route = (typeof routes)[keyof typeof routes];

/** @returns the contract's route that a request matches, or `undefined` */
export function routeOf({ routeOptions }: FastifyRequest): Route | undefined {
	return Object.values(routes).find((route) => route === routeOptions.url);
}
