import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import fc from 'fast-check';
import { sleep } from 'n8n-workflow';

import { CREDENTIALS } from '../../support/credentials';
import { runContacts } from '../../support/engine';
import { tokenBody } from '../../support/rawServer';
import { runs } from '../../support/runs';

jest.mock('n8n-workflow', () => {
	const actual = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	return { ...actual, sleep: jest.fn(actual.sleep) };
});

const { sleep: wait } = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');

beforeEach(() => {
	// Shorten the pauses, but let some time pass.
	jest.mocked(sleep).mockImplementation(async (ms, signal) => await wait(Math.min(ms, 1), signal));
});

/** Faults of the first attempts; a later one succeeds. */
const PASSING_FAULTS = ['429', '429 now', '503', '503 now', '500', 'reset', 'broken off'] as const;

/** Faults of every attempt. */
const LASTING_FAULTS = ['400', '403', '404', '429', '503 now', '500', 'reset', 'no JSON'] as const;

type Fault = (typeof PASSING_FAULTS)[number] | (typeof LASTING_FAULTS)[number] | '401';

interface PagePlan {
	/** Faults before the page itself; two at most, so that no page runs out of attempts. */
	passing: ReadonlyArray<(typeof PASSING_FAULTS)[number]>;
	lasting?: (typeof LASTING_FAULTS)[number];
	/** How many contacts moved to an earlier page (negative: to a later one) while the list was read. */
	moved: number;
	delayMs: number;
}

interface ItemPlan {
	contacts: number;
	pageSize: number;
	/** Undefined to return all. */
	limit?: number;
	/** By page; the last one also applies to later pages. */
	pages: PagePlan[];
}

interface Plan {
	style: 'page' | 'offset' | 'cursor';
	mode: 'automatic' | 'byHand';
	items: ItemPlan[];
	concurrency: number;
	continues: boolean;
	/** The request that is answered with 401. */
	rejected?: { item: number; page: number };
}

const pagePlan: fc.Arbitrary<PagePlan> = fc.record({
	passing: fc.oneof(
		{ weight: 3, arbitrary: fc.constant<PagePlan['passing']>([]) },
		{ weight: 1, arbitrary: fc.array(fc.constantFrom(...PASSING_FAULTS), { maxLength: 2 }) },
	),
	lasting: fc.oneof(
		{ weight: 40, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: fc.constantFrom(...LASTING_FAULTS) },
	),
	moved: fc.oneof(
		{ weight: 40, arbitrary: fc.constant(0) },
		{ weight: 1, arbitrary: fc.constantFrom(-1, 1) },
	),
	delayMs: fc.integer({ min: 0, max: 3 }),
});

const itemPlan: fc.Arbitrary<ItemPlan> = fc.record({
	contacts: fc.integer({ min: 0, max: 16 }),
	pageSize: fc.integer({ min: 2, max: 5 }),
	limit: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
	pages: fc.array(pagePlan, { minLength: 1, maxLength: 10 }),
});

const plan: fc.Arbitrary<Plan> = fc.record({
	style: fc.constantFrom('page', 'offset', 'cursor'),
	mode: fc.constantFrom('automatic', 'byHand'),
	items: fc.array(itemPlan, { minLength: 1, maxLength: 5 }),
	concurrency: fc.integer({ min: 2, max: 20 }),
	continues: fc.boolean(),
	rejected: fc.option(
		fc.record({ item: fc.integer({ min: 0, max: 4 }), page: fc.integer({ min: 0, max: 3 }) }),
		{ nil: undefined },
	),
});

/** An execution of a plan, as the service sees it. */
interface Execution {
	plan: Plan;
	/** How often each page of each item was requested. */
	tries: Map<string, number>;
	wasRejected: boolean;
	/** Requests in the order of arrival and of answers, by number. */
	events: Array<{ request: number; inFlight: 1 | -1 }>;
	requests: number;
	/** Requests that the node aborted before they were answered; it may have sent others since. */
	aborted: Set<number>;
	exchanges: number;
}

const executions: Execution[] = [];

const server = createServer((request, response) => {
	const [, number, ...path] = request.url!.split('/');
	const execution = executions[Number(number)]!;
	if (path[0] === 'token') {
		execution.exchanges++;
		response.end(tokenBody(`token-${number}-${execution.exchanges}`));
	} else {
		answer(execution, request, response);
	}
});
let origin: string;
beforeAll(async () => {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

/** Answers the request for a page after its delay. */
function answer(execution: Execution, request: IncomingMessage, response: ServerResponse): void {
	const { searchParams } = new URL(request.url!, origin);
	// The page size tells which item it is: see `run`.
	const item = Number(searchParams.get('pageSize')) - 1_000;
	const { pages, pageSize } = execution.plan.items[item]!;
	// Some guesses of the next page fail.
	const page = Math.max(0, Math.floor(pageOf(searchParams, pageSize)) || 0);
	const pagePlanned = pages[Math.min(page, pages.length - 1)]!;

	const id = execution.requests++;
	execution.events.push({ request: id, inFlight: 1 });
	let isAnswered = false;
	response.on('close', () => {
		if (!isAnswered) execution.aborted.add(id);
	});
	const fault = faultOf(execution, item, page, pagePlanned);
	setTimeout(() => {
		if (response.destroyed) return;
		isAnswered = true;
		execution.events.push({ request: id, inFlight: -1 });
		if (fault) fail(response, fault);
		else succeed(response, bodyOf(execution.plan, item, page, pagePlanned));
	}, pagePlanned.delayMs);
}

function pageOf(query: URLSearchParams, pageSize: number): number {
	if (query.has('page')) return Number(query.get('page')) - 1;
	if (query.has('offset')) return Number(query.get('offset')) / pageSize;
	return Number(query.get('cursor')?.slice('after-'.length) ?? 0);
}

function faultOf(
	execution: Execution,
	item: number,
	page: number,
	{ passing, lasting }: PagePlan,
): Fault | undefined {
	const { rejected } = execution.plan;
	if (rejected?.item === item && rejected.page === page && !execution.wasRejected) {
		execution.wasRejected = true;
		return '401';
	}
	const key = `${item}/${page}`;
	const tries = execution.tries.get(key) ?? 0;
	execution.tries.set(key, tries + 1);
	return lasting ?? passing[tries];
}

function fail(response: ServerResponse, fault: Fault): void {
	if (fault === 'reset') response.destroy();
	else if (fault === 'broken off') {
		response.writeHead(200, { 'Content-Length': 99 });
		response.write('[', () => response.destroy());
	} else if (fault === 'no JSON') {
		response.end('<html>');
	} else {
		const [status, now] = fault.split(' ');
		response.writeHead(Number(status), now ? { 'Retry-After': '0' } : {}).end();
	}
}

function succeed(response: ServerResponse, body: object): void {
	response.setHeader('Content-Type', 'application/json');
	response.end(JSON.stringify(body));
}

function bodyOf({ style, items }: Plan, item: number, page: number, { moved }: PagePlan): object {
	const { contacts: total, pageSize } = items[item]!;
	const first = page * pageSize;
	const ids = Array.from({ length: total }, (_, id) => id).slice(
		first - (page > 0 ? moved : 0),
		first - (page > 0 ? moved : 0) + pageSize,
	);
	const contacts = ids.map((id) => ({ id: `${item}-${id}`, page }));
	const pages = Math.ceil(total / pageSize);
	switch (style) {
		case 'page':
			return { contacts, page: page + 1, totalPages: pages, total };
		case 'offset':
			return { contacts, offset: first, total };
		case 'cursor':
			return { contacts, nextCursor: page + 1 < pages ? `after-${page + 1}` : null };
	}
}

const BY_HAND = {
	page: { mode: 'pageNumber', pageParameter: 'page', firstPage: 1, totalField: 'total' },
	offset: { mode: 'offset', offsetParameter: 'offset', firstOffset: 0, totalField: 'total' },
	cursor: { mode: 'cursor', cursorField: 'nextCursor', cursorParameter: 'cursor' },
};

/** Runs a plan in n8n's engine. */
async function run(planned: Plan, concurrency: number) {
	const execution: Execution = {
		plan: planned,
		tries: new Map(),
		wasRejected: false,
		events: [],
		requests: 0,
		aborted: new Set(),
		exchanges: 0,
	};
	const url = `${origin}/${executions.push(execution) - 1}`;
	const pagination =
		planned.mode === 'byHand' ? { pagination: { settings: BY_HAND[planned.style] } } : {};
	const { outputs, error } = await runContacts({
		credentials: { ...CREDENTIALS, authUrl: url, baseUrl: url, clientId: url },
		items: planned.items.map(({ limit }, item) => ({ limit: limit ?? '', size: 1_000 + item })),
		parameters: {
			returnAll: true,
			pageSize: '={{ $json.size }}',
			options: { concurrency, limit: '={{ $json.limit }}', ...pagination },
		},
		onError: planned.continues ? 'continueRegularOutput' : undefined,
	});
	return {
		execution,
		outcome: {
			items: outputs[0]?.map(({ json, pairedItem }) => ({ json, pairedItem })),
			error: error && {
				message: error.message,
				description: error.description,
				itemIndex: error.context!.itemIndex,
			},
		},
	};
}

/** The highest number of requests in flight. */
function mostInFlight({ events, aborted }: Execution): number {
	let inFlight = 0;
	let most = 0;
	for (const event of events) {
		if (aborted.has(event.request)) continue;
		inFlight += event.inFlight;
		most = Math.max(most, inFlight);
	}
	return most;
}

/** Which list asks the service first, and so how the others are read, depends on the concurrency. */
function withoutTrace(outcome: unknown): unknown {
	const text = JSON.stringify(outcome, (key, value: unknown) =>
		key === 'trace' ? undefined : value,
	);
	return JSON.parse(text) as unknown;
}

describe('Concurrent requests', () => {
	it('return the same items in the same order, or the same error, as one request at a time', async () => {
		const check = async (planned: Plan) => {
			const [one, many] = await Promise.all([run(planned, 1), run(planned, planned.concurrency)]);
			expect(withoutTrace(many.outcome)).toEqual(withoutTrace(one.outcome));
			expect(mostInFlight(one.execution)).toBe(1);
			expect(mostInFlight(many.execution)).toBeLessThanOrEqual(planned.concurrency);
			// A rejected request may be aborted before the token is renewed.
			expect(many.execution.exchanges).toBeLessThanOrEqual(many.execution.wasRejected ? 2 : 1);
		};
		// Several at a time, because they mostly wait.
		const plans = fc.array(plan, { minLength: 5, maxLength: 5 });
		await fc.assert(
			fc.asyncProperty(plans, async (planned) => void (await Promise.all(planned.map(check)))),
			runs(200),
		);

		// Without concurrency and read-ahead, the property would hold trivially.
		expect(Math.max(...executions.map(mostInFlight))).toBeGreaterThan(3);
	}, 300_000);
});
