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
import { contactsOf, instead, inTurn, type Page, pagedService, range, withAudit } from './services';
import { cursor, lastId, offset, page, parameterOf, type Position } from './world/positions';

type Expected = 'whole' | 'error' | 'whole or error';

interface Options {
	pageSize?: number;
	pagination?: Partial<Pagination>;
}

interface Case extends Options {
	name: string;
	expected: Expected;
	/** Made anew for each reading. */
	service: () => Service;
}

/** A list that comes out as expected. @param what its name, or what makes it different */
function list(what: unknown, expected: Expected, service: () => Service, options?: Options): Case {
	const text = typeof what === 'string' ? what : JSON.stringify(what);
	const pagination = options?.pagination ? `, with ${JSON.stringify(options.pagination)}` : '';
	return { name: text.slice(0, 200) + pagination, expected, service, ...options };
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

const way = (by: Position, signs: Body, settings: Partial<Pagination>): Way => ({
	by,
	signs,
	settings,
});

const byPage = page('page', 1);
const byOffset = offset('offset', 0);
const BY_NUMBER = [byPage, byOffset];

const WAYS = {
	pages: way(byPage, { page: '{number}', totalPages: '{pages}' }, { mode: 'pageNumber' }),
	mutePages: way(byPage, {}, { mode: 'pageNumber' }),
	offsets: way(byOffset, { offset: '{start}', total: '{total}' }, { mode: 'offset' }),
	muteOffsets: way(offset('skip', 0), {}, { mode: 'offset', offsetParameter: 'skip' }),
	cursors: way(cursor('cursor'), { nextCursor: '{next ?? null}' }, { mode: 'cursor' }),
	links: way(byPage, { next: '{nextLink ?? null}' }, { mode: 'nextLink' }),
	lastId: way(
		lastId('starting_after'),
		{ hasMore: '{hasMore}' },
		{ mode: 'lastContact', cursorParameter: 'starting_after' },
	),
};

/** Each way in Automatic, and with its settings. */
const everyWay = Object.values(WAYS).flatMap(({ settings, ...rest }) => [
	{ ...rest, pagination: undefined },
	{ ...rest, pagination: settings },
]);

/** The number of contacts, and what the service makes of a page size of 50. */
const SIZES = [
	{ count: 30, maxPageSize: 100 },
	{ count: 120, maxPageSize: 100 },
	{ count: 120, maxPageSize: 40 },
];

const withoutIds = (count: number): Contact[] =>
	range(count).map((n) => ({ name: `Contact ${n}`, email: `contact${n}@example.com` }));

/** Lists with something beside them: each by every way, with sizes and with and without IDs in turn. */
function besides(bodies: Body[], expected: Expected = 'whole'): Case[] {
	return bodies.flatMap((body, at) =>
		Object.values(WAYS).map(({ by, signs }, index) => {
			const { count, maxPageSize } = SIZES[(at + index) % SIZES.length]!;
			const hasIds = by === WAYS.lastId.by || (at + index) % 2 === 0;
			const contacts = hasIds ? contactsOf(count) : withoutIds(count);
			const description = { contacts, by, maxPageSize, body: { ...body, ...signs } };
			return list({ ...by, count, maxPageSize, hasIds, ...body }, expected, () =>
				withAudit(pagedService(description), contacts),
			);
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
	NAMESAKES.map((namesake) =>
		list(namesake, 'whole or error', () =>
			always({ ...namesake, people: contactsOf(30) }, contactsOf(30)),
		),
	),
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

promise('A second list does not replace one of the same length whose page size cannot be changed', [
	list('contacts beside items', 'error', () =>
		strictly(always({ items: contactsOf(3), contacts: contactsOf(3, 70) }, contactsOf(3))),
	),
]);

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
	['error', { contact: { ...COMPANY, members: [{ id: 1, role: 'owner' }] } }],
	['error', { results: { 7: { ...COMPANY, items: [{ id: 1, role: 'owner' }] } }, total: 1 }],
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
	['error', { total: 0, users: [{ id: 1, login: 'ada' }] }],
	['error', { columns: [{ name: 'id' }, { name: 'email' }], rows: [[1, 'ada@example.com']] }],
	['error', { data: { id: 1, login: 'ada', roles: Array(12).fill({ id: 1 }) } }],
	['error', { user: { id: 1, login: 'ada', items: [{ id: 1 }] } }],
	['error', { message: 'Bad scope', errors: [{ code: 'scope', field: 'contacts' }] }],
	// A list that is left out
	['whole', { kind: 'crm#contactList', id: 'c1' }],
	['whole', { links: { self: '/v1/contacts' }, total: 0 }],
];

promise(
	'What is not a contact does not become one',
	RESPONSES_WITHOUT_CONTACTS.map(([expected, body]) => list(body, expected, () => always(body))),
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
		(status === 200 ? REFUSALS : REFUSALS.slice(0, 1)).map((body) =>
			list([status, body], 'error', () => always(body, [], status)),
		),
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
			everyWay.map(({ pagination, ...rest }) =>
				list([later, rest], 'error', () => withLaterPages(later, rest), { pagination }),
			),
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

promise('A window is not the end', [
	...BY_NUMBER.flatMap((by) =>
		Object.keys(PAST_WINDOW).flatMap((past) =>
			Object.entries(STATED)
				.filter(([stated]) => isKnowable(by, past, stated))
				.flatMap(([stated, signs]) =>
					[100, 50].map((maxPageSize) =>
						list(
							`${past} beyond 400 by ${parameterOf(by)} with ${stated}, in pages of ${maxPageSize}`,
							'error',
							() => windowed(by, past, signs, maxPageSize),
							{ pageSize: 100 },
						),
					),
				),
		),
	),
	list(
		'422 beyond a first page that the service has cut, by hand',
		'error',
		() =>
			instead(
				pagedService({
					...{ contacts: contactsOf(480), by: byPage, maxPageSize: 20 },
					body: { contacts: '{list}' },
				}),
				(response) => (Number(listOf(response).at(-1)?.id) > 20 ? { status: 422 } : undefined),
			),
		{ pagination: WAYS.pages.settings },
	),
	list(
		'no cursor after 400 of a total of 480',
		'error',
		() =>
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
		{ pageSize: 100 },
	),
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
			ENDS.map(({ count, expected, pageSize, fixedPageSize }) =>
				list(
					[status, count, by, fixedPageSize],
					expected,
					() => refusing(status, by, count, fixedPageSize),
					{ pageSize },
				),
			),
		),
	),
);

/** A service that sends the last page for each number after it. */
function lastAgain(count: number): Service {
	const service = pagedService({
		...{ contacts: contactsOf(count), by: byPage, body: { contacts: '{list}' } },
	});
	return instead(service, (response, { url }) => {
		if (listOf(response).length > 0) return undefined;
		const last = new URL(url);
		const pages = Math.ceil(count / Number(url.searchParams.get('pageSize')));
		last.searchParams.set('page', String(pages));
		return service.respond({ url: last });
	});
}

promise(
	'The last page again is the end',
	[100, 120].flatMap((count) =>
		[WAYS.pages.settings, undefined].map((pagination) =>
			list(count, 'whole', () => lastAgain(count), { pagination }),
		),
	),
);

promise('A total counts if only the first page states it, and a minimum does not', [
	list(
		'page numbers that end at 100 of 120',
		'error',
		() => ({
			...pagedService({
				contacts: contactsOf(100),
				by: byPage,
				body: { contacts: '{list}', 'total if isFirst': 120 },
			}),
			contacts: contactsOf(120),
		}),
		{ pagination: WAYS.pages.settings },
	),
	...[120, 230].map((count) =>
		list(`100 or more of ${count}`, 'whole', () =>
			pagedService({
				...{ contacts: contactsOf(count), by: byPage, fixedPageSize: 50 },
				body: { contacts: '{list}', page: '{number}', total: 100, relation: 'gte' },
			}),
		),
	),
]);

const LEADS: Body[] = [
	{ next: '{nextLink ?? null}' },
	{ links: { next: '{nextLink ?? null}' } },
	{ nextCursor: '{next ?? null}' },
	{ nextPageToken: '{next ?? ""}' },
	{},
];

promise(
	'Off is an error where a response, or its Link header, leads on',
	LEADS.flatMap((signs) =>
		[50, 120].map((count) =>
			list(
				[signs, count],
				count > 50 ? 'error' : 'whole',
				() =>
					pagedService({
						...{ contacts: contactsOf(count), by: cursor('cursor') },
						body: { contacts: '{list}', ...signs },
						headers: Object.keys(signs).length === 0 ? { Link: ['next'] } : {},
					}),
				{ pagination: { mode: 'off' } },
			),
		),
	),
);

// Contacts that equal each other, change, or move

/** Each third page leads back to the first one. */
const circle = () =>
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
	);

/** Each page has its contacts in another order each time. */
function shuffled(): Service {
	let requests = 0;
	return pagedService({
		contacts: withoutIds(200),
		by: byPage,
		body: ({ list, hasMore }) => ({
			contacts: [...list.slice(++requests), ...list.slice(0, requests)],
			hasMore,
		}),
	});
}

const equals = (by: Position) =>
	pagedService({ contacts: Array(120).fill({ name: 'Ada' }), by, body: { contacts: '{list}' } });

/** A single contact, with a cursor that the service ignores. */
const single = () =>
	withNoise(
		pagedService({
			...{ contacts: withoutIds(1), by: cursor('none') },
			body: { contacts: '{list}', nextCursor: 'c1' },
		}),
	);

/** A service that refuses all page sizes but the one that is requested first. */
const strictly = (service: Service) =>
	instead(service, (_, { url }) =>
		Number(url.searchParams.get('pageSize')) < 50 ? { status: 400 } : undefined,
	);

/** A service that filters by the page size, which no contact fits. */
const filtering = (service: Service) =>
	instead(service, (_, { url }) =>
		url.searchParams.has('pageSize') ? { body: { contacts: [] } } : undefined,
	);

/** A service that answers one request only. */
const once = (service: Service) => {
	let requests = 0;
	return instead(service, () => (requests++ > 0 ? { status: 400 } : undefined));
};

/** Each third contact is the one before it again. */
const twins = (count: number): Contact[] =>
	range(count).map((n) => ({ name: `Contact ${n % 3 === 0 ? n - 1 : n}` }));

promise('Contacts without IDs come out once', [
	...[WAYS.cursors, WAYS.offsets].map(({ settings }) =>
		list('a single one', 'error', single, { pagination: settings }),
	),
	...[strictly, once, filtering].map((limited) =>
		list('in a circle, of one page size', 'error', () => limited(circle()), {
			pagination: WAYS.links.settings,
		}),
	),
	list(
		'twins, by an offset that counts from 0',
		'whole or error',
		() => pagedService({ contacts: twins(22), by: byOffset, body: { contacts: '{list}' } }),
		{ pageSize: 3 },
	),
	list(
		'twins, by page, with another name of the page size',
		'whole or error',
		() =>
			pagedService({
				...{ contacts: twins(24), by: byPage, sizeParameter: 'limit', maxPageSize: 3 },
				body: { contacts: '{list}', hasMore: '{hasMore}' },
			}),
		{ pagination: { mode: 'pageNumber', checkRepeats: false } },
	),
	list('in a circle', 'error', circle, { pagination: WAYS.cursors.settings }),
	list('in a circle', 'error', circle, { pagination: WAYS.links.settings }),
	list('all equal', 'whole or error', () => equals(byOffset)),
	...[WAYS.pages, WAYS.offsets].map(({ by, settings }) =>
		list('all equal', 'whole or error', () => equals(by), { pagination: settings }),
	),
	list('in another order each time', 'error', shuffled),
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
	{ by: byPage, count: 50, fixedPageSize: 20 },
	{ by: byOffset, count: 50, fixedPageSize: 20 },
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
					if (problem) problems.push(`${problem}: ${JSON.stringify([description, says, mode])}`);
				}
			}
		}
		expect(problems).toEqual([]);
	},
);

interface Changing extends Way {
	kinds?: Array<Change['kind']>;
	gone?: 'empty' | 'next';
	pageSize?: number;
	/** The operation that can know of the change, if not both can. */
	only?: Read;
}

/**
 * Not here, since nobody can know: contacts deleted without a total where pages are numbered, or behind
 * opaque cursors and links that count.
 */
const CHANGES: Record<string, Changing> = {
	offset: { ...WAYS.offsets, signs: {} },
	'offset, with a total': WAYS.offsets,
	'last ID, and 400 for one that is gone': WAYS.lastId,
	'last ID, and an empty page for one that is gone': { ...WAYS.lastId, gone: 'empty' },
	'last ID, and those after one that is gone': { ...WAYS.lastId, gone: 'next' },
	'page number, with a total': {
		...WAYS.pages,
		signs: { page: '{number}', total: '{total}' },
	},
	'page number': { ...WAYS.pages, signs: { hasMore: '{hasMore}' }, kinds: ['inserted'] },
	'page number, one by one': { ...WAYS.mutePages, kinds: ['inserted'], pageSize: 1 },
	'link to a page, with a total': {
		...WAYS.links,
		signs: { ...WAYS.links.signs, total: '{total}' },
		only: 'List',
	},
};

const ALL_CHANGES = (['deleted', 'inserted'] as const).flatMap((kind) =>
	[0, 18, 19, 20, 38, 57, 98].flatMap((at) =>
		range(8).map((n): Change => ({ kind, at, after: n + 1 })),
	),
);

/** All changes that follow the first page, where most goes wrong, and a part of the later ones. */
const EARLY_CHANGES = ALL_CHANGES.filter(({ after }) => after === 1);
const LATER_CHANGES = ALL_CHANGES.filter(({ after }) => after > 1);
const changes = [...EARLY_CHANGES, ...someOf(LATER_CHANGES, 9)];

it.each(
	(Object.keys(reads) as Read[]).flatMap((read) =>
		Object.entries(CHANGES)
			.filter(([, { only = read }]) => only === read)
			.flatMap(([name, { settings, ...rest }]) => [
				{ read, name, mode: 'Automatic', ...rest, pagination: undefined },
				{ read, name, mode: 'settings by hand', ...rest, pagination: settings },
			]),
	),
)(
	'No contact is lost or doubled while others are deleted or inserted: $name, $read with $mode',
	async ({ read, by, signs, kinds = ['deleted', 'inserted'], gone, pageSize = 20, pagination }) => {
		const problems: string[] = [];
		for (const [index, change] of changes.entries()) {
			if (!kinds.includes(change.kind)) continue;
			const count = index % 2 === 0 ? 100 : 105;
			const service = changingService(contactsOf(count), change, (contacts) => {
				const paged = pagedService({ contacts, by, body: { contacts: '{list}', ...signs } });
				return gone ? withoutGone(paged, gone) : paged;
			});
			const outcome = await reads[read](service, { pageSize, pagination });
			const problem = problemWith(outcome, service);
			if (problem) problems.push(`${problem}: ${count}, ${JSON.stringify(change)}`);
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

const SAYING_MORE: Array<[signs: Body, by: Position, settings?: Partial<Pagination>]> = [
	[WAYS.pages.signs, byPage],
	[WAYS.pages.signs, byPage, WAYS.pages.settings],
	[WAYS.cursors.signs, WAYS.cursors.by],
	[WAYS.cursors.signs, WAYS.cursors.by, WAYS.cursors.settings],
	[WAYS.links.signs, WAYS.links.by],
	[{ hasMore: '{hasMore}' }, byPage],
	[{ hasMore: '{hasMore}' }, byPage, { mode: 'pageNumber' }],
	[{ hasMore: '{hasMore}' }, byPage, { mode: 'pageNumber', hasMoreField: 'hasMore' }],
	[{ pageInfo: { hasNextPage: '{hasMore}' } }, byPage],
];

const fromZero = contactsOf(50, 0);

promise('An ID that is as large as the number of contacts is no end of them', [
	list(
		'a gap behind nine contacts',
		'error',
		() => ({
			...pagedService({
				...{ contacts: fromZero, by: lastId('starting_after'), fixedPageSize: 3 },
				body: ({ list: sent, last }) => ({
					contacts: sent.filter(({ id }) => Number(id) < 9 || Number(id) > 17),
					next: last?.id ?? null,
				}),
			}),
			contacts: fromZero.filter(({ id }) => Number(id) < 9 || Number(id) > 17),
		}),
		{ pagination: WAYS.lastId.settings },
	),
]);

/** Two pages with contacts, and an empty one between them. */
const threePages = (says: 'hasMore' | 'hasNextPage' | 'totalPages'): Service => ({
	contacts: contactsOf(3),
	respond: ({ url }) => {
		const number = Number(url.searchParams.get('page') ?? 1);
		const list = [contactsOf(2), [], contactsOf(1, 3)][number - 1] ?? [];
		const contacts = list.slice(0, Number(url.searchParams.get('pageSize')));
		const said = says === 'totalPages' ? 3 : number < 3;
		return { body: { contacts, page: number, [says]: said } };
	},
});

promise('An empty page in mid-list that says more is followed', [
	...SAYING_MORE.map(([signs, by, pagination]) =>
		list(signs, 'whole', () => sifted({ by, signs }), { pagination }),
	),
	...['nextPageToken', 'nextCursor', 'next_page_token'].map((name) => {
		const by = cursor(name === 'nextCursor' ? 'cursor' : 'pageToken');
		return list(`{"${name}"} alone, without the list`, 'whole', () =>
			sifted({ by, signs: { [name]: '{next}' } }, false),
		);
	}),
	...(['hasMore', 'hasNextPage', 'totalPages'] as const).map((says) =>
		list(`[1,2] [] [3] with ${says}`, 'whole', () => threePages(says), {
			pageSize: 2,
			pagination: { mode: 'pageNumber' },
		}),
	),
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
			return [17, 20].map((count) =>
				list(
					`${count} contacts, "${field}" from ${first} on, for ${parameter}`,
					parameter === 'next' ? 'whole' : 'whole or error',
					() => falling(field, parameter, count, first),
					{ pageSize: 5 },
				),
			);
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
			[byOffset, 'since_version'] as const,
			[byPage, 'since_version'] as const,
			[offset('start', 0), 'next_key'] as const,
		].flatMap(([by, own]) =>
			[50, undefined].map((size) =>
				list([name, by, own, size], 'whole or error', () => numbered(by, own, numberAt, size)),
			),
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
	{ page: '{number}' },
	{ start_index: '{start}' },
];

promise('A short page is not the end', [
	list('a page that is not done, and the total of the page', 'whole or error', () =>
		pagedService({
			...{ contacts: contactsOf(24), by: byOffset, sizeParameter: 'rows', maxPageSize: 4 },
			body: { contacts: '{list}', done: '{isLast}', total: '{count}' },
		}),
	),
	list(
		'a page of the least size, by an offset that counts from 1',
		'whole or error',
		() =>
			pagedService({
				...{ contacts: withoutIds(11), by: offset('skip', 1), fixedPageSize: 5 },
				body: { contacts: '{list}' },
			}),
		{ pageSize: 4 },
	),
	list(
		'a page of a fixed size, before a window',
		'whole or error',
		() =>
			instead(
				pagedService({
					...{ contacts: withoutIds(100), by: offset('skip', 0), fixedPageSize: 50 },
					body: { contacts: '{list}' },
				}),
				(_, { url }) => (Number(url.searchParams.get('skip')) > 26 ? { status: 404 } : undefined),
			),
		{ pageSize: 19 },
	),
	list(
		'nothing after a page that is not done',
		'error',
		() => {
			const paged = pagedService({
				...{ contacts: contactsOf(32), by: byPage, fixedPageSize: 25 },
				body: { contacts: '{list}', done: '{isLast}' },
			});
			const broken = instead(paged, (_, { url }) =>
				url.searchParams.get('page') === '2' ? { status: 204 } : undefined,
			);
			return strictly(broken);
		},
		{ pagination: { mode: 'pageNumber' } },
	),
	...['page', 'offset', 'cursor', 'starting_after'].map((name) =>
		list(`where ${name} is refused`, 'whole or error', () => hidden({}, name)),
	),
	...UNUSUAL.map((signs) => list(signs, 'whole or error', () => hidden(signs))),
	// Numbers where the page size is ignored
	...['current_cursor', 'position'].map((name) =>
		list(name, 'whole or error', () => hidden({ [name]: '{end}' }, undefined, 37)),
	),
]);

/** What may say that there is more, in words that nobody has written down. */
const MAY_SAY_MORE: Array<(page: Page) => object> = [
	({ hasMore }) => ({ hasMore: hasMore ? 'Y' : 'N' }),
	({ hasMore }) => ({ more: hasMore ? 'There are more contacts' : '' }),
	({ hasMore }) => ({ state: { hasMore } }),
	({ hasMore }) => ({ canLoadMore: hasMore }),
	({ hasMore }) => ({ exceededTransferLimit: hasMore }),
	({ hasMore }) => ({ isTruncated: hasMore, isPartial: hasMore }),
	({ hasMore }) => ({ limitReached: hasMore }),
	({ isLast }) => ({ endOfList: isLast }),
	({ isLast }) => ({ allLoaded: isLast ? 1 : 0 }),
	({ number, pages }) => ({ pagesLeft: pages - number }),
	({ number, pages }) => ({ page: `${number} of ${pages}` }),
	({ total }) => ({ found: total > 999 ? '1,234' : `${total}` }),
	({ total }) => ({ total: { value: total, relation: 'eq' } }),
	() => ({ limit: 17 }),
];

promise(
	'A short page is not the end where something may say that there is more',
	MAY_SAY_MORE.flatMap((says, index) =>
		[12, 1234].map((count) =>
			list(`number ${index}, ${count}`, count > 17 ? 'error' : 'whole or error', () =>
				pagedService({
					...{ contacts: contactsOf(count), by: page('zz', 1), maxPageSize: 17 },
					body: (one) => ({ contacts: one.list, ...says(one) }),
				}),
			),
		),
	),
);

promise('A key that was evaluated last leads on from an empty page', [
	list('DynamoDB', 'error', () =>
		always({ items: [], LastEvaluatedKey: 'c2Vjb25k' }, contactsOf(3)),
	),
]);

/** Services that state the number of a page's contacts as the total. */
const countingPages = (by: Position, size: { maxPageSize?: number; fixedPageSize?: number }) =>
	pagedService({
		...{ contacts: contactsOf(120), by, ...size },
		body: { contacts: '{list}', total: '{count}' },
	});

promise(
	'A total that counts the page does not end the list',
	BY_NUMBER.flatMap((by) => [
		...[{ maxPageSize: 20 }, { fixedPageSize: 50 }].map((size) =>
			list([by, size], 'whole', () => countingPages(by, size)),
		),
		...[{ maxPageSize: 17 }, { maxPageSize: 20 }, { fixedPageSize: 50 }].map((size) =>
			list([by, size], 'whole', () => countingPages(by, size), {
				pagination: { mode: 'page' in by ? 'pageNumber' : 'offset' },
			}),
		),
		list(by, 'whole', () => countingPages(by, { maxPageSize: 17, fixedPageSize: 17 }), {
			pagination: { mode: 'page' in by ? 'pageNumber' : 'offset', checkTotal: false },
		}),
	]),
);
promise('A total that counts the page proves no end where nobody knows the way', [
	list('pages of three', 'error', () => countingPages(cursor('none'), {}), { pageSize: 3 }),
]);

promise(
	'Pages that start by the requested size, but are shorter, leave nothing out',
	[undefined, WAYS.pages.settings].flatMap((pagination) =>
		[{}, WAYS.lastId.signs].map((signs) =>
			list(
				signs,
				'whole or error',
				() =>
					pagedService({
						...{ contacts: contactsOf(90), by: byPage, fixedPageSize: 15 },
						...{ body: { contacts: '{list}', ...signs }, startsByRequested: true },
					}),
				{ pagination },
			),
		),
	),
);

// Errors that need not be, or say too much

const repeating = [...contactsOf(60), ...contactsOf(1, 45), ...contactsOf(59, 61)];

promise(
	'A repeated contact does not matter where its check is turned off, also on the page that proves the way',
	[undefined, 50].flatMap((fixedPageSize) =>
		[WAYS.pages, { ...WAYS.cursors, by: cursor('after') }].map(({ by, signs }) =>
			list(
				[by, fixedPageSize],
				'whole',
				() =>
					pagedService({
						...{ contacts: repeating, by, fixedPageSize },
						body: { contacts: '{list}', ...signs },
					}),
				{ pagination: { checkRepeats: false } },
			),
		),
	),
);

promise(
	'A wrong total does not matter where its check is turned off',
	[WAYS.pages, WAYS.offsets, WAYS.cursors].flatMap(({ by, signs, settings }) =>
		[{}, settings].map((way) =>
			list(
				by,
				'whole',
				() =>
					pagedService({
						...{ contacts: contactsOf(120), by },
						body: { contacts: '{list}', ...signs, total: '{total + 3}' },
					}),
				{ pagination: { ...way, checkTotal: false } },
			),
		),
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
