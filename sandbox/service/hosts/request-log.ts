import { type Route, routes } from '../routes.ts';

/** Enough for a test, and bounded for a long run. */
const MAX_QUERIES = 10_000;

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
	const logs = { token: empty(), introspect: empty(), contacts: empty() };
	return {
		...logs,
		/** Starts counting from zero. */
		reset: () => Object.values(logs).forEach((log) => Object.assign(log, empty())),
		add(route: Route, query: Query) {
			const names = Object.keys(logs) as Array<keyof typeof logs>;
			const log = logs[names.find((name) => routes[name] === route)!];
			log.count += 1;
			log.queries.push({ ...query });
			if (log.queries.length > MAX_QUERIES) log.queries.shift();
		},
	};
}
