import { HttpError } from '../errors.ts';
import type { Route } from '../routes.ts';

/** An error status in place of a route's responses. */
interface Fault {
	status: number;
	/** Number of requests that pass first; 0 by default. */
	skip?: number;
	/** Number of requests that are affected; by default, all until the fault is replaced. */
	times?: number;
}

export type Faults = ReturnType<typeof createFaults>;

/** Faults that a test has set, in memory. */
export function createFaults() {
	const faults = new Map<Route, Required<Fault>>();
	return {
		/** Sets the fault of a route, replacing the previous one. */
		set: (route: Route, { status, skip = 0, times = Infinity }: Fault) =>
			void faults.set(route, { status, skip, times }),
		/** Called once for each request. @throws {HttpError} if the fault of its route affects it */
		inject(route: Route) {
			const fault = faults.get(route);
			if (fault === undefined) return;
			if (fault.skip > 0) {
				fault.skip -= 1;
			} else if (fault.times > 0) {
				fault.times -= 1;
				throw new HttpError('injected_fault', { statusCode: fault.status });
			}
		},
	};
}
