import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import fc from 'fast-check';

import { CREDENTIALS } from '../../support/credentials';
import { runContacts } from '../../support/engine';
import { tokenBody } from '../../support/rawServer';
import { runs } from '../../support/runs';

// Shorten the pauses, but let some time pass.
jest.mock('n8n-workflow', () => {
	const actual = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	const sleep: typeof actual.sleep = async (ms, signal) =>
		await actual.sleep(Math.min(ms, 1), signal);
	return { ...actual, sleep };
});

/** Mostly the value; one time in `weight` something else. */
const mostly = <T>(value: T, weight: number, other: fc.Arbitrary<T>) =>
	fc.oneof({ weight, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });

const PASSING = ['429', '429 now', '503', '503 now', '500', 'reset', 'broken off'] as const;
const LASTING = ['400', '403', '404', '429', '503 now', '500', 'reset', 'no JSON'] as const;

const pagePlan = fc.record({
	/** Faults before the page itself; two pass, so that no page runs out of attempts. */
	faults: mostly<string[]>(
		[],
		3,
		fc.oneof(
			{ weight: 12, arbitrary: fc.array(fc.constantFrom(...PASSING), { maxLength: 2 }) },
			{ weight: 1, arbitrary: fc.constantFrom(...LASTING).map((fault) => Array(99).fill(fault)) },
		),
	),
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

type Generated<A> = A extends fc.Arbitrary<infer T> ? T : never;
type PagePlan = Generated<typeof pagePlan>;
type Plan = Generated<typeof plan>;

/** An execution of a plan, as the service sees it. */
class Execution {
	exchanges = 0;
	wasAborted = false;
	mostInFlight = 0;
	#inFlight = 0;
	#requests = 0;
	/** How often each page of each item was requested. */
	readonly #tries = new Map<string, number>();

	constructor(readonly plan: Plan) {}

	/** Answers the request for a page after its delay. */
	answer({ url }: IncomingMessage, response: ServerResponse): void {
		const { searchParams } = new URL(url!, origin);
		// The page size tells which item it is: see `run`.
		const item = Number(searchParams.get('pageSize')) - 1_000;
		const { pages, pageSize } = this.plan.items[item]!;
		// Some guesses of the next page fail.
		const page = Math.max(0, Math.floor(pageOf(searchParams, pageSize)) || 0);
		const planned = pages[Math.min(page, pages.length - 1)]!;
		const tries = this.#tries.get(`${item} ${page}`) ?? 0;
		this.#tries.set(`${item} ${page}`, tries + 1);
		const fault = this.#requests++ === this.plan.rejected ? '401' : planned.faults[tries];

		this.mostInFlight = Math.max(this.mostInFlight, ++this.#inFlight);
		const timer = setTimeout(() => {
			response.off('close', abort);
			this.#inFlight--;
			if (fault) fail(response, fault);
			else response.end(JSON.stringify(bodyOf(this.plan, item, page, planned)));
		}, planned.delayMs);
		const abort = () => {
			clearTimeout(timer);
			this.#inFlight--;
			this.wasAborted = true;
		};
		response.on('close', abort);
	}
}

const executions: Execution[] = [];

const server = createServer((request, response) => {
	const [, number, path] = request.url!.split('/');
	const execution = executions[Number(number)]!;
	if (path === 'token') response.end(tokenBody(`token-${number}-${++execution.exchanges}`));
	else execution.answer(request, response);
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

function pageOf(query: URLSearchParams, pageSize: number): number {
	if (query.has('page')) return Number(query.get('page')) - 1;
	if (query.has('offset')) return Number(query.get('offset')) / pageSize;
	return Number(query.get('cursor')?.slice('after-'.length) ?? 0);
}

function fail(response: ServerResponse, fault: string): void {
	const [status, now] = fault.split(' ');
	if (fault === 'reset') response.destroy();
	else if (fault === 'no JSON') response.end('<html>');
	else if (fault === 'broken off') {
		response.writeHead(200, { 'Content-Length': 99 });
		response.write('[', () => response.destroy());
	} else response.writeHead(Number(status), now ? { 'Retry-After': '0' } : {}).end();
}

function bodyOf({ style, items }: Plan, item: number, page: number, { moved }: PagePlan): object {
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

/** Runs a plan in n8n's engine. */
async function run(planned: Plan, concurrency: number) {
	const execution = new Execution(planned);
	const url = `${origin}/${executions.push(execution) - 1}`;
	const { items, continues } = planned;
	const { outputs, error } = await runContacts({
		credentials: { ...CREDENTIALS, authUrl: url, baseUrl: url, clientId: url },
		items: items.map(({ limit }, item) => ({ limit: limit ?? '', size: 1_000 + item })),
		parameters: {
			returnAll: true,
			pageSize: '={{ $json.size }}',
			options: { concurrency, limit: '={{ $json.limit }}' },
		},
		onError: continues ? 'continueRegularOutput' : undefined,
	});
	const shown = {
		items: outputs[0]?.map(({ json, pairedItem }) => ({ json, pairedItem })),
		error: error && [error.message, error.description, error.context!.itemIndex],
	};
	// Which list asks the service first, and so how the others are read, depends on the concurrency.
	const outcome = JSON.stringify(shown, (key, value) => (key === 'trace' ? undefined : value));
	return { execution, outcome: JSON.parse(outcome) as unknown };
}

it('Concurrent requests return the same items in the same order, or the same error, as one request at a time', async () => {
	const check = async (planned: Plan) => {
		const [one, many] = await Promise.all([run(planned, 1), run(planned, planned.concurrency)]);
		expect(many.outcome).toEqual(one.outcome);
		const { exchanges, wasAborted, mostInFlight } = many.execution;
		// The node may send another request before the service notices that one was aborted.
		if (!wasAborted) expect(mostInFlight).toBeLessThanOrEqual(planned.concurrency);
		expect(exchanges).toBeLessThanOrEqual(planned.rejected === null ? 1 : 2);
	};
	// Several at a time, because they mostly wait.
	const plans = fc.array(plan, { minLength: 5, maxLength: 5 });
	await fc.assert(
		fc.asyncProperty(plans, async (planned) => void (await Promise.all(planned.map(check)))),
		runs(200),
	);
	// Without concurrency and read-ahead, the property would hold trivially.
	const most = executions.filter(({ wasAborted }) => !wasAborted);
	expect(Math.max(...most.map(({ mostInFlight }) => mostInFlight))).toBeGreaterThan(3);
}, 300_000);
