import { type Route, routes } from '../routes.ts';

/** The number of queries of a route that are kept: enough for a test, and bounded for a long run. */
const MAX_QUERIES = 1_000;

type Query = Readonly<Record<string, unknown>>;

/** Requests that the service has received, for tests. Neither headers nor bodies are kept. */
export type RequestLog = ReturnType<typeof createRequestLog>;

export function createRequestLog() {
	const empty = () => ({
		/** Requests received, including those that failed or were dropped by a fault. */
		count: 0,
		/** The query parameters of the latest requests, oldest first. */
		queries: [] as Query[],
	});
	const log = {
		token: empty(),
		introspect: empty(),
		contacts: empty(),
		/** Starts counting from zero. */
		reset: () =>
			void Object.assign(log, { token: empty(), introspect: empty(), contacts: empty() }),
		add(route: Route, query: Query) {
			const names = Object.keys(routes) as Array<keyof typeof routes>;
			const entry = log[names.find((name) => routes[name] === route)!];
			entry.count += 1;
			entry.queries = [...entry.queries, { ...query }].slice(-MAX_QUERIES);
		},
	};
	return log;
}
