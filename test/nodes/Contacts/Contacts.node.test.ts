import { executeContacts, runContacts } from '../../support/engine';
import { type Answer, respond } from '../../support/rawServer';
import { startTestService, type TestService } from '../../support/service';
import { json, startStubApi, type StubApi } from './stubApi';

let service: TestService;
let stub: StubApi;
beforeAll(async () => {
	service = await startTestService(120);
	stub = await startStubApi();
});
afterAll(async () => {
	await Promise.all([service.close(), stub.close()]);
});
beforeEach(() => {
	service.faults.clear();
	service.requests.reset();
});

/** Five items, each with a page size of its own; the middle one fails. */
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

describe('Every contact is an item', () => {
	it('paired with the item that it was listed for', async () => {
		const fine = items.filter(({ size }) => size > 0);
		const { outputs, error } = await runContacts({
			credentials: service.credentials,
			items: fine,
			parameters,
		});
		expect(error).toBeUndefined();
		expect(pairs(outputs[0])).toEqual([0, 1, 1, 2, 2, 2, 3].map((item) => ({ item })));
		expect(service.requests.contacts.queries).toEqual(
			fine.map(({ size }) => ({ pageSize: `${size}` })),
		);
	});

	it('listed with options of its own', async () => {
		const { outputs } = await runContacts({
			credentials: service.credentials,
			items: [
				{ all: false, limit: 9, field: '' },
				{ all: 'true', limit: '12', field: 'contacts' },
			],
			parameters: {
				pageSize: 5,
				returnAll: '={{ $json.all }}',
				options: { limit: '={{ $json.limit }}', contactsField: '={{ $json.field }}' },
			},
		});
		expect(pairs(outputs[0])).toEqual([
			...Array(9).fill({ item: 0 }),
			...Array(12).fill({ item: 1 }),
		]);
	});

	it('as the service sent it', async () => {
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

	it('with fields named like those of an error', async () => {
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

	it('of 100,000', async () => {
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

	it('and none is no item, or an empty one where the node always outputs', async () => {
		stub.answerWith(json([]));
		const credentials = stub.credentials();
		expect((await runContacts({ credentials })).outputs[0]).toEqual([]);
		const { outputs } = await runContacts({ credentials, alwaysOutputData: true });
		expect(outputs[0]!.map((item) => item.json)).toEqual([{}]);
	});

	it('and without an input item nothing is requested', async () => {
		const { error } = await runContacts({ credentials: service.credentials, items: [] });
		expect(error).toBeUndefined();
		expect(service.requests.contacts.count).toBe(0);
	});

	it('in a context that nobody can cancel, too', async () => {
		const { credentials } = service;
		const [output] = await executeContacts({ credentials, parameters: { pageSize: 3 } });
		expect(output).toHaveLength(3);
		await expect(executeContacts({ credentials, parameters: { pageSize: 0 } })).rejects.toThrow(
			FAILED.error,
		);
	});
});

describe('An item that fails', () => {
	const run = async (onError?: 'continueRegularOutput' | 'continueErrorOutput') =>
		await runContacts({ credentials: service.credentials, items, parameters, onError });

	it('ends the execution', async () => {
		const { error, outputs } = await run();
		expect(error).toMatchObject({
			message: FAILED.error,
			description: FAILED.details.description,
			context: { itemIndex: 2 },
		});
		expect(outputs).toEqual([]);
		expect(service.requests.contacts.count).toBeLessThanOrEqual(2);
	});

	it('becomes an error item among the others when the node continues', async () => {
		const { error, outputs } = await run('continueRegularOutput');
		expect(error).toBeUndefined();
		expect(outputs).toHaveLength(1);
		expect(pairs(outputs[0])).toEqual([0, 1, 1, 2, 3, 3, 3, 4].map((item) => ({ item })));
		expect(outputs[0]![3]!.json).toEqual(FAILED);
	});

	it('goes to the error output with its input when the node continues there', async () => {
		const { error, outputs } = await run('continueErrorOutput');
		expect(error).toBeUndefined();
		expect(pairs(outputs[0])).toEqual([0, 1, 1, 3, 3, 3, 4].map((item) => ({ item })));
		expect(outputs[1]).toEqual([
			expect.objectContaining({ json: { size: 0, ...FAILED }, pairedItem: { item: 2 } }),
		]);
	});

	it('by an expression says so at that item', async () => {
		const { error } = await runContacts({
			credentials: service.credentials,
			items: [{ size: 1 }, { size: 2 }],
			parameters: { pageSize: '={{ $itemIndex === 1 ? $("Nowhere").item.json.size : 1 }}' },
		});
		expect(error!.context).toMatchObject({ itemIndex: 1 });
		expect(error!.message).not.toBe('');
		expect(service.requests.contacts.count).toBe(1);
	});

	it('by its credential says so at each item', async () => {
		const { outputs } = await runContacts({
			credentials: { ...service.credentials, refreshToken: 'a b' },
			items: [{}, {}],
			onError: 'continueRegularOutput',
		});
		expect(outputs[0]).toHaveLength(2);
		expect(pairs(outputs[0])).toEqual([{ item: 0 }, { item: 1 }]);
		expect(outputs[0]![1]!.json).toEqual({
			error:
				"The credential's Refresh Token contains a space, a line break or an invisible character",
			details: { description: expect.stringContaining('Copy Refresh Token again') },
		});
	});

	it.each([['continueRegularOutput'], ['continueErrorOutput']] as const)(
		'in mid-list leaves no part of the list, with %s',
		async (onError) => {
			stub.answerWith(
				json({ list: [{ id: 1 }], next: '?page=2' }),
				respond(400, ''),
				json({ list: [{ id: 2 }], next: null }),
			);
			const { outputs } = await runContacts({
				credentials: stub.credentials(),
				parameters: { returnAll: true, ...oneAtATime },
				items: [{ n: 0 }, { n: 1 }],
				onError,
			});
			const failed = expect.objectContaining({
				error: 'The Contacts API refused the request for page 2 (400)',
			});
			expect(outputs.map((output) => output.map((item) => item.json))).toEqual(
				onError === 'continueErrorOutput' ? [[{ id: 2 }], [failed]] : [[failed, { id: 2 }]],
			);
		},
	);
});

describe('The hint', () => {
	it('that there is more is given once for all items', async () => {
		const { hints, run } = await runContacts({
			credentials: service.credentials,
			items: [{ size: 500 }, { size: 2 }, { size: 3 }],
			parameters,
		});
		expect(hints).toEqual([
			"The service has more contacts than these. Turn on 'Return All' to get all of them.",
		]);
		expect(run.data.resultData.runData.Contacts![0]!.hints).toEqual([
			expect.objectContaining({ location: 'outputPane' }),
		]);
	});

	it('names the settings that were found by trying', async () => {
		stub.answerWith(
			json([{ id: 1 }, { id: 2 }], { 'X-Total-Count': '3' }),
			json([{ id: 3 }], { 'X-Total-Count': '3' }),
		);
		const { outputs, hints } = await runContacts({
			credentials: stub.credentials(),
			parameters: { returnAll: true, pageSize: 2 },
		});
		expect(outputs[0]).toHaveLength(3);
		expect(hints).toEqual([
			"The service does not say how pages are asked for. It was found by trying. To save these requests, set 'Pagination' in the 'Options' to Page Number ('Page Parameter' page, 'First Page' 0).",
		]);
	});

	it('says that there may be more where the page is exactly full', async () => {
		stub.answerWith(json([{ id: 1 }, { id: 2 }]));
		const { hints } = await runContacts({
			credentials: stub.credentials(),
			parameters: { pageSize: 2 },
		});
		expect(hints).toEqual([
			"The service may have more contacts than these. Turn on 'Return All' to get all of them.",
		]);
	});

	it('that there is more is also given when another item fails', async () => {
		const { hints } = await runContacts({
			credentials: service.credentials,
			items,
			parameters,
			onError: 'continueRegularOutput',
		});
		expect(hints).toHaveLength(1);
	});
});

describe('A cancelled execution', () => {
	const never: Answer = () => {};
	const busy = respond(503, '', { 'Retry-After': '25' });
	const first = json({ list: [{ id: 1 }], next: '?page=2' });
	const outputs = [undefined, 'continueRegularOutput', 'continueErrorOutput'] as const;

	it.each(
		outputs.flatMap((onError) => [
			{ when: 'while a page is on its way', answers: [first, never], open: 2, onError },
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
		const isThere = () => stub.api.requests.length === 3 && stub.api.open.size === open;
		while (!isThere()) await new Promise(setImmediate);

		const started = performance.now();
		stop();
		const { run, error } = await running;
		expect(performance.now() - started).toBeLessThan(1_000);
		expect(run.status).toBe('canceled');
		expect(error).toMatchObject({
			message: 'The execution was canceled before all contacts had come',
			context: { itemIndex: 0 },
		});
		expect(stub.api.requests).toHaveLength(3);
		while (stub.api.open.size > 0) await new Promise(setImmediate);
	});

	it('is not one that only has a field of that name', async () => {
		stub.answerWith(json({ canceled: 1 }));
		const { run, error } = await runContacts({
			credentials: stub.credentials(),
			parameters: { options: { contactsField: 'canceled' } },
		});
		expect(error!.message).toBe('The response for page 1 has no list where the contacts should be');
		expect(run.status).toBe('error');
	});
});
