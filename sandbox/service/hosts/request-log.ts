import { type Route, routes } from '../routes.ts';

/** Number of queries to keep for each route: enough for a test, bounded for a long run. */
const MAX_QUERIES = 10_000;

interface RouteRequests {
	/** Requests received, including those that failed or were dropped by a fault. */
	readonly count: number;
	/** The query parameters of the latest requests, oldest first. */
	readonly queries: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

/** Requests that the service has received, for tests. Neither headers nor bodies are kept. */
export interface RequestLog {
	readonly token: RouteRequests;
	readonly introspect: RouteRequests;
	readonly contacts: RouteRequests;
	/** Starts counting from zero. */
	reset(): void;
}

export interface RequestRecorder extends RequestLog {
	add(route: Route, query: unknown): void;
}

export function createRequestLog(): RequestRecorder {
	const empty = (): Record<Route, { count: number; queries: Array<Record<string, unknown>> }> => ({
		[routes.token]: { count: 0, queries: [] },
		[routes.introspect]: { count: 0, queries: [] },
		[routes.contacts]: { count: 0, queries: [] },
	});
	let requests = empty();

	return {
		get token() {
			return requests[routes.token];
		},
		get introspect() {
			return requests[routes.introspect];
		},
		get contacts() {
			return requests[routes.contacts];
		},
		reset() {
			requests = empty();
		},
		add(route, query) {
			const log = requests[route];
			log.count += 1;
			log.queries.push({ ...(query as Record<string, unknown>) });
			if (log.queries.length > MAX_QUERIES) {
				log.queries.splice(0, MAX_QUERIES / 2);
			}
		},
	};
}
