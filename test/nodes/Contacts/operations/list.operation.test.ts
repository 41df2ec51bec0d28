import { type INodePropertyCollection, NodeHelpers } from 'n8n-workflow';

import { Contacts } from '../../../../nodes/Contacts/Contacts.node';
import type { Settings } from '../../../../sandbox/service/settings.ts';
import { type ContactsRun, runContacts } from '../../../support/engine';
import { startTestService, type TestService } from '../../../support/service';

/** Fills pages of 30 exactly. */
const ALL = 120;

const HINT =
	"The service has more contacts than these. Turn on 'Return All' to get all of them, or set 'Limit' in the 'Options'.";

let service: TestService;
let ids: unknown[];
beforeAll(async () => {
	service = await startTestService(ALL);
	service.configure({ pageStyle: 'single' });
	ids = idsOf(await list({ pageSize: ALL }));
	expect(new Set(ids).size).toBe(ALL);
});
afterAll(async () => await service.close());
beforeEach(() => {
	service.configure({
		pageStyle: 'cursor',
		contactsForm: 'object',
		contactsKey: 'contacts',
		pageMetadata: true,
		linkForm: 'absolute',
		defaultPageSize: 50,
		maxPageSize: 1_000,
		tooLargePageSize: 'clamp',
	});
	service.requests.reset();
});

async function list(parameters: ContactsRun['parameters'], items?: ContactsRun['items']) {
	return await runContacts({ credentials: service.credentials, parameters, items });
}

function idsOf({ outputs }: Awaited<ReturnType<typeof list>>): unknown[] {
	return outputs[0]!.map(({ json }) => json.id);
}

const queries = () => service.requests.contacts.queries;

/** Options with the given Pagination. */
const byHand = (settings: object) => ({ pagination: { settings } });

describe('The form', () => {
	const { properties } = new Contacts().description;

	it('requests one page of 50 contacts by default', async () => {
		const { outputs, hints } = await list({});
		expect(outputs[0]).toHaveLength(50);
		expect(queries()).toEqual([{ pageSize: '50' }]);
		expect(hints).toEqual([HINT]);
	});

	it('shows the fields of the selected operation only', () => {
		const shown = (parameters: object) =>
			properties
				.filter((field) => NodeHelpers.displayParameter({ ...parameters }, field, null, null))
				.map(({ name }) => name);
		expect(shown({ resource: 'contact', operation: 'list' })).toEqual([
			'resource',
			'operation',
			'returnAll',
			'pageSize',
			'options',
		]);
		expect(shown({ resource: 'other', operation: 'list' })).toEqual(['resource']);
	});

	const options = properties.find(({ name }) => name === 'options')!.options!;
	const pagination = options.find(({ name }) => name === 'pagination') as { options: unknown };
	const { values } = (pagination.options as INodePropertyCollection[])[0]!;

	const END = ['hasMoreField', 'hasMoreOn', 'endsWithError'];

	it.each([
		['automatic', []],
		['off', []],
		['linkHeader', []],
		['nextLink', ['nextLinkField']],
		['cursor', ['cursorField', 'cursorParameter', 'isInclusive', ...END]],
		['lastContact', ['lastContactField', 'cursorParameter', 'isInclusive', ...END]],
		['pageNumber', ['pageParameter', 'firstPage', 'totalPagesField', ...END]],
		['offset', ['offsetParameter', 'firstOffset', ...END]],
	])('asks for the settings of the mode %s', (mode, names) => {
		const shown = values
			.filter((field) =>
				NodeHelpers.displayParameter({ mode, checkTotal: true }, field, null, null),
			)
			.map(({ name }) => name);
		const always = ['mode', 'checkRepeats', 'checkTotal', 'totalField'];
		expect(shown.sort()).toEqual([...always, ...names].sort());
	});
});

describe('The page size', () => {
	it.each<[string, unknown, Array<Record<string, string>>]>([
		['a number', 30, [{ pageSize: '30' }]],
		['text from an expression', '={{ "30" }}', [{ pageSize: '30' }]],
		['text with spaces around', '={{ " 30 " }}', [{ pageSize: '30' }]],
		['a number from an expression', '={{ 15 * 2 }}', [{ pageSize: '30' }]],
		['an expression that is empty', '={{ "" }}', [{}]],
		['an expression that is null', '={{ null }}', [{}]],
		['an expression that is undefined', '={{ $json.missing }}', [{}]],
		['nothing', '', [{}]],
	])('is sent as given: %s', async (_name, pageSize, expected) => {
		const { error } = await list({ pageSize: pageSize as string });
		expect(error).toBeUndefined();
		expect(queries()).toEqual(expected);
	});

	it.each<[unknown]>([
		[0],
		[-1],
		[1.5],
		[1e21],
		['abc'],
		['30x'],
		['1e3'],
		[' '],
		['={{ true }}'],
		['={{ [30] }}'],
		['={{ {} }}'],
		['={{ 0 / 0 }}'],
		['={{ "-1" }}'],
		['={{ 9007199254740993 }}'],
	])('is refused before anything is sent: %j', async (pageSize) => {
		const { error } = await list({ pageSize: pageSize as string });
		expect(error).toMatchObject({
			message: "'Page Size' is not a whole number of at least 1",
			context: { itemIndex: 0 },
		});
		expect(service.requests.contacts.count).toBe(0);
	});

	it('is read for each item', async () => {
		await list({ pageSize: '={{ $json.size }}' }, [{ size: 7 }, { size: '8' }, {}]);
		expect(queries()).toEqual([{ pageSize: '7' }, { pageSize: '8' }, {}]);
	});

	it('fails with a hint at a smaller size when the service refuses it', async () => {
		service.configure({ tooLargePageSize: 'refuse', maxPageSize: 100 });
		const { error } = await list({ pageSize: 101 });
		expect(error).toMatchObject({
			message: 'The Contacts API refused the request for page 1 (400)',
			description: expect.stringMatching("^Try a smaller 'Page Size'"),
			httpCode: '400',
		});
	});

	it('may be lowered by the service without losing contacts', async () => {
		service.configure({ defaultPageSize: 25, maxPageSize: 25 });
		expect(idsOf(await list({ pageSize: 1_000, returnAll: true }))).toEqual(ids);
		expect(service.requests.contacts.count).toBe(5);
	});
});

describe('Return All', () => {
	it.each<[unknown, number]>([
		[true, 4],
		['={{ true }}', 4],
		['={{ "true" }}', 4],
		['={{ 1 }}', 4],
		[false, 1],
		['={{ "false" }}', 1],
		['={{ "False" }}', 1],
		['={{ "" }}', 1],
		['={{ 0 }}', 1],
		['={{ null }}', 1],
	])('set to %j takes %d requests', async (returnAll, requests) => {
		const { error } = await list({ pageSize: 30, returnAll: returnAll as boolean });
		expect(error).toBeUndefined();
		expect(service.requests.contacts.count).toBe(requests);
	});

	it('produces no hint', async () => {
		expect((await list({ pageSize: 30, returnAll: true })).hints).toEqual([]);
	});

	it('is not suggested when one page has all contacts', async () => {
		expect((await list({ pageSize: ALL })).hints).toEqual([]);
	});

	it.each<[unknown, number, number]>([
		[1, 1, 1],
		[30, 30, 1],
		[31, 31, 2],
		['={{ "31" }}', 31, 2],
		[1_000, ALL, 4],
		['={{ null }}', ALL, 4],
		['', ALL, 4],
	])('with the limit %j returns %d contacts of %d pages', async (limit, contacts, requests) => {
		const result = await list({
			pageSize: 30,
			returnAll: true,
			options: { limit: limit as number },
		});
		expect(idsOf(result)).toEqual(ids.slice(0, contacts));
		expect(service.requests.contacts.count).toBe(requests);
		expect(result.hints).toEqual([]);
	});

	it.each([[0], [-1], [1.5], ['={{ "all" }}']])('refuses the limit %j', async (limit) => {
		const { error } = await list({ options: { limit } });
		expect(error!.message).toBe("'Limit' is not a whole number of at least 1");
		expect(service.requests.contacts.count).toBe(0);
	});

	it('returns no items and no error for an organization without contacts', async () => {
		const client = service.operator.provisionClient({ orgId: 'org_empty' });
		for (const pageStyle of ['single', 'cursor', 'pageNumber', 'offset', 'nextLink'] as const) {
			service.configure({ pageStyle });
			const { outputs, error } = await runContacts({
				credentials: { ...service.credentials, ...client },
				parameters: { returnAll: true },
			});
			expect(error).toBeUndefined();
			expect(outputs[0]).toEqual([]);
		}
	});
});

/** A page of all contacts that does not say so is followed by this many questions. */
const QUESTIONS = 4;

/** Every paging style of the service: its settings, those of the node, and how many questions follow. */
const styles: Array<[string, Partial<Settings>, object, number?]> = [
	['a cursor', { pageStyle: 'cursor' }, { mode: 'cursor' }],
	[
		'a page number',
		{ pageStyle: 'pageNumber' },
		{ mode: 'pageNumber', totalPagesField: 'totalPages' },
	],
	['an offset', { pageStyle: 'offset' }, { mode: 'offset', totalField: 'total' }],
	['a next link', { pageStyle: 'nextLink' }, { mode: 'nextLink' }],
	['a relative next link', { pageStyle: 'nextLink', linkForm: 'relative' }, { mode: 'nextLink' }],
	['a Link header', { pageStyle: 'linkHeader' }, { mode: 'linkHeader' }, QUESTIONS],
	[
		'a relative Link header on a bare list',
		{ pageStyle: 'linkHeader', linkForm: 'relative', contactsForm: 'array' },
		{ mode: 'linkHeader' },
		QUESTIONS,
	],
];

describe.each(styles)('Pages by %s', (_name, settings, pagination, questions = 0) => {
	beforeEach(() => void service.configure(settings));

	// 17 leaves a short last page, 30 a full one, 119 one contact, and 500 holds all.
	it.each([[17], [30], [119], [500]])('of %d are recognized', async (pageSize) => {
		expect(idsOf(await list({ pageSize, returnAll: true }))).toEqual(ids);
		const pages = Math.ceil(ALL / pageSize);
		expect(service.requests.contacts.count).toBe(pages === 1 ? 1 + questions : pages);
	});

	it.each([[17], [30], [119], [500]])('of %d are read as configured', async (pageSize) => {
		const options = byHand(pagination);
		expect(idsOf(await list({ pageSize, returnAll: true, options }))).toEqual(ids);
		const pages = Math.ceil(ALL / pageSize);
		// Where one page has them all, its total may count the page: an offset is asked for once.
		const isAsked = pages === 1 && settings.pageStyle === 'offset';
		expect(service.requests.contacts.count).toBe(isAsked ? 2 : pages);
	});

	it('keep the page size', async () => {
		await list({ pageSize: 50, returnAll: true });
		expect(queries().map(({ pageSize }) => pageSize)).toEqual(['50', '50', '50']);
	});

	it('are read when the service decides the size', async () => {
		expect(idsOf(await list({ pageSize: '', returnAll: true }))).toEqual(ids);
	});

	it('are mentioned in a hint when only one was requested', async () => {
		const { outputs, hints } = await list({ pageSize: 50 });
		expect(outputs[0]).toHaveLength(50);
		expect(service.requests.contacts.count).toBe(1);
		expect(hints).toEqual([HINT]);
	});
});

describe('Without signs, pages', () => {
	beforeEach(
		() =>
			void service.configure({
				pageStyle: 'pageNumber',
				pageMetadata: false,
				contactsForm: 'array',
			}),
	);

	it.each<[string, Partial<Settings>, object, number]>([
		['by number, up to an empty one', { pageStyle: 'pageNumber' }, { mode: 'pageNumber' }, 5],
		['by offset, up to the last contact alone', { pageStyle: 'offset' }, { mode: 'offset' }, 4],
	])('are read %s as configured', async (_name, settings, pagination, requests) => {
		service.configure(settings);
		const parameters = { pageSize: 50, returnAll: true, options: byHand(pagination) };
		expect(idsOf(await list(parameters))).toEqual(ids);
		expect(service.requests.contacts.count).toBe(requests);
	});

	it.each<[string, Partial<Settings>, string]>([
		[
			'by number',
			{ pageStyle: 'pageNumber' },
			"Page Number ('Page Parameter' page, 'First Page' 1)",
		],
	])('are found %s by asking, which a hint says', async (_name, settings, found) => {
		service.configure(settings);
		const run = await list({ pageSize: 50, returnAll: true });
		expect(idsOf(run)).toEqual(ids);
		expect(run.hints).toEqual([
			expect.stringContaining(`set 'Pagination' in the 'Options' to ${found}.`),
		]);
	});

	it('fail when the first is full, and the service understands no parameter', async () => {
		service.configure({ pageStyle: 'single', maxPageSize: 50 });
		const { error, outputs } = await list({ pageSize: 50, returnAll: true });
		expect(error).toMatchObject({
			message: 'The list may continue after page 1, but the response does not say so',
			description: expect.stringContaining("set 'Pagination' in the 'Options'"),
			context: { itemIndex: 0 },
		});
		expect(outputs).toEqual([]);
	});

	it('are the whole list when the first is not full', async () => {
		expect(idsOf(await list({ pageSize: 500, returnAll: true }))).toEqual(ids);
	});

	it('are the whole list with Pagination Off', async () => {
		service.configure({ pageStyle: 'single' });
		const parameters = { pageSize: ALL, returnAll: true, options: byHand({ mode: 'off' }) };
		expect(idsOf(await list(parameters))).toEqual(ids);
	});

	it('are requested as configured, also by an expression', async () => {
		service.configure({ pageStyle: 'pageNumber', pageMetadata: true, contactsForm: 'object' });
		const settings = {
			mode: 'pageNumber',
			pageParameter: '={{ " page " }}',
			firstPage: '={{ "1" }}',
			totalPagesField: '',
		};
		const parameters = { pageSize: 50, returnAll: true, options: byHand(settings) };
		expect(idsOf(await list(parameters))).toEqual(ids);
		expect(queries().map(({ page }) => page)).toEqual([undefined, '2', '3']);
	});

	it('are requested with the default names when a name is empty', async () => {
		service.configure({ pageStyle: 'offset' });
		const settings = { mode: 'offset', offsetParameter: '' };
		await list({ pageSize: 50, returnAll: true, options: byHand(settings) });
		// One contact back proves the parameter, and again that the list has ended.
		expect(queries()[1]).toMatchObject({ offset: '49' });
	});

	it.each([[-1], [1.5], ['={{ "one" }}']])(
		'are refused with the first page %j',
		async (firstPage) => {
			const { error } = await list({ options: byHand({ mode: 'pageNumber', firstPage }) });
			expect(error!.message).toBe("'First Page' is not a whole number of at least 0");
		},
	);

	it.each([['telepathy'], ['constructor']])('are refused in the mode %j', async (mode) => {
		const { error } = await list({ options: byHand({ mode }) });
		expect(error!.message).toBe("'Pagination' is set to a mode that does not exist");
		expect(service.requests.contacts.count).toBe(0);
	});
});

describe('The contacts', () => {
	it('are found under any name', async () => {
		service.configure({ contactsKey: 'people' });
		expect(idsOf(await list({ pageSize: 30, returnAll: true }))).toEqual(ids);
	});

	it('are found at the configured field, also by an expression', async () => {
		service.configure({ contactsKey: 'a.b' });
		for (const contactsField of ['a.b', '={{ $json.field }}', ' a.b ', '']) {
			const parameters = { pageSize: 30, options: { contactsField } };
			expect(idsOf(await list(parameters, [{ field: 'a.b' }]))).toEqual(ids.slice(0, 30));
		}
	});

	it('are not searched elsewhere when a field is configured', async () => {
		const { error } = await list({ options: { contactsField: 'people' } });
		expect(error).toMatchObject({
			message: 'The response for page 1 has no list where the contacts should be',
			description: expect.stringContaining('Keys seen: contacts, nextCursor.'),
		});
	});

	it('are requested below the path of Base URL', async () => {
		const credentials = { ...service.credentials, baseUrl: `${service.baseUrl}/elsewhere/` };
		const { error } = await runContacts({ credentials });
		expect(error).toMatchObject({
			message: 'The Contacts API has nothing at the address of page 1 (404)',
			httpCode: '404',
		});
	});

	it('are not requested with an incomplete credential', async () => {
		const { error } = await runContacts({ credentials: { ...service.credentials, clientId: '' } });
		expect(error).toMatchObject({
			message: "The credential has no 'Client ID'",
			context: { itemIndex: 0 },
		});
		expect(service.requests.contacts.count).toBe(0);
	});
});
