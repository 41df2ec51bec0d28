import { z } from 'zod/v4';
import { type Database, SERVING_LOCK_WAIT_MS } from './database.ts';
import { UsageError } from '../errors.ts';
import { type Route, routes } from '../routes.ts';

/** An hour: longer than any client waits. */
const MAX_LATENCY_MS = 3_600_000;

const MAX_COUNT = 1_000_000_000;

/** Characters that Node.js accepts in a header; others would break the response. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const faultSchema = z
	.strictObject({
		/** Delay of the response in milliseconds. */
		latencyMs: z.int().min(0).max(MAX_LATENCY_MS).optional(),
		/** Error status of the response. */
		status: z.int().min(400).max(599).optional(),
		/** The Retry-After header of that error: seconds, a date, or any other text, sent as given. */
		retryAfter: z
			.union([z.string().regex(HEADER_VALUE), z.int().max(MAX_COUNT)], {
				error: 'give a whole number or a string without characters that are invalid in a header',
			})
			.optional(),
		/** Breaks the connection before the response, or in the middle of its body. */
		drop: z.enum(['beforeAnswer', 'insideBody']).optional(),
		/** Sends a web page or JSON that breaks off, with the status 200 unless there is one above. */
		body: z.enum(['html', 'brokenJson']).optional(),
		/** Share of the requests that are affected; all by default. */
		rate: z.number().min(0).max(1).optional(),
		/** Number of requests that pass first; 0 by default. */
		skip: z.int().min(0).max(MAX_COUNT).optional(),
		/** Number of requests that are affected; by default, all until the fault is cleared. */
		times: z.int().min(1).max(MAX_COUNT).optional(),
	})
	.refine(({ status, body, drop }) => drop === undefined || (status ?? body) === undefined, {
		message: 'give either a drop or a response',
	})
	.refine((fault) => fault.retryAfter === undefined || fault.status !== undefined, {
		message: 'retryAfter goes with a status',
	});

/** A fault of a route. */
export type Fault = z.input<typeof faultSchema>;

export type Faults = ReturnType<typeof createFaults>;

interface FaultRow {
	id: number;
	route: Route;
	document: string;
	skip: number;
	times: number | null;
}

/** Stores faults in the database, so that the command line can set them in a running service. */
export function createFaults(database: Database) {
	const select = database.prepare('SELECT * FROM faults WHERE route = ? ORDER BY id');
	const insert = database.prepare(
		'INSERT INTO faults (route, document, skip, times) VALUES (?, ?, ?, ?)',
	);
	const update = database.prepare('UPDATE faults SET skip = ?, times = ? WHERE id = ?');
	const remove = database.prepare('DELETE FROM faults WHERE id = ?');
	const clear = database.prepare('DELETE FROM faults WHERE route = ?');

	const read = (route: Route) => {
		const row = select.get(route) as FaultRow | undefined;
		return row && { ...row, fault: JSON.parse(row.document) as Fault };
	};
	const isAffected = ({ rate = 1 }: Fault) => Math.random() < rate;
	const countDown = (route: Route): Fault | undefined => {
		const found = read(route);
		if (found === undefined) return undefined;
		const { id, fault, skip, times } = found;
		if (skip > 0) {
			update.run(skip - 1, times, id);
			return undefined;
		}
		if (!isAffected(fault)) return undefined;
		if (times === 1) {
			remove.run(id);
		} else if (times !== null) {
			update.run(0, times - 1, id);
		}
		return fault;
	};
	const setAll = (route: Route, faults: Fault[]) => {
		const known = requireRoute(route);
		const rows = faults.map(parseFault);
		if (rows.slice(0, -1).some(({ times }) => times === undefined)) {
			throw new UsageError('A fault that others follow needs "times": it would never end.');
		}
		clear.run(known);
		for (const { skip = 0, times = null, ...rest } of rows) {
			insert.run(known, JSON.stringify(rest), skip, times);
		}
	};
	const faultOf = ({ document, skip, times }: FaultRow): Fault => ({
		...(JSON.parse(document) as Fault),
		...(skip === 0 ? {} : { skip }),
		...(times === null ? {} : { times }),
	});

	return {
		/**
		 * Sets the faults of a route, replacing the previous ones. Several follow each other: each but the
		 * last needs `times`, and the next one begins when it has ended.
		 *
		 * @throws {UsageError} if one is invalid
		 */
		set: (route: Route, fault: Fault | Fault[]) =>
			database.transaction(() => setAll(route, [fault].flat())),
		/** Adds a fault that begins when those of the route have ended. */
		add: (route: Route, fault: Fault) =>
			database.transaction(() => {
				const existing = select.all(route) as unknown as FaultRow[];
				setAll(route, [...existing.map(faultOf), fault]);
			}),
		/** Clears the faults of one route, or of all. */
		clear(route?: Route) {
			if (route === undefined) {
				database.execute('DELETE FROM faults');
			} else {
				clear.run(requireRoute(route));
			}
		},
		list: () => {
			const rows = database.prepare('SELECT * FROM faults ORDER BY route, id').all();
			return (rows as unknown as FaultRow[]).map((row) => ({
				route: row.route,
				fault: faultOf(row),
			}));
		},
		/** Called once for each request. @returns the fault that affects it, if any */
		async next(route: Route): Promise<Fault | undefined> {
			const found = read(route);
			if (found === undefined) return undefined;
			if (found.skip === 0 && found.times === null) {
				return isAffected(found.fault) ? found.fault : undefined;
			}
			// Counting down writes, so it reads the fault again when it has the write lock.
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
		throw new UsageError(`This fault is invalid. ${problems.join('; ')}`);
	}
	return result.data;
}
