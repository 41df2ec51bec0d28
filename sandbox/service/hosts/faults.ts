import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout } from 'node:timers/promises';
import { HttpError } from '../errors.ts';
import { type Route, routeOf } from '../routes.ts';

/** What goes wrong with requests for a route. */
export interface Fault {
	/** Delay of the response in milliseconds. */
	latencyMs?: number;
	/** Error status of the response. */
	status?: number;
	/** The Retry-After header of that error. */
	retryAfter?: string | number;
	/** Breaks the connection instead of responding. */
	drop?: boolean;
	/** Number of requests that pass first; 0 by default. */
	skip?: number;
	/** Number of requests that are affected; by default, all until the faults are cleared. */
	times?: number;
}

export type Faults = ReturnType<typeof createFaults>;

/** Faults that a test has set, in memory. */
export function createFaults() {
	const faults = new Map<Route, Fault[]>();
	return {
		/** Sets the faults of a route, replacing the previous ones. Each begins when the one before has ended. */
		set: (route: Route, fault: Fault | Fault[]) =>
			void faults.set(
				route,
				[fault].flat().map((one) => ({ ...one })),
			),
		clear: () => faults.clear(),
		/** Called once for each request. @returns the fault that affects it, if any */
		next(route: Route): Fault | undefined {
			const [fault, ...later] = faults.get(route) ?? [];
			if (fault?.skip) {
				fault.skip -= 1;
				return undefined;
			}
			if (fault?.times !== undefined && (fault.times -= 1) === 0) faults.set(route, later);
			return fault;
		},
	};
}

/** A hook that makes requests go wrong as the faults of their routes say. */
export function injectFaults(faults: Faults) {
	return async (request: FastifyRequest, reply: FastifyReply) => {
		const route = routeOf(request);
		const { latencyMs, status, retryAfter, drop } = (route && faults.next(route)) ?? {};
		if (latencyMs !== undefined) await setTimeout(latencyMs, undefined, { ref: false });
		if (drop) request.raw.socket.destroy();
		if (request.raw.socket.destroyed) {
			reply.hijack();
			return;
		}
		if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
		if (status !== undefined) throw new HttpError('injected_fault', { statusCode: status });
	};
}
