import type { IDataObject } from 'n8n-workflow';

import { type ContactsRun, runContacts } from '../../../support/engine';
import { respond } from '../../../support/rawServer';
import { json, startStubApi, type StubApi } from '../stubApi';

let stub: StubApi;
let credentials: ReturnType<StubApi['credentials']>;
beforeAll(async () => {
	stub = await startStubApi();
});
afterAll(async () => await stub.close());
beforeEach(() => (credentials = stub.credentials()));

interface Page {
	contacts: IDataObject[];
	continuation: string | null;
}

async function getPage(parameters: IDataObject, rest: Partial<ContactsRun> = {}) {
	const run = { credentials, parameters: { operation: 'getPage', ...parameters }, ...rest };
	const { outputs, error, hints } = await runContacts(run);
	const pages = (outputs[0] ?? []).map((item) => item.json as unknown as Page);
	return {
		page: pages[0]!,
		pages,
		pairs: outputs[0]?.map((item) => item.pairedItem),
		error,
		hints,
	};
}

const [A, B, C] = ['a', 'b', 'c'].map((id) => ({ id, name: `Contact ${id}` }));
const FIRST = json({ contacts: [A, B], nextCursor: 'next' });
const LAST = json({ contacts: [C], nextCursor: null });

describe('Get Page', () => {
	it('gets one page as one item, until the list ends', async () => {
		stub.answerWith(FIRST, LAST);
		const { page: first, pages, pairs } = await getPage({ pageSize: 2 });
		expect([pages.length, pairs]).toEqual([1, [{ item: 0 }]]);
		expect(first.contacts).toEqual([A, B]);
		expect(stub.api.requests).toHaveLength(1);
		const { page: last } = await getPage({ pageSize: 2, continuation: first.continuation });
		expect(last).toEqual({ contacts: [C], continuation: null });
		expect(stub.api.requests[1]).toContain('?pageSize=2&cursor=next ');
	});

	it.each([[''], ['={{ $json.continuation }}'], ['={{ null }}'], ['  ']])(
		'starts with the first page when Continuation is %j',
		async (continuation) => {
			stub.answerWith(FIRST);
			expect((await getPage({ pageSize: 2, continuation })).page.contacts).toEqual([A, B]);
			expect(stub.api.requests[0]).toContain('?pageSize=2 ');
		},
	);

	it("takes each item's own continuation", async () => {
		stub.answerWith(FIRST, FIRST, LAST);
		const { page } = await getPage({ pageSize: 2 });
		const options = { concurrency: 1 };
		const { pages, pairs } = await getPage(
			{ pageSize: 2, continuation: '={{ $json.continuation }}', options },
			{ items: [{}, { continuation: ` ${page.continuation}\n` }] },
		);
		expect(pages.map(({ contacts }) => contacts)).toEqual([[A, B], [C]]);
		expect(pairs).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('keeps the chosen fields, which may differ between pages, and says which are missing', async () => {
		stub.answerWith(FIRST, LAST);
		const { page, hints } = await getPage({ pageSize: 2, options: { fields: ['id', 'nick'] } });
		expect(page.contacts).toEqual([{ id: 'a' }, { id: 'b' }]);
		const missing =
			"None of the contacts has nick. Check 'Output Field Names or IDs' in the 'Options'.";
		expect(hints).toEqual([missing]);
		const next = await getPage({ pageSize: 2, continuation: page.continuation });
		expect(next.page.contacts).toEqual([C]);
	});

	it('tells a model after a page which fields are missing', async () => {
		stub.answerWith(LAST);
		const { pages } = await getPage({ options: { fields: 'id,nick' } }, { asTool: true });
		expect(pages).toEqual([
			{ contacts: [{ id: 'c' }], continuation: null },
			{ note: expect.stringContaining('None of the contacts has nick.') },
		]);
	});

	it('names the settings that were found by asking', async () => {
		const list = (first: number) =>
			json([{ id: first }, { id: first + 1 }], { 'X-Total-Count': '4' });
		stub.answerWith(list(1), list(3));
		const { page } = await getPage({ pageSize: 2 });
		const { hints } = await getPage({ pageSize: 2, continuation: page.continuation });
		expect(hints).toEqual([
			"The service does not say how to request its pages, so the node has asked it in several ways. To save these requests, set 'Pagination' in the 'Options' to Page Number ('Page Parameter' page, 'First Page' 0).",
		]);
	});

	it.each<[string, () => Partial<ContactsRun>, IDataObject]>([
		[
			'the status of the response',
			() => ({}),
			{ error: 'The Contacts API has nothing at the address of page 1 (404)', status: 404 },
		],
		[
			'the status of a failed token request',
			() => ({ credentials: { ...credentials, authUrl: stub.api.url } }),
			{
				error: 'The authorization server has nothing at the address of the token request (404)',
				status: 404,
			},
		],
		[
			'no status without a response',
			() => ({ parameters: { operation: 'getPage', continuation: 'x' } }),
			{ error: "'Continuation' was not returned by this node" },
		],
	])('has %s in an error item', async (_name, rest, { error, ...details }: IDataObject) => {
		stub.answerWith(respond(404, ''));
		const { pages } = await getPage({}, { onError: 'continueRegularOutput', ...rest() });
		const description = expect.any(String);
		expect(pages).toEqual([{ error, details: { description, ...details } }]);
	});
});

describe('A continuation is refused before anything is sent', () => {
	it.each<[string, (genuine: string) => IDataObject, object, string]>([
		['a number', () => ({ continuation: '={{ 2 }}' }), {}, 'was not returned by this node'],
		['an object', () => ({ continuation: '={{ {} }}' }), {}, 'was not returned by this node'],
		[
			'one of an older version',
			(text) => ({ continuation: text.replace(/^c1/, 'c0') }),
			{},
			'comes from another version of this node',
		],
		[
			'one of another page size',
			(continuation) => ({ continuation, pageSize: 51 }),
			{},
			'belongs to another list',
		],
		[
			'one of another organization',
			(continuation) => ({ continuation }),
			{ orgId: 'o' },
			'belongs to another list',
		],
	])('%s', async (_name, parametersOf, changed, problem) => {
		stub.answerWith(FIRST);
		const { page } = await getPage({ pageSize: 2 });
		const { error } = await getPage(
			{ pageSize: 2, ...parametersOf(page.continuation!) },
			{ credentials: { ...credentials, ...changed } },
		);
		expect(error).toMatchObject({
			message: `'Continuation' ${problem}`,
			description: expect.stringMatching(/empty/),
			context: { itemIndex: 0 },
		});
		expect([stub.api.requests.length, stub.auth.requests.length]).toEqual([1, 1]);
	});
});
