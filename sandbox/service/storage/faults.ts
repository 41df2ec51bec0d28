import { z } from 'zod/v4';
import { type Database, SERVING_LOCK_WAIT_MS } from './database.ts';
import { UsageError } from '../errors.ts';
import { type Route, routes } from '../routes.ts';

/** An hour: longer than any client waits. */
const MAX_LATENCY_MS = 3_600_000;

const MAX_COUNT = 1_000_000_000;

/** What Node.js sends as a header; anything else would break the answer. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const faultSchema = z
	.strictObject({
		latencyMs: z.int().min(0).max(MAX_LATENCY_MS).optional(),
		status: z.int().min(400).max(599).optional(),
		retryAfter: z
			.union([z.string().regex(HEADER_VALUE), z.int().max(MAX_COUNT)], {
				error: 'give a whole number or text, without characters that no header may have',
			})
			.optional(),
		drop: z.enum(['beforeAnswer', 'insideBody']).optional(),
		rate: z.number().min(0).max(1).optional(),
		skip: z.int().min(0).max(MAX_COUNT).optional(),
		times: z.int().min(1).max(MAX_COUNT).optional(),
	})
	.refine((fault) => fault.status === undefined || fault.drop === undefined, {
		message: 'give either a status or a drop',
	})
	.refine((fault) => fault.retryAfter === undefined || fault.status !== undefined, {
		message: 'retryAfter goes with a status',
	});

/** What goes wrong at a route. */
export interface Fault {
	/** The answer comes this many milliseconds later. */
	latencyMs?: number;
	/** The answer is this error (400 to 599). */
	status?: number;
	/** The Retry-After header of that error: seconds, a date, or any other text, sent as given. */
	retryAfter?: string | number;
	/** The connection breaks before the answer, or in the middle of its body. */
	drop?: 'beforeAnswer' | 'insideBody';
	/** The share of requests that it happens to, 0 to 1. Default 1. */
	rate?: number;
	/** This many requests pass first. Default 0. */
	skip?: number;
	/** It happens to this many requests and is then over. Default: until it is cleared. */
	times?: number;
}

export interface Faults {
	/** Sets the fault of a route in place of the one before. @throws {OperatorError} on bad input */
	set(route: Route, fault: Fault): void;
	/** Ends the fault of one route, or of all. */
	clear(route?: Route): void;
	list(): Array<{ route: Route; fault: Fault }>;
	/** Called once for each request. @returns the fault that happens to this one */
	next(route: Route): Promise<Fault | undefined>;
}

/** Faults are kept in the database, so that the command line can set them in a running service. */
export function createFaults(database: Database): Faults {
	const select = database.prepare('SELECT document, skip, times FROM faults WHERE route = ?');
	const update = database.prepare('UPDATE faults SET skip = ?, times = ? WHERE route = ?');
	const remove = database.prepare('DELETE FROM faults WHERE route = ?');

	const read = (route: Route) => {
		const row = select.get(route) as
			{ document: string; skip: number; times: number | null } | undefined;
		return row && { ...row, fault: JSON.parse(row.document) as Fault };
	};
	const happens = ({ rate = 1 }: Fault) => Math.random() < rate;
	const countDown = (route: Route): Fault | undefined => {
		const found = read(route);
		if (found === undefined) {
			return undefined;
		}
		const { fault, skip, times } = found;
		if (skip > 0) {
			update.run(skip - 1, times, route);
			return undefined;
		}
		if (!happens(fault)) {
			return undefined;
		}
		if (times === 1) {
			remove.run(route);
		} else if (times !== null) {
			update.run(0, times - 1, route);
		}
		return fault;
	};

	return {
		set(route, fault) {
			const known = requireRoute(route);
			const { skip = 0, times = null, ...rest } = parseFault(fault);
			database
				.prepare('INSERT OR REPLACE INTO faults (route, document, skip, times) VALUES (?, ?, ?, ?)')
				.run(known, JSON.stringify(rest), skip, times);
		},
		clear(route) {
			if (route === undefined) {
				database.execute('DELETE FROM faults');
			} else {
				remove.run(requireRoute(route));
			}
		},
		list: () =>
			database
				.prepare('SELECT * FROM faults ORDER BY route')
				.all()
				.map(({ route, document, skip, times }) => ({
					route: route as Route,
					fault: {
						...(JSON.parse(document as string) as Fault),
						...(skip === 0 ? {} : { skip: skip as number }),
						...(times === null ? {} : { times: times as number }),
					},
				})),
		async next(route) {
			const found = read(route);
			if (found === undefined) {
				return undefined;
			}
			if (found.skip === 0 && found.times === null) {
				return happens(found.fault) ? found.fault : undefined;
			}
			// Counting writes, so it needs the write lock, and a fresh look when it has it.
			return database.transactionWhenFree(() => countDown(route), SERVING_LOCK_WAIT_MS);
		},
	};
}

function requireRoute(route: string): Route {
	const known = Object.values(routes).find((candidate) => candidate === route);
	if (known === undefined) {
		throw new UsageError(`There is no route ${route}. Give ${Object.values(routes).join(', ')}.`);
	}
	return known;
}

function parseFault(fault: Fault) {
	const result = faultSchema.safeParse(fault);
	if (!result.success) {
		const problems = result.error.issues.map((issue) =>
			[issue.path.join('.'), issue.message].filter(Boolean).join(': '),
		);
		throw new UsageError(`This fault does not fit. ${problems.join('; ')}`);
	}
	return result.data;
}
