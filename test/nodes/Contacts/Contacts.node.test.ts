import { inspect } from 'node:util';

import { executeContacts, runContacts } from '../../support/engine';
import { type Answer, respond } from '../../support/rawServer';
import { json, startStubApi, type StubApi } from './stubApi';

let stub: StubApi;
beforeAll(async () => {
	stub = await startStubApi();
});
afterAll(async () => await stub.close());

/** The page size of a request. */
const sizeOf = (n: number) => Number(/pageSize=(\d+)/.exec(stub.api.requests[n]!)![1]);

/** Fills each page, and has another one. */
const endless: Answer = (socket, n) => {
	const list = Array.from({ length: sizeOf(n) }, (_, id) => ({ id }));
	json({ list, nextCursor: 'next' })(socket, n);
};
beforeEach(() => stub.answerWith(endless));

/** Five items, each with its own page size; the middle one fails. */
const items = [{ size: 1 }, { size: 2 }, { size: 0 }, { size: 3 }, { size: 1 }];
const parameters = { pageSize: '={{ $json.size }}' };

const FAILED = {
	error: "'Page Size' is not a whole number of at least 1",
	details: {
		description:
			'Enter a whole number such as 50. If it is an expression, make it return one, or nothing to let the service decide.',
	},
};

/** Requests come in the order of the items and pages. */
const oneAtATime = { options: { concurrency: 1 } };

const pairs = (output: Array<{ pairedItem?: unknown }> = []) =>
	output.map(({ pairedItem }) => pairedItem);

describe('A contact becomes an item', () => {
	it('paired with its input item', async () => {
		const fine = items.filter(({ size }) => size > 0);
		const { outputs, error } = await runContacts({
			credentials: stub.credentials(),
			items: fine,
			parameters: { ...parameters, ...oneAtATime },
		});
		expect(error).toBeUndefined();
		expect(pairs(outputs[0])).toEqual([0, 1, 1, 2, 2, 2, 3].map((item) => ({ item })));
		expect(stub.api.requests.map((_, n) => sizeOf(n))).toEqual(fine.map(({ size }) => size));
	});

	it('without changes', async () => {
		const text = `{
			"__proto__": { "polluted": true },
			"constructor": "c",
			"toString": null,
			"": [],
			"a.b": { "c": [1, [2, { "d": null }]] },
			"lone": "\\ud800 and \\udc00",
			"nul": "\\u0000",
			"name": "Zoë 🧑‍🚀",
			"large": 9007199254740993,
			"small": 1e-400,
			"minus": -0,
			"long": "${'x'.repeat(1_000_000)}",
			"pairedItem": 7,
			"json": { "binary": {} }
		}`;
		stub.answerWith(respond(200, `[${text}]`, { 'Content-Type': 'application/json' }));
		const { outputs } = await runContacts({ credentials: stub.credentials() });
		const [item] = outputs[0]!;
		expect(item!.pairedItem).toEqual({ item: 0 });
		expect(Object.keys(item!.json)).toEqual(Object.keys(JSON.parse(text) as object));
		// Numbers are rounded as JSON.parse does, which n8n's own client uses.
		expect(JSON.stringify(item!.json)).toBe(JSON.stringify(JSON.parse(text)));
		expect(item!.json.large).toBe(9007199254740992);
		expect(item!.json.polluted).toBeUndefined();
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});

	it('also when its fields are named like those of an error item', async () => {
		const contacts = [
			{ error: '', message: 'a' },
			{ error: 'b', name: 'c' },
		];
		stub.answerWith(json(contacts));
		for (const onError of [undefined, 'continueErrorOutput'] as const) {
			const { outputs, error } = await runContacts({ credentials: stub.credentials(), onError });
			expect(error).toBeUndefined();
			expect(outputs[0]!.map((item) => item.json)).toEqual(contacts);
		}
	});

	it('also as one of 100,000', async () => {
		const contacts = Array.from({ length: 100_000 }, (_, id) => ({ id }));
		const pages = Array.from({ length: 10 }, (_, n) =>
			contacts.slice(n * 10_000, (n + 1) * 10_000),
		);
		stub.answerWith(
			...pages.map((list, n) =>
				json({ list, next: n < 9 ? `?page=${n + 2}` : null, total: 100_000 }),
			),
		);
		const { outputs, error } = await runContacts({
			credentials: stub.credentials(),
			parameters: { returnAll: true, pageSize: 10_000 },
		});
		expect(error).toBeUndefined();
		expect(outputs[0]).toHaveLength(100_000);
		expect(outputs[0]!.every(({ json: contact }, n) => contact.id === n)).toBe(true);
	});

	it('and an empty list becomes no item, or an empty one with Always Output Data', async () => {
		stub.answerWith(json([]));
		const credentials = stub.credentials();
		expect((await runContacts({ credentials })).outputs[0]).toEqual([]);
		const { outputs } = await runContacts({ credentials, alwaysOutputData: true });
		expect(outputs[0]!.map((item) => item.json)).toEqual([{}]);
	});

	it('but nothing is requested without an input item', async () => {
		const { error } = await runContacts({ credentials: stub.credentials(), items: [] });
		expect(error).toBeUndefined();
		expect(stub.api.requests).toEqual([]);
	});

	it('also in an execution that cannot be canceled', async () => {
		const credentials = stub.credentials();
		const [output] = await executeContacts({ credentials, parameters: { pageSize: 3 } });
		expect(output).toHaveLength(3);
		await expect(executeContacts({ credentials, parameters: { pageSize: 0 } })).rejects.toThrow(
			FAILED.error,
		);
	});
});

describe('A failing item', () => {
	const run = async (onError?: 'continueRegularOutput' | 'continueErrorOutput') =>
		await runContacts({ credentials: stub.credentials(), items, parameters, onError });

	it('ends the execution', async () => {
		const { error, outputs } = await run();
		expect(error).toMatchObject({
			message: FAILED.error,
			description: FAILED.details.description,
			context: { itemIndex: 2 },
		});
		expect(outputs).toEqual([]);
		expect(stub.api.requests.length).toBeLessThanOrEqual(2);
	});

	it('becomes an error item when the node continues on fail', async () => {
		const { error, outputs } = await run('continueRegularOutput');
		expect(error).toBeUndefined();
		expect(outputs).toHaveLength(1);
		expect(pairs(outputs[0])).toEqual([0, 1, 1, 2, 3, 3, 3, 4].map((item) => ({ item })));
		expect(outputs[0]![3]!.json).toEqual(FAILED);
	});

	it('goes to the error output with its input data when the node continues there', async () => {
		const { error, outputs } = await run('continueErrorOutput');
		expect(error).toBeUndefined();
		expect(pairs(outputs[0])).toEqual([0, 1, 1, 3, 3, 3, 4].map((item) => ({ item })));
		expect(outputs[1]).toEqual([
			expect.objectContaining({ json: { size: 0, ...FAILED }, pairedItem: { item: 2 } }),
		]);
	});

	it('names the item whose expression failed', async () => {
		const { error } = await runContacts({
			credentials: stub.credentials(),
			items: [{ size: 1 }, { size: 2 }],
			parameters: { pageSize: '={{ $itemIndex === 1 ? $("Nowhere").item.json.size : 1 }}' },
		});
		expect(error!.context).toMatchObject({ itemIndex: 1 });
		expect(error!.message).not.toBe('');
		expect(stub.api.requests).toHaveLength(1);
	});

	it('leaves no part of the list when a later page fails', async () => {
		stub.answerWith(
			json({ list: [{ id: 1 }], next: '?page=2' }),
			respond(403, ''),
			json({ list: [{ id: 2 }], next: null }),
		);
		const { outputs } = await runContacts({
			credentials: stub.credentials(),
			parameters: { returnAll: true, ...oneAtATime },
			items: [{ n: 0 }, { n: 1 }],
			onError: 'continueRegularOutput',
		});
		const error = 'The Contacts API does not permit the request for page 2 (403)';
		expect(outputs[0]!.map((item) => item.json)).toEqual([
			expect.objectContaining({ error }),
			{ id: 2 },
		]);
	});
});

describe('The operation', () => {
	it.each([['delete'], ['constructor'], ['']])('cannot be %j', async (operation) => {
		const { error } = await runContacts({
			credentials: stub.credentials(),
			parameters: { operation: operation },
		});
		expect(error).toMatchObject({
			message: "'Operation' is set to one that does not exist",
			context: { itemIndex: 0 },
		});
		expect(stub.api.requests).toEqual([]);
	});
});

describe('The hint', () => {
	it('says once for all items that there are more contacts', async () => {
		const { hints, run } = await runContacts({
			credentials: stub.credentials(),
			items: [{ size: 500 }, { size: 2 }, { size: 3 }],
			parameters,
		});
		expect(hints).toEqual([
			"The service has more contacts than these. Turn on 'Return All' to get all of them, or set 'Limit' in the 'Options'.",
		]);
		expect(run.data.resultData.runData.Contacts![0]!.hints).toEqual([
			expect.objectContaining({ location: 'outputPane' }),
		]);
	});

	it('says that there may be more contacts when the page is full', async () => {
		stub.answerWith(json([{ id: 1 }, { id: 2 }]));
		const { hints } = await runContacts({
			credentials: stub.credentials(),
			parameters: { pageSize: 2 },
		});
		expect(hints).toEqual([
			"The service may have more contacts than these. Turn on 'Return All' to get all of them, or set 'Limit' in the 'Options'.",
		]);
	});
});

describe('As the tool of a model, the node', () => {
	const answerOf = async (parameters: object, rest: object = {}) => {
		const { outputs, error } = await runContacts({
			credentials: stub.credentials(),
			parameters: { ...parameters },
			asTool: true,
			...rest,
		});
		return { answer: outputs[0]?.map((item) => item.json), error };
	};
	const list = [{ id: 1 }, { id: 2 }];
	const more =
		"The service has more contacts than these. Turn on 'Return All' to get all of them, or set 'Limit' in the 'Options'.";
	const missing =
		"None of the contacts has nick. Check 'Output Field Names or IDs' in the 'Options'.";

	it.each<[string, object, object, object[]]>([
		['there are more contacts', { list, hasMore: true }, {}, [...list, { note: more }]],
		[
			'no contact has a field',
			{ list, hasMore: false },
			{ fields: 'id,nick' },
			[...list, { note: missing }],
		],
		[
			'both',
			{ list, hasMore: true },
			{ fields: ['nick', 'id'] },
			[...list, { note: `${more} ${missing}` }],
		],
		['nothing if the list is whole', { list, hasMore: false }, {}, list],
	])('tells the model after the contacts that %s', async (_name, body, options, expected) => {
		stub.answerWith(json(body));
		expect((await answerOf({ pageSize: 2, options })).answer).toEqual(expected);
	});

	it('does not trouble the model with settings that save requests', async () => {
		const page = (n: number) => json([{ id: n }, { id: n + 1 }], { 'X-Total-Count': '4' });
		stub.answerWith(page(1), page(3));
		const { answer } = await answerOf({ returnAll: true, pageSize: 2 });
		expect(answer).toEqual([1, 2, 3, 4].map((id) => ({ id })));
	});

	it.each(['list', 'getPage'])(
		'fails if no contact has any of the fields: %s',
		async (operation) => {
			stub.answerWith(json({ list }));
			const { error } = await answerOf({ operation, options: { fields: ['nick', 'tag'] } });
			expect(error!.message).toBe(
				'None of the contacts has the chosen fields: nick, tag. Choose fields of the first contact: id.',
			);
		},
	);

	it('says in the message what to do, which is all that a model gets', async () => {
		expect((await answerOf({ pageSize: 0 })).error!.message).toBe(
			`${FAILED.error}. ${FAILED.details.description}`,
		);
		const onError = 'continueRegularOutput';
		expect((await answerOf({ pageSize: 0 }, { onError })).answer).toEqual([FAILED]);
	});
});

describe('Several input items', () => {
	/** The item that a request is for. */
	const itemOf = (n: number) => sizeOf(n) - 10_000;
	const oneContact = (n: number) => json({ list: [{ n }], next: null });
	const late =
		(answer: Answer): Answer =>
		(socket, n) =>
			void setTimeout(() => answer(socket, n), 50);

	/** Items 1, 2, 3 and so on, with different page sizes to identify them. */
	const listItems = async (count: number, rest: object = {}, options: object = {}) =>
		await runContacts({
			credentials: stub.credentials(),
			items: Array.from({ length: count }, (_, n) => ({ n: n + 1 })),
			parameters: { pageSize: '={{ 10_000 + $json.n }}', returnAll: true, options },
			...rest,
		});

	const idsOf = ({ outputs }: Awaited<ReturnType<typeof listItems>>) =>
		outputs[0]!.map((item) => item.json.n ?? item.json.error);

	it('renew a rejected token once, and are each requested once more', async () => {
		const requested: number[] = [];
		const rejected: number[] = [];
		const firstToken = /Authorization: Bearer (\S+)/i;
		let old: string | undefined;
		stub.answerWith((socket, n) => {
			const item = itemOf(n);
			const [, token] = firstToken.exec(stub.api.requests[n]!)!;
			old ??= token;
			requested.push(item);
			if (item <= 5 || token !== old) return late(oneContact(item))(socket, n);
			rejected.push(item);
			setTimeout(() => respond(401, '')(socket, n), 10 * (item % 5));
		});
		expect(idsOf(await listItems(15))).toEqual(Array.from({ length: 15 }, (_, n) => n + 1));
		expect(rejected.length).toBeGreaterThan(1);
		expect(stub.auth.requests).toHaveLength(2);
		expect(requested).toHaveLength(15 + rejected.length);
		expect(new Set(rejected).size).toBe(rejected.length);
	});

	it('are requested no faster than the configured pause', async () => {
		const times: number[] = [];
		stub.answerWith((socket, n) => {
			times.push(performance.now());
			oneContact(n)(socket, n);
		});
		await listItems(3, {}, { requestInterval: '={{ "150" }}' });
		// Two pauses, but the first request waits for the token after its turn has come.
		expect(times[2]! - times[0]!).toBeGreaterThan(200);
	});

	it.each([
		['concurrency', 0, "'Requests at a Time' is not a whole number from 1 to 20"],
		['requestInterval', -1, "'Pause Between Requests' is not a whole number from 0 to 3600000"],
	])('are each checked for a valid %s', async (option, value, message) => {
		stub.answerWith((socket, n) => oneContact(itemOf(n))(socket, n));
		for (const invalid of [1, 2]) {
			const options = { [option]: `={{ $json.n === ${invalid} ? ${value} : 1 }}` };
			const rest = { onError: 'continueRegularOutput' };
			expect(idsOf(await listItems(3, rest, options))).toEqual(
				[1, 2, 3].map((n) => (n === invalid ? message : n)),
			);
		}
	});

	describe('that ask for the same list', () => {
		const hint =
			"The same contacts were listed 3 times, once for each input item. To list them once, turn on 'Execute Once' in the 'Settings' of the node.";
		beforeEach(() => stub.answerWith(oneContact(1)));

		it('produce a hint at Execute Once', async () => {
			const { hints } = await listItems(3, { parameters: { pageSize: 7 } });
			expect(hints).toEqual([hint]);
		});

		it('produce no hint when the lists differ or one of them failed', async () => {
			expect((await listItems(3)).hints).toEqual([]);
			expect((await listItems(1)).hints).toEqual([]);
			stub.answerWith(oneContact(1), respond(404, ''), oneContact(1));
			const parameters = { pageSize: 7 };
			const { hints } = await listItems(3, { parameters, onError: 'continueRegularOutput' });
			expect(hints).toEqual([]);
		});
	});
});

describe('A canceled execution', () => {
	const never: Answer = () => {};
	const busy = respond(503, '', { 'Retry-After': '25' });
	const first = json({ list: [{ id: 1 }], next: '?page=2' });
	const outputs = [undefined, 'continueRegularOutput'] as const;

	it.each(
		outputs.flatMap((onError) => [
			{ when: 'while a page is on its way', answers: [first, never], open: 3, onError },
			{ when: 'in the pause before a retry', answers: [first, busy], open: 0, onError },
		]),
	)('ends at once $when, with $onError', async ({ answers, open, onError }) => {
		stub.answerWith(...answers);
		let stop = () => {};
		const running = runContacts({
			credentials: stub.credentials(),
			parameters: { returnAll: true },
			items: [{}, {}, {}],
			onError,
			onStart: (cancel) => (stop = cancel),
		});
		const isThere = () => stub.api.requests.length === 4 && stub.api.open.size === open;
		while (!isThere()) await new Promise(setImmediate);

		const started = performance.now();
		stop();
		const { run, error } = await running;
		expect(performance.now() - started).toBeLessThan(1_000);
		expect(run.status).toBe('canceled');
		expect(error).toMatchObject({
			message: 'The execution was canceled before all contacts were received',
			context: { itemIndex: 0 },
		});
		expect(stub.api.requests).toHaveLength(4);
		while (stub.api.open.size > 0) await new Promise(setImmediate);
	});
});

describe('The stored execution of a failure', () => {
	const CANARY = 'body-canary-0123456789';
	const headers = { 'X-Canary': CANARY, 'Retry-After': '0', Location: `/${CANARY}` };
	const body = JSON.stringify({ message: CANARY, error: { message: CANARY } });

	it.each<[string, Answer]>([
		...[302, 400, 401, 403, 404, 429].map((status): [string, Answer] => [
			`a ${status}`,
			respond(status, body, { 'Content-Type': 'application/json', ...headers }),
		]),
		['text', respond(200, CANARY, headers)],
		['truncated JSON', respond(200, body.slice(0, -3), headers)],
		['no list', json({ message: CANARY })],
		['a contact that is none', json({ list: [CANARY] })],
		['a link elsewhere', json({ list: [{ two: CANARY }], next: `https://evil.example/${CANARY}` })],
		['a place that cannot be used', json({ list: [{ two: CANARY }], next: { other: CANARY } })],
	])('contains no part of the request after %s on the second page', async (_name, answer) => {
		for (const onError of [undefined, 'continueRegularOutput'] as const) {
			stub.answerWith(json({ list: [{ id: CANARY }], next: `?page=${CANARY}` }), answer);
			const credentials = stub.credentials();
			const result = await runContacts({ credentials, parameters: { returnAll: true }, onError });
			const stored = inspect(result, {
				showHidden: true,
				depth: Infinity,
				maxArrayLength: Infinity,
				maxStringLength: Infinity,
			});
			expect(stored).toMatch(/page 2/i);
			expect(stored).not.toMatch(/canary/);
		}
	});
});
