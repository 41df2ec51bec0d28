import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

import fc from 'fast-check';

import { systemClock } from '../../../credentials/contactsApi/http/clock';
import { runContacts } from '../../support/engine';
import { type Answer, respond } from '../../support/rawServer';
import { runs } from '../../support/runs';
import { json, stubApi } from './stubApi';

// Shorten the pauses, but let some time pass.
const { sleep } = systemClock;
beforeEach(() => {
	jest
		.spyOn(systemClock, 'sleep')
		.mockImplementation(async (ms, signal) => await sleep(Math.min(ms, 1), signal));
});

const stub = stubApi();

const STATUSES = [400, 401, 403, 404, 429, 500, 503];
const FAULTS: Record<string, Answer> = {
	...Object.fromEntries(STATUSES.map((status) => [status, respond(status, '')])),
	'429 now': respond(429, '', { 'Retry-After': '0' }),
	'503 now': respond(503, '', { 'Retry-After': '0' }),
	reset: (socket) => socket.destroy(),
	'broken off': respond(200, '[', { 'Content-Length': '99' }),
	'no JSON': respond(200, '<html>'),
};
const PASSING = ['429', '429 now', '503', '503 now', '500', 'reset', 'broken off'];
const LASTING = ['400', '403', '404', '429', '503 now', '500', 'reset', 'no JSON'];

/** Mostly the value; one time in `weight` something else. */
const mostly = <T>(value: T, weight: number, other: fc.Arbitrary<T>) =>
	fc.oneof({ weight, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });

const pagePlan = fc.record({
	/** Faults before the page itself; two pass, so that no page runs out of attempts. */
	passing: mostly<string[]>([], 3, fc.array(fc.constantFrom(...PASSING), { maxLength: 2 })),
	/** The fault of every attempt. */
	lasting: mostly<string | undefined>(undefined, 40, fc.constantFrom(...LASTING)),
	/** How many contacts moved to an earlier page (negative: to a later one) while the list was read. */
	moved: mostly(0, 40, fc.constantFrom(-1, 1)),
	delayMs: fc.integer({ min: 0, max: 3 }),
});

const itemPlan = fc.record({
	contacts: fc.integer({ min: 0, max: 16 }),
	pageSize: fc.integer({ min: 2, max: 5 }),
	/** Undefined to return all. */
	limit: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
	/** The last one also applies to later pages. */
	pages: fc.array(pagePlan, { minLength: 1, maxLength: 10 }),
});

const plan = fc.record({
	style: fc.constantFrom('page', 'offset', 'cursor'),
	items: fc.array(itemPlan, { minLength: 1, maxLength: 5 }),
	concurrency: fc.integer({ min: 2, max: 20 }),
	continues: fc.boolean(),
	/** The number of the request that is answered with 401, from 0. */
	rejected: fc.option(fc.nat({ max: 20 })),
});

type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

function pageOf(query: URLSearchParams, pageSize: number): number {
	if (query.has('page')) return Number(query.get('page')) - 1;
	if (query.has('offset')) return Number(query.get('offset')) / pageSize;
	return Number(query.get('cursor')?.slice('after-'.length) ?? 0);
}

function bodyOf({ style, items }: Plan, item: number, page: number, moved: number): object {
	const { contacts: total, pageSize } = items[item]!;
	const offset = page * pageSize;
	const start = page > 0 ? offset - moved : 0;
	const ids = Array.from({ length: total }, (_, id) => id).slice(start, start + pageSize);
	const contacts = ids.map((id) => ({ id: `${item}-${id}`, page }));
	const totalPages = Math.ceil(total / pageSize);
	if (style === 'page') return { contacts, page: page + 1, totalPages, total };
	if (style === 'offset') return { contacts, offset, total };
	return { contacts, nextCursor: page + 1 < totalPages ? `after-${page + 1}` : null };
}

/** How the service answers each execution, whose number is the first part of the path. */
const executions: Array<(query: URLSearchParams, socket: Socket) => Promise<Answer>> = [];

beforeAll(() =>
	stub.answerWith((socket, n) => {
		const { pathname, searchParams } = new URL(stub.api.requests[n]!.split(' ')[1]!, stub.api.url);
		const answering = executions[Number(pathname.split('/')[1])]!(searchParams, socket);
		void answering.then((answer) => answer(socket, n));
	}),
);

/** Runs a plan in n8n's engine. */
async function run(planned: Plan, concurrency: number) {
	let [requests, inFlight, mostInFlight, wasAborted] = [0, 0, 0, false];
	const tries = new Map<string, number>();
	const length = executions.push(async (query, socket) => {
		// The page size tells which item it is.
		const item = Number(query.get('pageSize')) - 1_000;
		const { pages, pageSize } = planned.items[item]!;
		// Some guesses of the next page fail.
		const page = Math.max(0, Math.floor(pageOf(query, pageSize)) || 0);
		const { passing, lasting, moved, delayMs } = pages[Math.min(page, pages.length - 1)]!;
		const count = tries.get(`${item} ${page}`) ?? 0;
		tries.set(`${item} ${page}`, count + 1);
		const fault = requests++ === planned.rejected ? '401' : (lasting ?? passing[count]);
		mostInFlight = Math.max(mostInFlight, ++inFlight);
		await setTimeout(delayMs);
		inFlight--;
		wasAborted ||= socket.destroyed;
		return fault ? FAULTS[fault]! : json(bodyOf(planned, item, page, moved));
	});
	const credentials = stub.credentials();
	const { outputs, error } = await runContacts({
		credentials: { ...credentials, baseUrl: `${stub.api.url}/${length - 1}` },
		items: planned.items.map(({ limit }, item) => ({ limit: limit ?? '', size: 1_000 + item })),
		parameters: {
			returnAll: true,
			pageSize: '={{ $json.size }}',
			options: { concurrency, limit: '={{ $json.limit }}' },
		},
		onError: planned.continues ? 'continueRegularOutput' : undefined,
	});
	const outcome = {
		items: outputs[0]?.map(({ json, pairedItem }) => ({ json, pairedItem })),
		error: error && [error.message, error.description, error.context!.itemIndex],
	};
	const isOfClient = (request: string) => request.includes(`"${credentials.clientId}"`);
	return {
		// Which list asks the service first, and so how the others are read, depends on the concurrency.
		outcome: JSON.stringify(outcome, (key, value) => (key === 'trace' ? undefined : value)),
		exchanges: stub.auth.requests.filter(isOfClient).length,
		// The node may send another request before the service notices that one was aborted.
		mostInFlight: wasAborted ? 0 : mostInFlight,
	};
}

it('Concurrent requests return the same items in the same order, or the same error, as one request at a time', async () => {
	let mostInFlight = 0;
	const check = async (planned: Plan) => {
		const [one, many] = await Promise.all([run(planned, 1), run(planned, planned.concurrency)]);
		expect(many.outcome).toBe(one.outcome);
		expect(many.exchanges).toBeLessThanOrEqual(planned.rejected === null ? 1 : 2);
		expect(many.mostInFlight).toBeLessThanOrEqual(planned.concurrency);
		mostInFlight = Math.max(mostInFlight, many.mostInFlight);
	};
	// Several at a time, because they mostly wait.
	const plans = fc.array(plan, { minLength: 5, maxLength: 5 });
	await fc.assert(
		fc.asyncProperty(plans, async (planned) => void (await Promise.all(planned.map(check)))),
		runs(100),
	);
	// Without concurrency and read-ahead, the property would hold trivially.
	expect(mostInFlight).toBeGreaterThan(3);
});
