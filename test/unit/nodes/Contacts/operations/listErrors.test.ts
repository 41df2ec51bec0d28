/** The errors of lists that cannot be read on, and what they advise. */
import { type Advice, explainFailure } from '../../../../../nodes/Contacts/operations/listErrors';
import { paginationOf } from '../../../../../nodes/Contacts/operations/readingParameters';
import { ListFailure, type ListFailureReason } from '../../../../../nodes/Contacts/paginate';
import { type Contact, type ReadOptions, reads, readWhole } from '../../../../corpus/read';
import { A, B, C, contactsOf, D, inTurn, range, Response } from '../../../../corpus/services';
import { always } from '../../../../promises/promise';

/** Makes pages of these contacts. */
const pageOf =
	(...list: Contact[]) =>
	(rest: object = {}) => ({ list, ...rest });
const [ab, cd] = [pageOf(A, B), pageOf(C, D)];
const [c, none] = [pageOf(C), pageOf()];
const EMPTY = range(1_001).map((n) => none({ next: `?${n + 1}` }));

const EVIL = 'https://evil.example/?3';
const withStatus = (status: number) => new Response({ status });
const failed = withStatus(500);
const withLink = (link: string) =>
	new Response({ body: [A, B], headers: { Link: `<${link}>; rel="next"` } });

const NEXT_LINK = { mode: 'nextLink' } as const;
const LAST_CONTACT = { mode: 'lastContact', lastContactField: 'at' } as const;
const PAGE_NUMBER = { mode: 'pageNumber' } as const;
const TOTAL = { mode: 'cursor', cursorField: 'total' } as const;

/** Answers in turn, and then with the last answer. */
const repeating = (...answers: unknown[]) =>
	inTurn([], ...answers, ...Array<unknown>(20).fill(answers.at(-1)));

describe.each(Object.entries(reads))('With %s, a part of a list is an error:', (_name, read) => {
	it.each<[string, string, unknown[], ReadOptions['pagination']?]>([
		['nextElsewhere', 'a link to another host', [ab({ next: EVIL })], NEXT_LINK],
		['nextElsewhere', 'a later link to one', [ab({ next: '?2' }), cd({ next: EVIL })]],
		['endUnknown', 'a last contact without the field', [ab()], LAST_CONTACT],
		['pageRepeated', 'a total as a cursor', [ab({ total: 9 })], TOTAL],
		['nextElsewhere', 'a link that is a number', [ab({ next: 7 })], NEXT_LINK],
		['nextElsewhere', 'a Link header that is none', [withLink('https://')], { mode: 'linkHeader' }],
		['pageRepeated', 'a page that comes again', [ab({ next: '?2' }), ab({ next: '?3' })]],
		['positionUnexpected', 'another page', [ab(), cd()], { mode: 'offset' }],
		['tooManyEmptyPages', 'empty pages without end', [ab({ next: '?0' }), ...EMPTY]],
		['totalDiffers', 'a total above what came', [ab({ total: 9, next: '?2' }), c({ total: 9 })]],
		['nextUnknown', 'a flag without a way', [ab({ hasMore: true })], { mode: 'off' }],
		['failedWithSuccess', 'another response', [ab({ next: '?2' }), { message: 'x' }]],
		['notAListAt', 'one contact in place of a list', [ab({ next: '?2' }), { list: C }]],
		['notAListAt', 'a list in an object after a bare one', [withLink('?2'), { found: [C] }]],
		['tooManyContacts', 'more than can be kept', [{ list: Array<Contact>(100_001).fill(A) }]],
		['notAContact', 'other things', [ab({ next: '?2' }), pageOf()({ list: ['Ada'] })]],
		['noList', 'no list', [{ message: 'x' }]],
		['listDoubtful', 'a list of somebody', [{ viewer: { name: 'Ada', people: { nodes: [B] } } }]],
		['noList', 'contacts under their IDs', [{ contacts: { a: A, b: B }, hasMore: false }]],
		['failed', 'an error of the service', [ab({ next: '?2' }), withStatus(503)]],
		['positionUnexpected', 'a failing page', [ab(), failed, ab(), ab(), failed], PAGE_NUMBER],
		['refused', 'a refused page', [ab({ next: '?2' }), withStatus(400)]],
		['notFound', 'nothing at the address', [withStatus(404)]],
	])('%s: %s', async (reason, _case, answers, pagination = {}) => {
		const outcome = await read(repeating(...answers), { pageSize: 2, pagination });
		expect(outcome).toMatchObject({ result: 'error', reason });
	});
});

it.each([
	['whole', [{ error: null }, { error: 0 }, { error: 'none' }, { error: { code: 0, text: 'OK' } }]],
	['whole', [{ errors: [] }, { success: true, status: 'ok' }]],
	['failedWithSuccess', [{ error: 'x' }, { error: 500 }, { error: { code: 7 } }]],
	['failedWithSuccess', [{ fault: { a: 'x' } }, { success: false }, { status: 'error' }]],
])('A list is %s beside each of the fields %j', async (expected, all) => {
	for (const fields of all) {
		const contacts = contactsOf(7);
		const service = { contacts, respond: () => ({ body: { contacts, ...fields } }) };
		const { result, reason } = await readWhole(service, { pageSize: 20 });
		expect(reason ?? result).toBe(expected);
	}
});

const byOffset = { pageSize: 2, pagination: { mode: 'offset', offsetParameter: 'skip' } as const };
const off = { pageSize: 2, pagination: { mode: 'off' } as const };

it.each<[string, unknown[], ReadOptions, hidden?: string]>([
	["Page Number; Last Contact ('Last Contact Field' id). If it", [ab({ hasMore: true })], byOffset],
	['is Offset: correct what', [ab(), withStatus(400)], byOffset],
	['not an object with keys', ['Ada'], { pageSize: 2 }],
	['no further page was requested: set it to Auto', [ab({ hasMore: true })], off, 'Settings to'],
])('An error says: %s', async (text, answers, options, hidden = 'Automatic') => {
	const { message, description } = await readWhole(repeating(...answers), options);
	expect(`${message} ${description}`).toContain(text);
	expect(description).not.toContain(hidden);
});

/** Fields beside the list. */
const fieldsOf = (fields: object, isNear = true) =>
	Object.entries(fields).map(([name, value]) => {
		return { name, path: [name], word: name.toLowerCase(), value, isNear };
	});

const LINK = { mode: 'nextLink', nextLinkField: 'next' };
const BY_CURSOR = { mode: 'cursor', cursorField: 'nextCursor', cursorParameter: null };
const BY_PAGE = { mode: 'pageNumber', pageParameter: null, firstPage: null };
const BY_OFFSET = { mode: 'offset', offsetParameter: null, firstOffset: null };
const BY_LAST = { mode: 'lastContact', lastContactField: null, cursorParameter: null };
const ALL_MODES = [BY_PAGE, BY_OFFSET, BY_LAST];
const OFF_MODE = { mode: 'off' };
const cursorIn = (name: string) => ({ fields: fieldsOf({ [name]: 'a1' }) });
const listAt = (contactsField: string | null) => ({ mode: 'automatic', contactsField });

it.each<[ListFailureReason, facts: object, mode: string, ...suggestions: object[]]>([
	['endUnknown', { fields: fieldsOf({ next: '?a=2' }) }, 'automatic', LINK, ...ALL_MODES],
	['endUnknown', { fields: fieldsOf({ next: null }) }, 'automatic', LINK, ...ALL_MODES, OFF_MODE],
	['endUnknown', { fields: [], total: 3 }, 'automatic', ...ALL_MODES],
	['nextUnknown', cursorIn('nextCursor'), 'offset', BY_CURSOR, BY_PAGE, BY_LAST],
	['nextUnknown', cursorIn('nextCursor'), 'cursor', ...ALL_MODES],
	['manyLists', { names: ['people', 'ann.bell@example.com'] }, 'automatic', listAt('people')],
	['noList', { names: ['people'] }, 'automatic', listAt(null)],
])('For %s, %j, the mode %s, settings to try are %j …', (reason, facts, mode, ...suggestions) => {
	expect(adviceOf(reason, facts, { mode })?.suggestions).toEqual(suggestions);
});

it.each<[string[], fields: object, isNear: boolean, settings?: object]>([
	[['nextToken', 'count'], { nextToken: 'b3Bhc', count: 7, more: true, next: null }, true],
	[['nextToken'], { nextToken: 'b3Bhc', nextCursor: 'b3Bhd' }, true, BY_CURSOR],
	[[], { nextToken: 'b3Bhc' }, false],
])('An error names as not understood: %j of %j, near the list: %j, with %j', (names, ...given) => {
	const [fields, isNear, settings] = given;
	const advice = adviceOf('nextUnknown', { fields: fieldsOf(fields, isNear) }, settings);
	expect(advice!.unreadFields).toEqual(names);
});

it('Other settings of Pagination are no advice where they would change nothing', () => {
	expect(adviceOf('queryParameterFixesPage', { names: ['page'], fields: [] })).toBeUndefined();
	expect(adviceOf('tooManyContacts', {})).toBeUndefined();
});

function adviceOf(reason: ListFailureReason, facts: object, settings = {}) {
	const failure = new ListFailure(reason, { page: 1, received: 2, ...facts });
	const { userMessage } = explainFailure(failure, paginationOf(settings));
	return userMessage.advice as Advice | undefined;
}

/** The error of a service that always sends the same. */
const errorWith = async (fields: object) =>
	await readWhole(always({ list: contactsOf(20), ...fields }), { pageSize: 20 });

it('An error suggests at most eight settings, names 20 unread fields and keeps eight lines', async () => {
	const names = range(30).map((n) => `next_${'id_'.repeat(n + 1)}key`);
	const fields = Object.fromEntries(names.map((name) => [name, 'b3BhcXVl20']));
	const { advice, lines } = await errorWith({ ...fields, hasMore: true });
	expect(advice!.suggestions).toHaveLength(8);
	expect(advice!.unreadFields).toEqual(names.slice(0, 20));
	expect(advice!.trace).toEqual(lines.slice(-8));
});

const DATA = ['cursor_eyJhbGciOiJIUzI1NiJ9', 'next_ann.bell@example.com', 'next page of Ann Bell'];

it.each(DATA)('No error shows the field %s, whose name may be data', async (name) => {
	const { description, advice, lines } = await errorWith({ [name]: 'b3BhcXVl20', hasMore: true });
	expect(description).toMatch(/\w/);
	expect(JSON.stringify([description, advice, lines])).not.toContain(name);
});
