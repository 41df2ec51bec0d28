import { parse } from 'node:querystring';
import { type Route, routes } from '../routes.ts';

/** Size of the queries to keep for each route: enough for a test, bounded for a long run. */
const MAX_QUERY_BYTES = 1024 * 1024;

/** An empty query takes memory, too. */
const BYTES_PER_QUERY = 100;

interface RouteRequests {
	/** Requests received, including those that failed or were dropped by a fault. */
	readonly count: number;
	/** The query parameters of the latest requests, oldest first. */
	readonly queries: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

/** Requests that the service has received, for tests. Neither headers nor bodies are kept. */
export type RequestLog = ReturnType<typeof createRequestLog>;

export function createRequestLog() {
	const empty = () => ({ count: 0, queries: [] as string[], bytes: 0 });
	const logs = new Map<Route, ReturnType<typeof empty>>();
	const read = (route: Route): RouteRequests => {
		const { count, queries } = logs.get(route) ?? empty();
		return { count, queries: queries.map((query) => ({ ...parse(query) })) };
	};

	return {
		get token() {
			return read(routes.token);
		},
		get introspect() {
			return read(routes.introspect);
		},
		get contacts() {
			return read(routes.contacts);
		},
		/** Starts counting from zero. */
		reset: () => logs.clear(),
		add(route: Route, query: string) {
			const log = logs.get(route) ?? empty();
			logs.set(route, log);
			log.count += 1;
			log.queries.push(query);
			log.bytes += query.length + BYTES_PER_QUERY;
			while (log.bytes > MAX_QUERY_BYTES) {
				log.bytes -= log.queries.shift()!.length + BYTES_PER_QUERY;
			}
		},
	};
}
