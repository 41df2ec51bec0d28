import type { IDataObject } from 'n8n-workflow';

import { systemClock } from '../../credentials/contactsApi/http/clock';
import { type ContactsRun, runContacts } from '../support/engine';
import { type Answer, respond } from '../support/rawServer';
import { json, stubApi } from '../support/stubApi';

const stub = stubApi();

/** Full pages, without an end. */
const endless: Answer = (socket, n) => {
	const pageSize = Number(/pageSize=(\d+)/.exec(stub.api.requests[n]!)![1]);
	const list = Array.from({ length: pageSize }, (_, id) => ({ id }));
	json({ list, nextCursor: 'next' })(socket, n);
};
beforeEach(() => stub.answerWith(endless));

const run = async (rest: Partial<ContactsRun> = {}) =>
	await runContacts({ credentials: stub.credentials(), ...rest });

const parameters = { pageSize: '={{ $json.size }}' };
/** Input items with page sizes; that of the middle one is invalid. */
const items = [{ size: 1 }, { size: 2 }, { size: 0 }, { size: 3 }, { size: 1 }];

const onError = 'continueRegularOutput';

const description = expect.stringMatching(/^Enter a whole number/);
const FAILED = {
	error: "'Page Size' is not a whole number of at least 1",
	details: { description },
};

describe('A contact becomes an item', () => {
	it('without changes, also when its fields are named like those of an error item', async () => {
		const list = `[
			{ "__proto__": { "polluted": true }, "constructor": "c", "": [], "json": { "binary": {} }, "name": 7 },
			{ "a.b": [1, [2, { "d": null }]], "lone": "\\ud800 and \\udc00", "name": "Zoë 🧑‍🚀 \\u0000" },
			{ "large": 9007199254740993, "long": "${'x'.repeat(1_000_000)}", "pairedItem": 7, "name": "" },
			{ "error": "", "message": "a", "name": "" }, { "error": "b", "id": 1 }
		]`;
		stub.answerWith(respond(200, list));
		const { contacts, pairs } = await run({ onError: 'continueErrorOutput' });
		expect(pairs).toEqual([0, 0, 0, 0, 0]);
		// Numbers are rounded as JSON.parse does, which n8n's own client uses.
		expect(JSON.stringify(contacts)).toBe(JSON.stringify(JSON.parse(list)));
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});

	it('also as one of 150,000, more than a function takes arguments', async () => {
		const all = Array.from({ length: 150_000 }, (_, id) => ({ id }));
		const contacts = all.slice(0, 75_000);
		stub.answerWith(json({ contacts, nextCursor: 'a' }), json({ contacts: all.slice(75_000) }));
		const read = await run({ parameters: { pageSize: 75_000, returnAll: true } });
		expect(read.contacts.every(({ id }, n) => id === n)).toBe(true);
		expect(read.contacts).toHaveLength(all.length);
	});

	it('and an empty list none, or an empty one with Always Output Data; no input requests nothing', async () => {
		stub.answerWith(json([]));
		expect((await run()).contacts).toEqual([]);
		expect((await run({ alwaysOutputData: true })).contacts).toEqual([{}]);
		stub.answerWith();
		expect((await run({ items: [] })).error).toBeUndefined();
		expect(stub.api.requests).toEqual([]);
	});
});

describe('A failing item', () => {
	it('ends the execution', async () => {
		const { error, contacts } = await run({ items, parameters });
		expect(error).toMatchObject({ message: FAILED.error, description, context: { itemIndex: 2 } });
		expect(contacts).toEqual([]);
		expect(stub.api.requests.length).toBeLessThanOrEqual(2);
	});

	it('is named when its expression failed', async () => {
		const pageSize = '={{ $itemIndex === 1 ? $("Nowhere").item.json.size : 1 }}';
		const { error } = await run({ items: [{}, {}], parameters: { pageSize } });
		const message = expect.stringMatching(/\w/);
		const context = { itemIndex: 1, nodeCause: 'Nowhere', parameter: 'pageSize' };
		expect(error).toMatchObject({ message, context });
	});

	it('becomes an error item, or goes to the error output with its input data', async () => {
		const all = await run({ items, parameters, onError });
		expect([all.error, all.pairs]).toEqual([undefined, [0, 1, 1, 2, 3, 3, 3, 4]]);
		expect(all.contacts[3]).toEqual(FAILED);
		const apart = await run({ items, parameters, onError: 'continueErrorOutput' });
		expect([apart.error, apart.pairs]).toEqual([undefined, [0, 1, 1, 3, 3, 3, 4]]);
		const failed = [{ json: { size: 0, ...FAILED }, pairedItem: { item: 2 } }];
		expect(apart.errorItems).toMatchObject(failed);
	});

	it.each(['delete', 'constructor', ''])('has an operation such as %j', async (operation) => {
		const { error } = await run({ parameters: { operation } });
		const message = "'Operation' is not one of list, getPage";
		expect(error).toMatchObject({ message, context: { itemIndex: 0 } });
		expect(stub.api.requests).toEqual([]);
	});

	it.each([0, 1])('is the one with invalid limits, be it the first or not: %d', async (invalid) => {
		const options = { concurrency: `={{ $itemIndex === ${invalid} ? 0 : 1 }}` };
		const given = { items: [{}, {}], parameters: { pageSize: 1, options } };
		const error = "'Max Concurrent Requests' is not a whole number from 1 to 20";
		const expected: object[] = [{ id: 0 }, { id: 0 }];
		expected[invalid] = { error, details: expect.anything() };
		expect((await run({ ...given, onError })).contacts).toEqual(expected);
	});
});

const one = json({ list: [{ id: 1 }], next: null });
const ofItem = '={{ $json.n }}';

it.each<[string, IDataObject, Answer[], boolean]>([
	['appears if several items ask for the same list', {}, [one], true],
	['does not appear if they ask for others', { pageSize: ofItem }, [one], false],
	['does not appear if they search for others', { options: { search: ofItem } }, [one], false],
	['does not appear if one of them fails', {}, [one, respond(403, ''), one], false],
])('The hint at Execute Once %s', async (_name, given, answers, appears) => {
	stub.answerWith(...answers);
	const { hints } = await run({
		items: [{ n: 1 }, { n: 2 }, { n: 3 }],
		parameters: given,
		onError,
	});
	const hint = /^The same contacts were listed 3 times, .*'Execute Once'/;
	expect(hints.some((text) => hint.test(text))).toBe(appears);
});

describe('As the tool of a model, the node', () => {
	const list = [{ id: 1 }, { id: 2 }];
	const note = expect.stringMatching(/^The .* nick\.$/);

	it.each([
		['what it has to know', true, ['nick', 'id'], [{ note }]],
		['nothing else', false, [], []],
	])('tells the model %s after the contacts', async (_name, hasMore, fields, notes) => {
		stub.answerWith(json({ list, hasMore }));
		const given = { pageSize: 2, options: { fields } };
		const { contacts } = await run({ parameters: given, asTool: true });
		expect(contacts).toEqual([...list, ...notes]);
	});

	it('fails without the fields that the model chose, and says all in the message, which it gets', async () => {
		stub.answerWith(one);
		const given = { parameters: { options: { fields: ['nick'] } }, asTool: true };
		const { error } = await run(given);
		const message = 'None of the contacts has the chosen fields';
		expect(error!.message).toMatch(new RegExp(`^${message}\\. Missing: nick\\. Choose`));
		// n8n's panel shows it below the message.
		expect(error!.description ?? '').toBe('');
		expect((await run({ ...given, onError })).contacts).toMatchObject([{ error: message }]);
	});

	it('does not tell the model about settings that it does not see', async () => {
		stub.answerWith(json({ list: [{ id: 1 }], hasMore: true }));
		const { error } = await run({ parameters: { returnAll: true }, asTool: true });
		expect(error!.message).toMatch(/not found\. Try again once\. .* has to change its settings\.$/);
		expect(error!.description).toContain("'Pagination'");
	});
});

it('Requests of several items start the configured pause apart, also after a 401', async () => {
	// Time passes in pauses alone.
	let now = 0;
	jest.spyOn(systemClock, 'now').mockImplementation(() => now);
	jest.spyOn(systemClock, 'sleep').mockImplementation(async (ms) => void (now += ms));
	stub.answerWith(respond(401, ''), endless);
	await run({ items: [{}, {}, {}], parameters: { options: { requestInterval: '={{ "100" }}' } } });
	jest.restoreAllMocks();
	// Four requests
	expect(now).toBe(300);
});

it.each<[string, Answer, number]>([
	['while a page is on its way', () => {}, 3],
	['in the pause before a retry', respond(503, '', { 'Retry-After': '25' }), 0],
])('A canceled execution ends %s, despite Continue On Fail', async (...row) => {
	const [, answer, open] = row;
	stub.answerWith(json({ list: [{ id: 1 }], next: '?page=2' }), answer);
	let stop = () => {};
	const onStart = (cancel: () => void) => (stop = cancel);
	const running = run({ parameters: { returnAll: true }, items: [{}, {}, {}], onError, onStart });
	const isThere = () => stub.api.requests.length === 4 && stub.api.open.size === open;
	while (!isThere()) await new Promise(setImmediate);

	stop();
	const { run: stored, error } = await running;
	expect(stored.status).toBe('canceled');
	const message = 'The execution was canceled before it was complete';
	expect(error).toMatchObject({ message, context: { itemIndex: 0 } });
	expect(stub.api.requests).toHaveLength(4);
	while (stub.api.open.size > 0) await new Promise(setImmediate);
});
