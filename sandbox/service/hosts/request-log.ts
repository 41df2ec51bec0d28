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
export interface RequestLog {
	readonly token: RouteRequests;
	readonly introspect: RouteRequests;
	readonly contacts: RouteRequests;
	/** Starts counting from zero. */
	reset(): void;
}

export interface RequestRecorder extends RequestLog {
	add(route: Route, query: string): void;
}

export function createRequestLog(): RequestRecorder {
	let logs = new Map<Route, RouteLog>();
	const logOf = (route: Route) => {
		const log = logs.get(route) ?? { count: 0, queries: [], bytes: 0 };
		logs.set(route, log);
		return log;
	};
	const read = (route: Route): RouteRequests => {
		const { count, queries } = logOf(route);
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
		reset() {
			logs = new Map();
		},
		add(route, query) {
			const log = logOf(route);
			log.count += 1;
			log.queries.push(query);
			log.bytes += query.length + BYTES_PER_QUERY;
			if (log.bytes > MAX_QUERY_BYTES) {
				log.queries.splice(0, Math.ceil(log.queries.length / 2));
				log.bytes = log.queries.reduce((sum, kept) => sum + kept.length + BYTES_PER_QUERY, 0);
			}
		},
	};
}

interface RouteLog {
	count: number;
	queries: string[];
	bytes: number;
}
