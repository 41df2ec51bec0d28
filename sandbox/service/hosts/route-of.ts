import type { FastifyRequest } from 'fastify';
import { type Route, routes } from '../routes.ts';

const known: ReadonlySet<unknown> = new Set(Object.values(routes));

/** @returns the contract's route that a request matches, or `undefined` */
export function routeOf({ routeOptions: { url } }: FastifyRequest): Route | undefined {
	return known.has(url) ? (url as Route) : undefined;
}
