import type { IDataObject } from 'n8n-workflow';

import { executeContacts, runContacts } from '../../../support/engine';
import { respond } from '../../../support/rawServer';
import { startTestService, type TestService } from '../../../support/service';
import { json, startStubApi, type StubApi } from '../stubApi';

const ALL = 120;

let service: TestService;
let stub: StubApi;
beforeAll(async () => {
	service = await startTestService(ALL);
	stub = await startStubApi();
});
afterAll(async () => {
	await Promise.all([service.close(), stub.close()]);
});
beforeEach(() => {
	service.configure({ pageStyle: 'cursor', contactsForm: 'object', pageMetadata: true });
	service.requests.reset();
});

type Credentials = TestService['credentials'];

async function getPage(
	parameters: IDataObject,
	{
		credentials = service.credentials,
		items,
	}: { credentials?: Credentials; items?: IDataObject[] } = {},
) {
	const { outputs, error, hints } = await runContacts({
		credentials,
		items,
		parameters: { operation: 'getPage', ...parameters },
	});
	const pages = (outputs[0] ?? []).map((item) => item.json as unknown as Page);
	return {
		page: pages[0]!,
		pages,
		pairs: outputs[0]?.map((item) => item.pairedItem),
		error,
		hints,
	};
}

interface Page {
	contacts: IDataObject[];
	continuation: string | null;
}

describe('Get Page', () => {
	it.each([
		['cursor', {}],
		['pageNumber', {}],
		['offset', {}],
		['nextLink', { linkForm: 'absolute' }],
		['nextLink', { linkForm: 'relative' }],
		['linkHeader', { contactsForm: 'array' }],
	] as const)(
		'gets one page as one item, until the list ends: %s %j',
		async (pageStyle, settings) => {
			service.configure({ pageStyle, ...settings });
			const contacts: IDataObject[] = [];
			let continuation: string | null = '';
			let calls = 0;
			while (continuation !== null) {
				const { page, pages, pairs, error }: Awaited<ReturnType<typeof getPage>> = await getPage({
					pageSize: 50,
					continuation,
				});
				expect(error).toBeUndefined();
				expect([pages.length, pairs]).toEqual([1, [{ item: 0 }]]);
				expect(service.requests.contacts.count).toBe(++calls);
				contacts.push(...page.contacts);
				continuation = page.continuation;
			}
			const [whole] = await executeContacts({
				credentials: service.credentials,
				parameters: { returnAll: true },
			});
			expect(calls).toBe(3);
			expect(contacts).toEqual(whole!.map((item) => item.json));
		},
	);

	it.each([[undefined], [''], ['={{ $json.continuation }}'], ['={{ null }}'], ['  ']])(
		'starts with the first page when Continuation is %j',
		async (continuation) => {
			const { page, error } = await getPage({ pageSize: 7, ...(continuation && { continuation }) });
			expect(error).toBeUndefined();
			expect(page.contacts).toHaveLength(7);
			expect(service.requests.contacts.queries).toEqual([{ pageSize: '7' }]);
		},
	);

	it("takes each item's own continuation", async () => {
		const { page: first } = await getPage({ pageSize: 50 });
		const { page: second } = await getPage({ pageSize: 50, continuation: first.continuation });
		const { pages, pairs } = await getPage(
			{ pageSize: 50, continuation: '={{ $json.continuation }}' },
			{
				items: [
					{ continuation: second.continuation },
					{},
					{ continuation: ` ${first.continuation}\n` },
				],
			},
		);
		expect(pages.map(({ contacts }) => contacts.length)).toEqual([20, 50, 50]);
		// The nonce of a continuation is a new one each time.
		expect(pages[2]!.contacts).toEqual(second.contacts);
		expect(pairs).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	it('keeps the chosen fields, and says which of them no contact has', async () => {
		const { page, hints } = await getPage({
			pageSize: 2,
			options: { fields: ['id', 'no.such.field'] },
		});
		expect(page.contacts.map((contact) => Object.keys(contact))).toEqual([['id'], ['id']]);
		expect(hints).toEqual([
			"None of the contacts has no.such.field. Check 'Output Field Names or IDs' in the 'Options'.",
		]);
	});

	it('allows other fields on each page', async () => {
		const { page } = await getPage({ pageSize: 50, options: { fields: ['id'] } });
		const next = await getPage({ pageSize: 50, continuation: page.continuation });
		expect(next.error).toBeUndefined();
		expect(Object.keys(next.page.contacts[0]!).length).toBeGreaterThan(1);
	});

	it('names the settings that were found by guessing', async () => {
		const credentials = stub.credentials();
		const list = (first: number) =>
			json([{ id: first }, { id: first + 1 }], { 'X-Total-Count': '4' });
		stub.answerWith(list(1), list(3));
		const { page } = await getPage({ pageSize: 2 }, { credentials });
		const { hints } = await getPage(
			{ pageSize: 2, continuation: page.continuation },
			{ credentials },
		);
		expect(hints).toEqual([
			"The service does not say how to request its pages, so the node has asked it in several ways. To save these requests, set 'Pagination' in the 'Options' to Page Number ('Page Parameter' page, 'First Page' 0).",
		]);
	});

	it('fails with the status of the response, also in an error item', async () => {
		stub.answerWith(respond(404, ''));
		const run = {
			credentials: stub.credentials(),
			parameters: { operation: 'getPage' },
			onError: 'continueRegularOutput' as const,
		};
		const { outputs } = await runContacts(run);
		expect(outputs[0]![0]!.json).toEqual({
			error: 'The Contacts API has nothing at the address of page 1 (404)',
			details: { description: expect.stringMatching(/^Check 'Base URL'/), status: 404 },
		});
	});

	it('fails with the status of a failed token request, also in an error item', async () => {
		const { credentials } = service;
		const { outputs } = await runContacts({
			credentials: { ...credentials, refreshToken: 'revoked' },
			parameters: { operation: 'getPage' },
			onError: 'continueRegularOutput',
		});
		expect(outputs[0]![0]!.json).toEqual({
			error: 'The authorization server did not accept the client ID or the refresh token (401)',
			details: { description: expect.stringMatching(/^Check 'Client ID'/), status: 401 },
		});
	});

	it('has no status in an error item without a response', async () => {
		const { outputs } = await runContacts({
			credentials: stub.credentials(),
			parameters: { operation: 'getPage', continuation: 'x' },
			onError: 'continueErrorOutput',
		});
		expect(outputs[1]![0]!.json).toEqual({
			error: "'Continuation' was not returned by this node",
			details: {
				description:
					"Enter the 'continuation' of the previous page unchanged, or leave it empty for the first page.",
			},
		});
	});
});

describe('An invalid continuation is refused before anything is sent', () => {
	const INVALID = "'Continuation' was not returned by this node";
	const OTHER = "'Continuation' belongs to another list";

	it.each<[string, (genuine: string) => IDataObject, Partial<Credentials>, string]>([
		['nonsense', () => ({ continuation: 'page 2' }), {}, INVALID],
		['a number', () => ({ continuation: '={{ 2 }}' }), {}, INVALID],
		['an object', () => ({ continuation: '={{ {} }}' }), {}, INVALID],
		['one that was changed', (text) => ({ continuation: text.replace(/.$/, '!') }), {}, INVALID],
		[
			'one of an older version',
			(text) => ({ continuation: text.replace(/^c1/, 'c0') }),
			{},
			"'Continuation' comes from another version of this node",
		],
		['one of another page size', (continuation) => ({ continuation, pageSize: 51 }), {}, OTHER],
		[
			'one of another pagination',
			(continuation) => ({
				continuation,
				options: { pagination: { settings: { mode: 'offset' } } },
			}),
			{},
			OTHER,
		],
		[
			'one of other query parameters',
			(continuation) => ({
				continuation,
				options: { queryParameters: { parameters: [{ name: 'tag', value: 'a' }] } },
			}),
			{},
			OTHER,
		],
		['one of another client', (continuation) => ({ continuation }), { clientId: 'other' }, OTHER],
		['one of another organization', (continuation) => ({ continuation }), { orgId: 'o' }, OTHER],
		['one of another token', (continuation) => ({ continuation }), { refreshToken: 'o' }, OTHER],
	])('%s', async (_name, parametersOf, changed, message) => {
		const credentials = stub.credentials();
		stub.answerWith(json({ contacts: [{ id: 1 }, { id: 2 }], nextCursor: 'a' }));
		const { page } = await getPage({ pageSize: 2 }, { credentials });
		const before = [stub.api.connections, stub.auth.connections];
		const { error } = await getPage(
			{ pageSize: 2, ...parametersOf(page.continuation!) },
			{ credentials: { ...credentials, ...changed } },
		);
		expect(error).toMatchObject({
			message,
			description: expect.stringMatching(/empty/),
			context: { itemIndex: 0 },
		});
		expect([stub.api.connections, stub.auth.connections]).toEqual(before);
	});
});
