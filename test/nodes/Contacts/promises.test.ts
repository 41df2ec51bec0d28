/**
 * Ordinary responses in which readers have lost contacts without a word. Each list comes out whole, or
 * fails with an error. That lists of one run do not mislead each other is in `company.test.ts`.
 */
import type { Template } from '../../../sandbox/service/shapes/template.ts';
import { someOf } from '../../support/runs';
import { type Change, changingService, problemWith, withNoise } from './changing';
import {
	type Contact,
	type Pagination,
	type Read,
	reads,
	type Service,
	type ServiceResponse,
} from './read';
import { contactsOf, instead, inTurn, pagedService, range, withAudit } from './services';
import { cursor, lastId, offset, page, parameterOf, type Position } from './world/positions';

type Expected = 'whole' | 'error' | 'whole or error';

interface Case {
	name: string;
	expected: Expected;
	/** Made anew for each reading. */
	service: () => Service;
	pageSize?: number;
	pagination?: Partial<Pagination>;
}

/** Declares the tests that each case comes out as expected with List and with Get Page. */
function promise(text: string, cases: Case[]): void {
	it.each(Object.keys(reads) as Read[])(`${text}, with %s`, async (read) => {
		const broken: string[] = [];
		for (const { name, expected, service, pageSize = 50, pagination } of cases) {
			const { result } = await reads[read](service(), { pageSize, pagination });
			if (!expected.split(' or ').includes(result)) broken.push(`${name}: ${result}`);
		}
		expect(broken).toEqual([]);
	});
}

type Body = Record<string, Template>;

/** How services request pages, what their responses say about them, and the settings for that. */
interface Way {
	by: Position;
	signs: Body;
	settings: Partial<Pagination>;
}

const WAYS: Record<string, Way> = {
	'page numbers': {
		by: page('page', 1),
		signs: { page: '{number}', totalPages: '{pages}' },
		settings: { mode: 'pageNumber' },
	},
	'page numbers that nothing is said about': {
		by: page('page', 1),
		signs: {},
		settings: { mode: 'pageNumber' },
	},
	offsets: {
		by: offset('offset', 0),
		signs: { offset: '{start}', total: '{total}' },
		settings: { mode: 'offset' },
	},
	'offsets that nothing is said about': {
		by: offset('skip', 0),
		signs: {},
		settings: { mode: 'offset', offsetParameter: 'skip' },
	},
	cursors: {
		by: cursor('cursor'),
		signs: { nextCursor: '{next ?? null}' },
		settings: { mode: 'cursor' },
	},
	links: {
		by: page('page', 1),
		signs: { next: '{nextLink ?? null}' },
		settings: { mode: 'nextLink' },
	},
	'the last ID': {
		by: lastId('starting_after'),
		signs: { hasMore: '{hasMore}' },
		settings: { mode: 'lastContact', cursorParameter: 'starting_after' },
	},
};

/** Each way in Automatic, and with its settings. */
const everyWay = Object.entries(WAYS).flatMap(([way, { settings, ...rest }]) => [
	{ way, ...rest, pagination: undefined },
	{ way: `${way}, set by hand`, ...rest, pagination: settings },
]);

/** The number of contacts, and what the service makes of a page size of 50. */
const SIZES = [
	{ count: 30, maxPageSize: 100 },
	{ count: 120, maxPageSize: 100 },
	{ count: 120, maxPageSize: 40 },
];

const withoutIds = (count: number): Contact[] =>
	range(count).map((n) => ({ name: `Contact ${n}`, email: `contact${n}@example.com` }));

const nameOf = (value: unknown) => JSON.stringify(value);

/** Lists with something beside them: each by every way, with sizes and with and without IDs in turn. */
function besides(bodies: Body[], expected: Expected = 'whole'): Case[] {
	return bodies.flatMap((body, at) =>
		Object.entries(WAYS).map(([way, { by, signs }], index) => {
			const { count, maxPageSize } = SIZES[(at + index) % SIZES.length]!;
			const hasIds = way === 'the last ID' || (at + index) % 2 === 0;
			const contacts = hasIds ? contactsOf(count) : withoutIds(count);
			const description = { contacts, by, maxPageSize, body: { ...body, ...signs } };
			const ids = hasIds ? '' : ' without IDs';
			return {
				name: `${nameOf(body).slice(0, 200)}, ${count}${ids} in pages of up to ${maxPageSize}, by ${way}`,
				expected,
				service: () => withAudit(pagedService(description), contacts),
			};
		}),
	);
}

/** A service that always sends the same. */
const always = (body: unknown, contacts: Contact[] = [], status = 200): Service => ({
	contacts,
	respond: () => ({ status, body }),
});

const NAMESAKES: Body[] = [
	...[{ contact: null }, { contacts: [] }, { contacts: null }, { items: [] }, { ads: [] }],
	...[{ tags: [] }, { queryResults: [] }, { relatedPeople: [] }],
];

promise(
	'An empty field beside the list does not hide it',
	besides([
		...NAMESAKES.map((namesake) => ({ ...namesake, people: '{list}' })),
		...NAMESAKES.map((namesake) => ({ searchResults: '{list}', ...namesake })),
	]),
);
promise(
	'An empty field beside a list of one size hides no part of it',
	NAMESAKES.map((namesake) => ({
		name: nameOf(namesake),
		expected: 'whole or error',
		service: () => always({ ...namesake, people: contactsOf(30) }, contactsOf(30)),
	})),
);

const ORGANIZATION = { id: 'org_1', name: 'Acme', domain: 'acme.example' };

promise(
	'A second list with a more usual name does not replace the list',
	besides([
		{ profiles: '{list}', data: [ORGANIZATION] },
		{ profiles: '{list}', records: [ORGANIZATION] },
		{ profiles: '{list}', contacts: [ORGANIZATION] },
		{ profiles: '{list}', items: [ORGANIZATION, { ...ORGANIZATION, id: 'org_2' }] },
	]),
);

promise(
	'A known word in another object does not end the list',
	besides([
		{ contacts: '{list}', status: { done: true } },
		{ contacts: '{list}', limits: { remaining: 0 } },
		{ contacts: '{list}', view: { last: true } },
		{ contacts: '{list}', final: true },
		{ contacts: '{list}', job: { hasMore: false } },
		{ contacts: '{list}', done: true, complete: true },
		{ contacts: '{list}', billing: { next: '/v1/audit?page=2' } },
		{ contacts: '{list}', billing: { next: null, total: 3 } },
	]),
);

const numberedFields = Object.fromEntries(range(600).map((n) => [`field${n}`, n % 7]));

promise('An envelope of any size is read', [
	...besides([{ contacts: '{list}', meta: range(9).reduce<Template>((meta) => ({ meta }), 1) }]),
	...besides([{ contacts: '{list}', info: numberedFields }], 'whole or error'),
]);

const COMPANY = { name: 'Acme', emails: ['a@acme.example', 'b@acme.example'], employees: ['Ada'] };

const RESPONSES_WITHOUT_CONTACTS: Array<[Expected, unknown]> = [
	// A single object
	['error', { data: COMPANY, total: 1 }],
	['error', { data: { ...COMPANY, employees: [{ name: 'Ada' }] }, total: 1 }],
	['error', { organization: COMPANY }],
	// Lists of other things
	...[null, 'Ada', 7, true].flatMap((entry): Array<[Expected, unknown]> => [
		['error', { contacts: [entry, entry] }],
		['error', { data: [entry] }],
		['error', [entry, entry, entry]],
	]),
	['error', { contacts: [[1, 'Ada'], ['Bob']] }],
	['error', { contacts: [{ id: 1 }, null] }],
	// Wrappers of an empty list
	['whole or error', { results: [{ docs: [], numberOfDocs: 0 }] }],
	['whole or error', { data: [{ contacts: [], total: 0 }] }],
	// Another list
	[
		'whole or error',
		{ message: 'No contacts found', links: [{ rel: 'self', href: '/v1/contacts' }] },
	],
	['error', { total: 0, ads: [{ id: 1, text: 'Buy' }] }],
	['error', { message: 'Bad scope', errors: [{ code: 'scope', field: 'contacts' }] }],
	// A list that is left out
	['whole', { kind: 'crm#contactList', id: 'c1' }],
	['whole', { links: { self: '/v1/contacts' }, total: 0 }],
];

promise(
	'What is not a contact does not become one',
	RESPONSES_WITHOUT_CONTACTS.map(([expected, body]) => ({
		name: nameOf(body),
		expected,
		service: () => always(body),
	})),
);

const REFUSALS = [
	...['No valid scopes found in the token', 'No organizations found for this client'],
	...['No contacts found', 'Not found', 'No records match your query', 'Keine Kontakte gefunden'],
	...['Aucun contact trouvé', 'No se encontraron contactos', '連絡先が見つかりません'],
].flatMap((text): unknown[] => [
	{ message: text },
	{ error: { code: 'not_found', message: text } },
	{ errors: [{ title: text }] },
	{ contacts: [], error: text },
]);

// That the body of a refusal does not matter is in `fetchPage.test.ts`.
promise(
	'A refusal is an error, whatever its text, also with the status of success',
	[200, 400, 404].flatMap((status) =>
		(status === 200 ? REFUSALS : REFUSALS.slice(0, 1)).map((body) => ({
			name: `${status} ${nameOf(body)}`,
			expected: 'error',
			service: () => always(body, [], status),
		})),
	),
);

/** A service with 120 contacts, of which later pages have something else. */
const withLaterPages = (
	later: ServiceResponse | Template[],
	{ by, signs }: Omit<Way, 'settings'>,
) => {
	const body = { contacts: '{list}', ...signs };
	const service = (list: Body) =>
		pagedService({ contacts: contactsOf(120), by, fixedPageSize: 50, body: { ...body, ...list } });
	const others = Array.isArray(later) ? service({ contacts: later }) : undefined;
	return instead(service({}), (_, request) =>
		request.url.searchParams.has(parameterOf(by)) && !isFirst(request.url, by)
			? (others?.respond(request) ?? (later as ServiceResponse))
			: undefined,
	);
};

/** Whether an address has the position of the first page. */
const isFirst = ({ searchParams }: URL, by: Position) =>
	'first' in by && searchParams.get(parameterOf(by)) === String(by.first);

const LATER: Record<string, Array<ServiceResponse | Template[]>> = {
	'Entries that are not contacts are not an empty page': [
		...[[null], ['Ada', 'Bob'], [1, 2], [[1, 'Ada']], [[]], [{}, null]],
	],
	'A response without a list is not the end': [
		...[{ status: 204 }, { body: null }, { body: { message: 'Please try again' } }, { body: {} }],
	],
};

for (const [text, pages] of Object.entries(LATER)) {
	promise(
		text,
		pages.flatMap((later) =>
			everyWay.map(({ way, pagination, ...rest }) => ({
				name: `${nameOf(later)} by ${way}`,
				expected: 'error',
				pagination,
				service: () => withLaterPages(later, rest),
			})),
		),
	);
}

// Windows and ends

const WINDOW = 400;

const TOO_LARGE = { message: 'The result window is too large' };

const PAST_WINDOW: Record<string, ServiceResponse | undefined> = {
	400: { status: 400, body: TOO_LARGE },
	422: { status: 422, body: TOO_LARGE },
	404: { status: 404 },
	'an empty page': undefined,
};

const STATED: Record<string, Body> = {
	nothing: {},
	'a total': { total: '{total}' },
	'a flag': { hasMore: '{hasMore}' },
};

const listOf = ({ body }: ServiceResponse) => (body as { contacts: Contact[] }).contacts;

/** A service of 480 contacts that sends none of the last 80. */
function windowed(by: Position, past: string, signs: Body, maxPageSize: number): Service {
	const body = { contacts: '{list}', ...signs };
	const service = pagedService({ contacts: contactsOf(480), by, maxPageSize, body });
	return instead(service, (response) => {
		const list = listOf(response);
		if (list.length > 0 && Number(list.at(-1)!.id) <= WINDOW) return undefined;
		return PAST_WINDOW[past] ?? { body: { ...(response.body as Contact), contacts: [] } };
	});
}

/**
 * Nobody can know of a window that answers as the end of a list does where pages are numbered: by 404
 * where nothing says more, by an empty page without a total.
 */
const isKnowable = (by: Position, past: string, stated: string) =>
	'offset' in by ||
	past === '400' ||
	past === '422' ||
	stated === 'a total' ||
	(past === '404' && stated === 'a flag');

const BY_NUMBER = [page('page', 1), offset('offset', 0)];

promise('A window is not the end', [
	...BY_NUMBER.flatMap((by) =>
		Object.keys(PAST_WINDOW).flatMap((past) =>
			Object.entries(STATED)
				.filter(([stated]) => isKnowable(by, past, stated))
				.flatMap(([stated, signs]) =>
					[100, 50].map((maxPageSize): Case => ({
						name: `${past} beyond 400 of 480 by ${parameterOf(by)} with ${stated}, in pages of ${maxPageSize}`,
						expected: 'error',
						pageSize: 100,
						service: () => windowed(by, past, signs, maxPageSize),
					})),
				),
		),
	),
	{
		name: 'no cursor after 400 of a total of 480',
		expected: 'error',
		pageSize: 100,
		service: () =>
			instead(
				pagedService({
					...{ contacts: contactsOf(480), by: cursor('cursor') },
					body: { contacts: '{list}', total: '{total}', nextCursor: '{next}' },
				}),
				(response) =>
					Number(listOf(response).at(-1)!.id) > 380
						? { body: { ...(response.body as Contact), nextCursor: null } }
						: undefined,
			),
	},
]);

/** A service that refuses pages after the last one. */
const refusing = (status: number, by: Position, count: number, fixedPageSize?: number) =>
	instead(
		pagedService({ contacts: contactsOf(count), by, fixedPageSize, body: { contacts: '{list}' } }),
		(response) => (listOf(response).length > 0 ? undefined : { status, body: TOO_LARGE }),
	);

// From the second page on, a page has 49 contacts: 294 fill the last one.
const ENDS: Array<{
	count: number;
	expected: Expected;
	pageSize?: number;
	fixedPageSize?: number;
}> = [
	...[294, 300, 320].map((count) => ({ count, expected: 'whole' as const })),
	{ count: 6, expected: 'whole or error', pageSize: 3 },
	{ count: 300, expected: 'whole or error', fixedPageSize: 50 },
];

promise(
	'A refusal after the last page is the end',
	[400, 422, 404].flatMap((status) =>
		BY_NUMBER.flatMap((by) =>
			ENDS.map(({ count, expected, pageSize, fixedPageSize }) => ({
				name: `${status} after ${count} by ${parameterOf(by)}, in pages of ${pageSize ?? fixedPageSize}`,
				expected,
				pageSize,
				service: () => refusing(status, by, count, fixedPageSize),
			})),
		),
	),
);

promise(
	'The last page again is the end',
	[100, 120].flatMap((count) =>
		[undefined, { mode: 'pageNumber' } as const].map((pagination) => ({
			name: `${count} contacts with ${nameOf(pagination)}`,
			expected: 'whole',
			pagination,
			service: () => {
				const contacts = contactsOf(count);
				const { respond } = pagedService({
					...{ contacts, by: page('page', 1), body: { contacts: '{list}' } },
				});
				return {
					contacts,
					respond: ({ url }) => {
						const last = new URL(url);
						const pages = Math.ceil(count / Number(url.searchParams.get('pageSize')));
						const number = Math.min(Number(url.searchParams.get('page') ?? 1), pages);
						last.searchParams.set('page', String(number));
						return respond({ url: last });
					},
				};
			},
		})),
	),
);

promise('A total counts if only the first page states it, and a minimum does not', [
	{
		name: 'page numbers that end at 100 of 120',
		expected: 'error',
		pagination: { mode: 'pageNumber' },
		service: () => ({
			...pagedService({
				contacts: contactsOf(100),
				by: page('page', 1),
				body: { contacts: '{list}', 'total if isFirst': 120 },
			}),
			contacts: contactsOf(120),
		}),
	},
	...[120, 230].map((count): Case => ({
		name: `100 or more of ${count}`,
		expected: 'whole',
		service: () =>
			pagedService({
				contacts: contactsOf(count),
				by: page('page', 1),
				fixedPageSize: 50,
				body: { contacts: '{list}', page: '{number}', total: 100, relation: 'gte' },
			}),
	})),
]);

const OFF: Record<string, Body> = {
	'a next link': { next: '{nextLink ?? null}' },
	'a next link among links': { links: { next: '{nextLink ?? null}' } },
	'a cursor': { nextCursor: '{next ?? null}' },
	'a token': { nextPageToken: '{next ?? ""}' },
	'a Link header': {},
};

promise(
	'Off is an error where a response leads on',
	Object.entries(OFF).flatMap(([name, body]) =>
		[50, 120].map((count) => ({
			name: `${name}, ${count} contacts`,
			expected: count > 50 ? 'error' : 'whole',
			pagination: { mode: 'off' },
			service: () =>
				pagedService({
					contacts: contactsOf(count),
					by: cursor('cursor'),
					body: { contacts: '{list}', ...body },
					headers: name === 'a Link header' ? { Link: ['next'] } : {},
				}),
		})),
	),
);

// Contacts that equal each other, change, or move

promise('Contacts without IDs come out once', [
	...(['cursor', 'nextLink'] as const).map((mode): Case => ({
		name: `in a circle of pages by ${mode}`,
		expected: 'error',
		pagination: { mode },
		service: () =>
			withNoise(
				pagedService({
					contacts: withoutIds(200),
					by: page('cursor', 1),
					body: ({ list, number }) => ({
						contacts: list,
						nextCursor: `${(number % 3) + 1}`,
						next: `?cursor=${(number % 3) + 1}`,
					}),
				}),
			),
	})),
	...[undefined, { mode: 'offset' } as const, { mode: 'pageNumber' } as const].map(
		(pagination): Case => ({
			name: `that are all equal, with ${nameOf(pagination)}`,
			expected: 'whole or error',
			pagination,
			service: () =>
				pagedService({
					contacts: range(120).map(() => ({ name: 'Ada' })),
					by: BY_NUMBER[pagination?.mode === 'pageNumber' ? 0 : 1]!,
					body: { contacts: '{list}' },
				}),
		}),
	),
	{
		name: 'in another order each time',
		expected: 'error',
		service: () => {
			let requests = 0;
			return pagedService({
				contacts: withoutIds(200),
				by: page('page', 1),
				body: ({ list, hasMore }) => ({
					contacts: [...list.slice(++requests), ...list.slice(0, requests)],
					hasMore,
				}),
			});
		},
	},
]);

const SAYS: Record<string, Body> = {
	...STATED,
	'a total of 300': { total: 300 },
	'six pages': { page: '{number}', totalPages: 6 },
};

/** By page and offset, and by a parameter that nobody guesses: each page is the first one again. */
const PAGES: Array<{ by: Position; count: number; fixedPageSize: number }> = [
	{ by: cursor('none'), count: 50, fixedPageSize: 50 },
	{ by: cursor('none'), count: 20, fixedPageSize: 50 },
	{ by: page('page', 1), count: 50, fixedPageSize: 20 },
	{ by: offset('offset', 0), count: 50, fixedPageSize: 20 },
];

it.each(Object.keys(reads) as Read[])(
	'Contacts with a field that changes come out once, with %s',
	async (read) => {
		const problems: string[] = [];
		for (const [says, signs] of Object.entries(SAYS)) {
			for (const description of PAGES) {
				for (const mode of ['automatic', 'pageNumber', 'offset'] as const) {
					const contacts = range(description.count).map((n) => ({ name: `Contact ${n}` }));
					const body = { contacts: '{list}', ...signs };
					const service = pagedService({ ...description, contacts, refuses: false, body });
					const pagination = { mode };
					const outcome = await reads[read](withNoise(service), { pageSize: 50, pagination });
					const there = { throughout: contacts, ever: contacts };
					const problem = problemWith(outcome, there, ({ name }) => name);
					if (problem) problems.push(`${problem}: ${nameOf(description)}, ${says}, ${mode}`);
				}
			}
		}
		expect(problems).toEqual([]);
	},
);

/**
 * Not here, since nobody can know: contacts deleted where pages are numbered without a total, or behind
 * opaque cursors and links that count.
 */
const CHANGES: Record<string, Way & { kinds: Array<Change['kind']>; gone?: 'empty' | 'next' }> = {
	offset: { ...WAYS.offsets!, signs: {}, kinds: ['deleted', 'inserted'] },
	'offset, with a total': { ...WAYS.offsets!, kinds: ['deleted', 'inserted'] },
	'last ID, and 400 for one that is gone': {
		...WAYS['the last ID']!,
		kinds: ['deleted', 'inserted'],
	},
	'last ID, and an empty page for one that is gone': {
		...WAYS['the last ID']!,
		kinds: ['deleted', 'inserted'],
		gone: 'empty',
	},
	'last ID, and those after one that is gone': {
		...WAYS['the last ID']!,
		kinds: ['deleted', 'inserted'],
		gone: 'next',
	},
	'page number, with a total': {
		...WAYS['page numbers']!,
		signs: { page: '{number}', total: '{total}' },
		kinds: ['deleted', 'inserted'],
	},
	'page number': {
		...WAYS['page numbers']!,
		signs: { hasMore: '{hasMore}' },
		kinds: ['inserted'],
	},
};

const changesOf = (kinds: Array<Change['kind']>): Change[] =>
	kinds.flatMap((kind) =>
		range(8).flatMap((after) =>
			[0, 18, 19, 20, 38, 57, 98].map((at) => ({ kind, at, after: after + 1 })),
		),
	);

it.each(
	(Object.keys(reads) as Read[]).flatMap((read) =>
		Object.entries(CHANGES).flatMap(([name, { settings, ...rest }]) => [
			{ read, name, mode: 'Automatic', ...rest, pagination: undefined },
			{ read, name, mode: 'settings by hand', ...rest, pagination: settings },
		]),
	),
)(
	'No contact is lost or doubled while others are deleted or inserted: $name, $read with $mode',
	async ({ read, by, signs, kinds, gone, pagination }) => {
		const problems: string[] = [];
		for (const [index, change] of someOf(changesOf(kinds), 19).entries()) {
			const count = index % 2 === 0 ? 100 : 105;
			const service = changingService(contactsOf(count), change, (contacts) => {
				const paged = pagedService({ contacts, by, body: { contacts: '{list}', ...signs } });
				return gone ? withoutGone(paged, gone) : paged;
			});
			const outcome = await reads[read](service, { pageSize: 20, pagination });
			const problem = problemWith(outcome, service);
			if (problem) problems.push(`${problem}: ${count}, ${nameOf(change)}`);
		}
		expect(problems).toEqual([]);
	},
);

/** Answers with nothing, or with the contacts after it, where the ID of a contact is gone. */
function withoutGone(service: Service, gone: 'empty' | 'next'): Service {
	return instead(service, ({ status }, { url: { searchParams } }) => {
		if (status !== 400) return undefined;
		const size = Number(searchParams.get('pageSize'));
		const after = Number(searchParams.get('starting_after'));
		const rest = service.contacts.filter(({ id }) => gone === 'next' && Number(id) > after);
		return { body: { contacts: rest.slice(0, size), hasMore: rest.length > size } };
	});
}

// Pages in mid-list

/** A service that takes its pages first, and then leaves contacts out. */
function sifted({ by, signs }: Pick<Way, 'by' | 'signs'>, isListed = true): Service {
	const all = contactsOf(230);
	const isKept = ({ id }: Contact) => !(Number(id) > 60 && Number(id) <= 180);
	const service = pagedService({ contacts: all, by, body: { contacts: '{list}', ...signs } });
	const sifting = instead(service, (response) => {
		const contacts = listOf(response).filter(isKept);
		const list = { contacts: contacts.length > 0 || isListed ? contacts : undefined };
		const { contacts: _, ...rest } = response.body as Contact;
		return { ...response, body: list.contacts ? { ...rest, ...list } : rest };
	});
	return { ...sifting, contacts: all.filter(isKept) };
}

const byPage = page('page', 1);

const SAYING_MORE: Array<Pick<Way, 'by' | 'signs'> & { pagination?: Partial<Pagination> }> = [
	...(['page numbers', 'cursors'] as const).flatMap((way) => [
		WAYS[way]!,
		{ ...WAYS[way]!, pagination: WAYS[way]!.settings },
	]),
	WAYS.links!,
	{ by: byPage, signs: { hasMore: '{hasMore}' } },
	{ by: byPage, signs: { hasMore: '{hasMore}' }, pagination: { mode: 'pageNumber' } },
	{
		by: byPage,
		signs: { hasMore: '{hasMore}' },
		pagination: { mode: 'pageNumber', hasMoreField: 'hasMore' },
	},
	{ by: byPage, signs: { pageInfo: { hasNextPage: '{hasMore}' } } },
];

promise('An empty page in mid-list that says more is followed', [
	...SAYING_MORE.map(({ pagination, ...way }): Case => ({
		name: `${nameOf(way)} with ${nameOf(pagination)}`,
		expected: 'whole',
		pagination,
		service: () => sifted(way),
	})),
	...['nextPageToken', 'nextCursor', 'next_page_token'].map((name): Case => ({
		name: `{"${name}"} alone, without the list`,
		expected: 'whole',
		service: () => {
			const by = cursor(name === 'nextCursor' ? 'cursor' : 'pageToken');
			return sifted({ by, signs: { [name]: '{next}' } }, false);
		},
	})),
	...(['hasMore', 'hasNextPage', 'totalPages'] as const).map((says): Case => ({
		name: `[1,2] [] [3] with ${says}`,
		expected: 'whole',
		pageSize: 2,
		pagination: { mode: 'pageNumber' },
		service: () => ({
			contacts: contactsOf(3),
			respond: ({ url }) => {
				const number = Number(url.searchParams.get('page') ?? 1);
				const list = [contactsOf(2), [], contactsOf(1, 3)][number - 1] ?? [];
				const contacts = list.slice(0, Number(url.searchParams.get('pageSize')));
				const said = says === 'totalPages' ? 3 : number < 3;
				return { body: { contacts, page: number, [says]: said } };
			},
		}),
	})),
]);

/** Newest first; a field has the ID of the next contact. */
const falling = (field: string, parameter: string, count: number, first: number): Service => {
	const contacts = range(count).map((n) => ({ id: first - n, name: `Contact ${n}` }));
	return {
		contacts,
		respond: ({ url }) => {
			const from = Number(url.searchParams.get(parameter) ?? Infinity);
			const size = Number(url.searchParams.get('pageSize') ?? 5);
			const rest = contacts.filter(({ id }) => id <= from);
			return { body: { contacts: rest.slice(0, size), [field]: rest[size]?.id } };
		},
	};
};

const FALLING = ['next next', 'next until', 'next max_id', 'max_id max_id', 'next_until until'];

promise(
	'A next number that falls leads on',
	[9_000, 1_700_000_000].flatMap((first) =>
		FALLING.flatMap((names) => {
			const [field, parameter] = names.split(' ') as [string, string];
			return [17, 20].map((count): Case => ({
				name: `${count} contacts, "${field}" from ${first} on, for ${parameter}`,
				expected: parameter === 'next' ? 'whole' : 'whole or error',
				pageSize: 5,
				service: () => falling(field, parameter, count, first),
			}));
		}),
	),
);

const NUMBERS: Record<string, (end: number) => number> = {
	'three times the offset': (end) => 3 * end,
	'the offset and a page': (end) => end + 50,
	'a time': (end) => 1_700_000_000 + end,
};

/** A service whose next number goes into a parameter of an unusual name. */
function numbered(by: Position, name: string, numberAt: (end: number) => number, size?: number) {
	const description = {
		contacts: contactsOf(400),
		fixedPageSize: size,
		body: ({ list, end, hasMore }: { list: unknown; end: number; hasMore: boolean }) => ({
			contacts: list,
			nextCursor: hasMore ? numberAt(end) : null,
		}),
	};
	const own = pagedService({ ...description, by: offset(name, 0) });
	return instead(pagedService({ ...description, by }), (_, { url }) => {
		const value = url.searchParams.get(name);
		if (value === null) return undefined;
		const end = range(401).find((one) => String(numberAt(one)) === value);
		const read = new URL(url);
		read.searchParams.set(name, String(end));
		return end === undefined ? { status: 400 } : own.respond({ url: read });
	});
}

promise(
	'A number under a name that was guessed skips no contacts',
	Object.entries(NUMBERS).flatMap(([name, numberAt]) =>
		[
			[offset('offset', 0), 'since_version'] as const,
			[page('page', 1), 'since_version'] as const,
			[offset('start', 0), 'next_key'] as const,
		].flatMap(([by, own]) =>
			[50, undefined].map((size): Case => ({
				name: `${name} beside ${parameterOf(by)}, in pages of ${size}`,
				expected: 'whole or error',
				service: () => numbered(by, own, numberAt, size),
			})),
		),
	),
);

/** Pages of 37 under a name that nobody guesses, where some requests are refused. */
const hidden = (signs: Body, refused?: string, fixedPageSize?: number) =>
	instead(
		pagedService({
			contacts: contactsOf(120),
			by: page('zq', 1),
			maxPageSize: 37,
			fixedPageSize,
			body: { contacts: '{list}', ...signs },
		}),
		(_, { url }) =>
			refused !== undefined && url.searchParams.has(refused) ? { status: 400 } : undefined,
	);

const UNUSUAL: Body[] = [
	{ total: '120' },
	{ info: 'Showing {start + 1}-{end} of {total}' },
	{ summary: '{total} contacts' },
	{ meta: [{ total: '{total}' }] },
	{ hits: { found: '{total}' } },
	{ version: { max: '{end + 987}' } },
	{ version: { max: '{remaining + 897}' } },
	{ sync: 'v{end}x' },
];

promise('A short page is not the end', [
	...['page', 'offset', 'cursor', 'starting_after'].map((name): Case => ({
		name: `where ${name} is refused`,
		expected: 'whole or error',
		service: () => hidden({}, name),
	})),
	...UNUSUAL.map((signs): Case => ({
		name: `beside ${nameOf(signs)}`,
		expected: 'whole or error',
		service: () => hidden(signs),
	})),
	...['current_cursor', 'position'].map((name): Case => ({
		name: `beside a number "${name}", where the page size is ignored`,
		expected: 'whole or error',
		service: () => hidden({ [name]: '{end}' }, undefined, 37),
	})),
]);

// Errors that need not be, or say too much

const repeating = [...contactsOf(60), ...contactsOf(1, 45), ...contactsOf(59, 61)];

promise(
	'A repeated contact does not matter where its check is turned off, also on the page that proves the way',
	[undefined, 50].flatMap((fixedPageSize) =>
		[WAYS['page numbers']!, { ...WAYS.cursors!, by: cursor('after') }].map(({ by, signs }) => ({
			name: `by ${parameterOf(by)}, in pages of ${fixedPageSize}`,
			expected: 'whole',
			pagination: { checkRepeats: false },
			service: () =>
				pagedService({
					...{ contacts: repeating, by, fixedPageSize },
					body: { contacts: '{list}', ...signs },
				}),
		})),
	),
);

it.each(Object.keys(reads) as Read[])(
	'%s does not name the fields of the first page as those of a later one',
	async (read) => {
		const first = { contacts: contactsOf(50), nextCursor: 'bmV4dA', firstOnly: 1 };
		const later = { trouble: 1 };
		const service = inTurn(contactsOf(120), first, ...Array<unknown>(30).fill(later));
		const pagination = { mode: 'cursor' } as const;
		const outcome = await reads[read](service, { pageSize: 50, pagination });
		expect(outcome.result).toBe('error');
		expect(`${outcome.message} ${outcome.description}`).not.toContain('firstOnly');
	},
);
