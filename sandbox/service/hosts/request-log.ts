import { type Route, routes } from '../routes.ts';

/** Enough for a test, and bounded for a long run; a query can have thousands of parameters. */
const MAX_QUERIES = 10_000;
const MAX_CHARACTERS = 1_000_000;

type Query = Readonly<Record<string, unknown>>;

/** Requests that the service has received, for tests. Neither headers nor bodies are kept. */
export type RequestLog = ReturnType<typeof createRequestLog>;

export function createRequestLog() {
	const logs = { token: createLog(), introspect: createLog(), contacts: createLog() };
	return {
		...logs,
		/** Starts counting from zero. */
		reset: () => Object.values(logs).forEach((log) => log.reset()),
		add(route: Route, query: Query) {
			const names = Object.keys(logs) as Array<keyof typeof logs>;
			logs[names.find((name) => routes[name] === route)!].add(query);
		},
	};
}

function createLog() {
	const lengths: number[] = [];
	let characters = 0;
	const log = {
		/** Requests received, including those that failed or were dropped by a fault. */
		count: 0,
		/** The query parameters of the latest requests, oldest first. */
		queries: [] as Query[],
		add(query: Query) {
			log.count += 1;
			log.queries.push({ ...query });
			lengths.push(JSON.stringify(query).length);
			characters += lengths.at(-1)!;
			while (lengths.length > MAX_QUERIES || characters > MAX_CHARACTERS) {
				log.queries.shift();
				characters -= lengths.shift()!;
			}
		},
		reset() {
			log.count = 0;
			log.queries = [];
			lengths.length = 0;
			characters = 0;
		},
	};
	return log;
}
