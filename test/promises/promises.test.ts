/**
 * Ordinary responses in which readers have lost contacts without a word. Each list comes out whole, or
 * fails with an error. That lists of one run do not mislead each other is in `company.test.ts`; that
 * fields and lists beside the list do not, in `decoys.test.ts`.
 */
import type { Template } from '../../sandbox/corpus/template.ts';
import { someOf } from '../support/runs';
import { type Change, changingService, withNoise } from '../corpus/changing';
import * as rows from './promisedResponses';
import {
	always,
	byLastId,
	byOffset,
	byPage,
	everyWay,
	type Expected,
	type Fields,
	hasMore,
	list,
	listOf,
	type Options,
	pagedList,
	promise,
	type Way,
	WAYS,
	withFields,
	withoutIds,
} from './promise';
import {
	type Contact,
	type Pagination,
	type Read,
	reads,
	type Service,
	type ServiceResponse,
} from '../corpus/read';
import {
	contactsOf,
	type Description,
	instead,
	inTurn,
	paged,
	range,
	refusing,
} from '../corpus/services';
import { cursor, offset, page, type Position } from '../corpus/positions';

const byPages = WAYS.pages.settings;
const BY_NUMBER = [byPage, byOffset];

/** The number of the last contact on a page; 0 where there is none. */
const lastOf = (response: ServiceResponse) => Number(listOf(response).at(-1)?.id ?? 0);

const nested = range(9).reduce<Template>((meta) => ({ meta }), 1);
const numberedFields = Object.fromEntries(range(600).map((n) => [`field${n}`, n % 7]));

promise(
	'An envelope of any size is read',
	Object.values(WAYS).flatMap(({ by, signs }) => [
		pagedList('whole', 120, by, { meta: nested, ...signs }),
		pagedList('whole', 120, by, { labels: numberedFields, ...signs }),
		pagedList('whole or error', 120, by, { info: numberedFields, ...signs }),
	]),
);

// What is not a contact does not become one

promise(
	'A response without contacts is an error, or an empty list',
	(Object.keys(rows.WITHOUT_CONTACTS) as Expected[]).flatMap((expected) =>
		rows.WITHOUT_CONTACTS[expected].map((body) => list(body, expected, () => always(body))),
	),
);

const refusalsOf = (text: string): unknown[] => [
	{ message: text },
	{ error: { code: 'not_found', message: text } },
	{ errors: [{ title: text }] },
	{ contacts: [], error: text },
];

// That the body of a refusal does not matter is in `fetchPage.test.ts`.
promise('A refusal is an error, whatever its text, also with the status of success', [
	...rows.REFUSALS.flatMap(refusalsOf).map((body) => list(body, 'error', () => always(body))),
	...[400, 404].map((status) => list(status, 'error', () => always({}, status))),
]);

/** A service with 120 contacts, of which later pages have something else. */
const withLaterPages = (later: ServiceResponse | unknown[], by: Position, signs: Fields) =>
	instead(paged(120, by, signs, { fixedPageSize: 50 }), (response, { url }) => {
		const position = url.searchParams.get(by.parameter);
		const isFirst = position === null || ('first' in by && position === String(by.first));
		if (isFirst || response.status) return undefined;
		return Array.isArray(later) ? withFields(response, { contacts: later }) : later;
	});

promise(
	'What is not a page of contacts is not an empty one',
	[...rows.NO_CONTACTS, ...rows.NO_PAGES].flatMap((later) =>
		everyWay.map(({ by, signs, pagination }) =>
			list([later, by], 'error', () => withLaterPages(later, by, signs), { pagination }),
		),
	),
);

// Windows and ends

interface Window {
	by: Position;
	past: string;
	stated: string;
	maxPageSize: number;
	size?: number;
}

/** A service of 480 contacts that sends none of them beyond a window. */
const windowed = ({ by, past, stated, maxPageSize, size = 400 }: Window) =>
	instead(paged(480, by, rows.STATED[stated], { maxPageSize }), (response) => {
		if (listOf(response).length > 0 && lastOf(response) <= size) return undefined;
		return rows.PAST_WINDOW[past] ?? withFields(response, { contacts: [] });
	});

const windows = BY_NUMBER.flatMap((by) =>
	Object.keys(rows.PAST_WINDOW).flatMap((past) =>
		Object.keys(rows.STATED)
			.filter((stated) => 'offset' in by || (rows.TELLING[past] ?? [stated]).includes(stated))
			.flatMap((stated) => [100, 50].map((maxPageSize) => ({ by, past, stated, maxPageSize }))),
	),
);

const ofFirstPage = { by: byPage, past: '422', stated: 'nothing', maxPageSize: 20, size: 20 };

/** Has no cursor after 400 of 480 contacts. */
const withoutLastCursors = () =>
	instead(paged(480, cursor('cursor'), { total: '{total}', nextCursor: '{next}' }), (response) =>
		lastOf(response) > 380 ? withFields(response, { nextCursor: null }) : undefined,
	);

const isLater = (query: URLSearchParams) => Number(query.get('page')) > 1;

promise('A window is not the end', [
	...windows.map((one) => list(one, 'error', () => windowed(one), { pageSize: 100 })),
	list(ofFirstPage, 'error', () => windowed(ofFirstPage), { pagination: byPages }),
	list('no cursor', 'error', withoutLastCursors, { pageSize: 100 }),
	// After a page of the service's own size
	list('no content', 'error', () => withLaterPages({ status: 204 }, byPage, {}), {
		pageSize: 22,
		pagination: byPages,
	}),
	list(
		'422',
		'error',
		() => refusing(paged(10, byPage, {}, { fixedPageSize: 5 }), isLater, { status: 422 }),
		{ pageSize: 2, pagination: byPages },
	),
	list('422 after a page longer than requested', 'error', () =>
		refusing(paged(180, byPage, {}, { fixedPageSize: 60 }), isLater, { status: 422 }),
	),
]);

// From the second page on, a page has 49 contacts: 294 fill the last one.
const ENDS: Array<[count: number, expected: Expected, sizes?: Options & Partial<Description>]> = [
	// A refusal after a full page may be a window: read with 49 or 50 contacts a page, one of them ends so.
	[294, 'whole or error'],
	[300, 'whole or error'],
	[320, 'whole'],
	[6, 'whole or error', { pageSize: 3 }],
	[300, 'whole or error', { fixedPageSize: 50 }],
];

/** A service that sends the last page for each number after it. */
const lastAgain = (count: number) => {
	const service = paged(count, byPage);
	return instead(service, (response, { url }) => {
		if (listOf(response).length > 0) return undefined;
		const last = new URL(url);
		const pages = Math.ceil(count / Number(url.searchParams.get('pageSize')));
		last.searchParams.set('page', String(pages));
		return service.respond({ url: last });
	});
};

promise('A refusal, or the last page again, is the end after the last page', [
	list('of the only page', 'whole', () => strictly(paged(20, byPage, hasMore))),
	...[400, 422, 404].flatMap((status) =>
		BY_NUMBER.flatMap((by) =>
			ENDS.map(([count, expected, sizes]) => {
				const pastTheEnd = { status, body: rows.TOO_LARGE };
				return pagedList(expected, count, by, {}, { pastTheEnd, ...sizes });
			}),
		),
	),
	...[100, 120].flatMap((count) =>
		[byPages, undefined].map((pagination) =>
			list(count, 'whole', () => lastAgain(count), { pagination }),
		),
	),
]);

promise('A total counts if only the first page states it, and a minimum does not', [
	pagedList('error', 100, byPage, { 'total if isFirst': 120 }, { pagination: byPages }),
	...[120, 230].map((count) => {
		const minimum = { page: '{number}', total: 100, relation: 'gte' };
		return pagedList('whole', count, byPage, minimum, { fixedPageSize: 50 });
	}),
]);

promise(
	'Off is an error where a response, or its Link header, leads on',
	rows.LEADS.flatMap((signs) =>
		[50, 120].map((count) =>
			pagedList(count > 50 ? 'error' : 'whole', count, cursor('cursor'), signs, {
				headers: Object.keys(signs).length === 0 ? { Link: ['<{nextLink}>; rel="next"'] } : {},
				pagination: { mode: 'off' },
			}),
		),
	),
);

// Contacts that equal each other, change, or move

/** Each third page leads back to the first one. */
const circle = () =>
	withNoise(
		paged(withoutIds(200), page('cursor', 1), undefined, {
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
	return paged(withoutIds(200), byPage, undefined, {
		body: ({ list, hasMore }) => ({
			contacts: [...list.slice(++requests), ...list.slice(0, requests)],
			hasMore,
		}),
	});
}

const equals = Array<Contact>(120).fill({ name: 'Ada' });

/** A single contact, with a cursor that the service ignores. */
const single = () => withNoise(paged(withoutIds(1), cursor('none'), { nextCursor: 'c1' }));

/** A service that refuses all page sizes but the one that is requested first. */
const strictly = (service: Service) =>
	refusing(service, (query) => Number(query.get('pageSize')) < 50);

/** A service that filters by the page size, which no contact fits. */
const filtering = (service: Service) =>
	instead(service, (_, { url }) =>
		url.searchParams.has('pageSize') ? { body: { contacts: [] } } : undefined,
	);

/** A service that answers one request only. */
function once(service: Service): Service {
	let requests = 0;
	return refusing(service, () => requests++ > 0);
}

/** Each third contact is the one before it again. */
const twins = (count: number): Contact[] =>
	range(count).map((n) => ({ name: `Contact ${n % 3 === 0 ? n - 1 : n}` }));

promise('Contacts without IDs come out once', [
	...[WAYS.cursors, WAYS.offsets].map(({ settings }) =>
		list('a single one', 'error', single, { pagination: settings }),
	),
	...[strictly, once, filtering].map((limited) =>
		// A continuation does not hold where it has been.
		list('in a circle, of one page size', 'error', () => limited(circle()), {
			only: 'List',
			pagination: WAYS.links.settings,
		}),
	),
	...[WAYS.cursors, WAYS.links].map(({ settings }) =>
		list('in a circle', 'error', circle, { pagination: settings }),
	),
	pagedList('whole or error', twins(22), byOffset, {}, { pageSize: 3 }),
	pagedList('whole or error', twins(24), byPage, hasMore, {
		sizeParameter: 'limit',
		maxPageSize: 3,
		pagination: { mode: 'pageNumber', checkRepeats: false },
	}),
	pagedList('whole or error', equals, byOffset),
	...[WAYS.pages, WAYS.offsets].map(({ by, settings }) =>
		pagedList('whole or error', equals, by, {}, { pagination: settings }),
	),
	list('in another order each time', 'error', shuffled),
]);

/** By page and offset, and by a parameter that nobody guesses: each page is the first one again. */
const PAGES: Array<[by: Position, count: number, fixedPageSize: number]> = [
	[cursor('none'), 50, 50],
	[cursor('none'), 20, 50],
	[byPage, 50, 20],
	[byOffset, 50, 20],
];

promise(
	'Contacts with a field that changes come out once',
	rows.SAYS.flatMap((signs) =>
		PAGES.flatMap(([by, count, fixedPageSize]) =>
			(['automatic', 'pageNumber', 'offset'] as const).map((mode) => {
				const contacts = range(count).map((n) => ({ name: `Contact ${n}` }));
				const options = { fixedPageSize, refuses: false };
				const service = () => withNoise(paged(contacts, by, signs, options));
				return list([signs, by, count], 'whole or error', service, { pagination: { mode } });
			}),
		),
	),
);

interface Changing extends Way, Options {
	kinds?: Array<Change['kind']>;
	gone?: 'empty' | 'next';
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
	'page number, with a total': { ...WAYS.pages, signs: { page: '{number}', total: '{total}' } },
	'page number': { ...WAYS.pages, signs: hasMore, kinds: ['inserted'] },
	'page number, one by one': { ...WAYS.mutePages, kinds: ['inserted'], pageSize: 1 },
	'link to a page, with a total': {
		...WAYS.links,
		signs: { ...WAYS.links.signs, total: '{total}' },
		only: 'List',
	},
};

const KINDS = ['deleted', 'inserted'] as const;

const ALL_CHANGES = KINDS.flatMap((kind) =>
	[0, 18, 19, 20, 38, 57, 98].flatMap((at) =>
		range(8).map((n): Change => ({ kind, at, after: n + 1 })),
	),
);

/** All changes that follow the first page, where most goes wrong, and a part of the later ones. */
const EARLY_CHANGES = ALL_CHANGES.filter(({ after }) => after === 1);
const LATER_CHANGES = ALL_CHANGES.filter(({ after }) => after > 1);
const changes = [...EARLY_CHANGES, ...someOf(LATER_CHANGES, 9)].map((change, index) => ({
	change,
	count: index % 2 === 0 ? 100 : 105,
}));

/** Answers with nothing, or with the contacts after it, where the ID of a contact is gone. */
const withoutGone = (service: Service, gone: Changing['gone']) =>
	instead(service, ({ status }, { url: { searchParams } }) => {
		if (status !== 400 || !gone) return undefined;
		const size = Number(searchParams.get('pageSize'));
		const after = Number(searchParams.get('starting_after'));
		const rest = service.contacts.filter(({ id }) => gone === 'next' && Number(id) > after);
		return { body: { contacts: rest.slice(0, size), hasMore: rest.length > size } };
	});

const changing = ({ by, signs, gone }: Changing, count: number, change: Change) =>
	changingService(contactsOf(count), change, (contacts) =>
		withoutGone(paged(contacts, by, signs), gone),
	);

promise(
	'No contact is lost or doubled while others are deleted or inserted',
	Object.entries(CHANGES).flatMap(([name, row]) =>
		[undefined, row.settings].flatMap((pagination) =>
			changes
				.filter(({ change }) => (row.kinds ?? KINDS).includes(change.kind))
				.map(({ change, count }) =>
					list([name, count, change], 'whole or error', () => changing(row, count, change), {
						pageSize: row.pageSize ?? 20,
						only: row.only,
						pagination,
					}),
				),
		),
	),
);

// Pages in mid-list

/** Leaves contacts with some indexes out of the pages of a service. */
function sifted(service: Service, [from, to] = [60, 180], hasEmptyLists = true): Service {
	const gap = new Set(service.contacts.slice(from, to));
	const isKept = (contact: Contact) => !gap.has(contact);
	const sifting = instead(service, (response) => {
		const contacts = listOf(response).filter(isKept);
		if (contacts.length > 0 || hasEmptyLists) return withFields(response, { contacts });
		const { contacts: _, ...body } = response.body as Contact;
		return { ...response, body };
	});
	return { ...sifting, contacts: service.contacts.filter(isKept) };
}

const hasNextPage: Fields = { hasNextPage: '{hasMore}' };

const SAYING_MORE: Array<[signs: Fields, by: Position, settings?: Partial<Pagination>]> = [
	[WAYS.pages.signs, byPage],
	[WAYS.pages.signs, byPage, byPages],
	[WAYS.cursors.signs, WAYS.cursors.by],
	[WAYS.cursors.signs, WAYS.cursors.by, WAYS.cursors.settings],
	[WAYS.links.signs, WAYS.links.by],
	[hasMore, byPage],
	[hasMore, byPage, { mode: 'pageNumber' }],
	[hasMore, byPage, { mode: 'pageNumber', hasMoreField: 'hasMore' }],
	[{ pageInfo: hasNextPage }, byPage],
];

promise('An empty page in mid-list that says more is followed', [
	...SAYING_MORE.map(([signs, by, pagination]) =>
		list(signs, 'whole', () => sifted(paged(230, by, signs)), { pagination }),
	),
	...['nextPageToken', 'nextCursor', 'next_page_token'].map((name) => {
		const by = cursor(name === 'nextCursor' ? 'cursor' : 'pageToken');
		const service = () => sifted(paged(230, by, { [name]: '{next}' }), undefined, false);
		return list(`"${name}" alone, without the list`, 'whole', service);
	}),
	...[hasMore, hasNextPage, WAYS.pages.signs].map((signs) =>
		list(['[1,2] [] [5]', signs], 'whole', () => sifted(paged(5, byPage, signs), [2, 4]), {
			pageSize: 2,
			pagination: byPages,
		}),
	),
]);

const fromZero = () =>
	paged(contactsOf(50, 0), byLastId, { next: '{last.id ?? null}' }, { fixedPageSize: 3 });

promise('An ID that is as large as the number of contacts is no end of them', [
	list('a gap behind nine contacts', 'error', () => sifted(fromZero(), [9, 18]), {
		pagination: WAYS.lastId.settings,
	}),
]);

/** Newest first; a field has the ID of the next contact. */
promise(
	'A next number that falls leads on',
	rows.FALLING.flatMap(({ field, parameter }) =>
		[9_000, 1_700_000_000].flatMap((first) =>
			[17, 20].map((count) => {
				const expected = parameter === 'next' ? 'whole' : 'whole or error';
				const contacts = range(count).map((n) => ({ id: first - n, name: `Contact ${n}` }));
				const by = cursor(parameter, '{last.id - 1}');
				return pagedList(expected, contacts, by, { [field]: '{next}' }, { pageSize: 5 });
			}),
		),
	),
);

promise('The number of the last contact on a page is no cursor', [
	pagedList('whole', 120, byPage, {
		meta: { current_page: '{number}', from: '{start + 1}', to: '{end}', total: '{total}' },
	}),
	pagedList('whole', 120, byOffset, { start: '{start + 1}', end: '{end}', total: '{total}' }),
]);

promise('A token that looks like a negative number leads on', [
	pagedList('whole', 170, cursor('cursor', '-{last.id}7'), WAYS.cursors.signs, {
		refuses: false,
	}),
]);

/** IDs that count the contacts of each response, as Json.NET has them. */
const numberedRows = range(120).map((n) => ({ $id: `${(n % 20) + 1}`, name: `Contact ${n}` }));

promise(
	'Numbers of rows are no IDs',
	[WAYS.mutePages, WAYS.muteOffsets, WAYS.links].map(({ by, signs }) =>
		pagedList('whole', numberedRows, by, signs, { maxPageSize: 20 }),
	),
);

const versioned = range(400).map((n) => ({ id: n + 1, version: 3 * (n + 1) }));

/** The next number goes into a parameter of an unusual name. */
promise(
	'A number under a name that was guessed skips no contacts',
	['{last.version}', '{start + 50}', '{start + 1700000000}'].flatMap((token) =>
		[
			[cursor('since_version', token), byOffset],
			[cursor('since_version', token), byPage],
			[cursor('next_key', token), offset('start', 0)],
		].flatMap((by) =>
			[50, undefined].map((fixedPageSize) =>
				pagedList('whole or error', versioned, by, WAYS.cursors.signs, { fixedPageSize }),
			),
		),
	),
);

const counting: Fields = { done: '{isLast}', total: '{count}' };

/** Pages of 37 under a name that nobody guesses. */
const hidden = (fields: Fields, fixedPageSize?: number) =>
	paged(120, page('zq', 1), fields, { maxPageSize: 37, fixedPageSize });

promise('A short page is not the end', [
	// The total of the page, beside a page that is not done
	pagedList('whole or error', 24, byOffset, counting, { sizeParameter: 'rows', maxPageSize: 4 }),
	// A cursor that is there only if as many contacts came as requested, under a name that nobody guesses
	pagedList(
		'error',
		120,
		cursor('zq'),
		{},
		{
			maxPageSize: 20,
			body: ({ list: contacts, count, next, query }) => ({
				contacts,
				nextCursor: count === Number(query.pageSize) ? next : null,
			}),
		},
	),
	// A page of the least size, by an offset that counts from 1
	pagedList(
		'whole or error',
		withoutIds(11),
		offset('skip', 1),
		{},
		{ fixedPageSize: 5, pageSize: 4 },
	),
	list(
		'a page of a fixed size, before a window',
		'whole or error',
		() => {
			const service = paged(withoutIds(100), WAYS.muteOffsets.by, {}, { fixedPageSize: 50 });
			return refusing(service, (query) => Number(query.get('skip')) > 26, { status: 404 });
		},
		{ pageSize: 19 },
	),
	list(
		'nothing after a page that is not done',
		'error',
		() => {
			const service = paged(32, byPage, { done: '{isLast}' }, { fixedPageSize: 25 });
			return strictly(refusing(service, (query) => query.get('page') === '2', { status: 204 }));
		},
		{ pagination: byPages },
	),
	...['page', 'offset', 'cursor', 'starting_after'].map((name) =>
		list(`where ${name} is refused`, 'whole or error', () =>
			refusing(hidden({}), (query) => query.has(name)),
		),
	),
	...rows.UNUSUAL.map((fields) => list(fields, 'whole or error', () => hidden(fields))),
	// Numbers where the page size is ignored
	...['current_cursor', 'position'].map((name) =>
		list(name, 'whole or error', () => hidden({ [name]: '{end}' }, 37)),
	),
]);

promise(
	'A short page is not the end where something may say that there is more',
	rows.MAY_SAY_MORE.flatMap((says) => [
		pagedList('whole or error', 12, page('zz', 1), says, { maxPageSize: 17 }),
		pagedList('error', 1234, page('zz', 1), says, { maxPageSize: 17 }),
	]),
);

/** Services that state the number of a page's contacts as the total. */
const countingPages = (by: Position, options: Options & Partial<Description>) =>
	pagedList('whole', 120, by, { total: '{count}' }, options);

promise('A total that counts the page does not end the list', [
	...[WAYS.mutePages, WAYS.offsets].flatMap(({ by, settings }) => [
		...[{ maxPageSize: 20 }, { fixedPageSize: 50 }, { fixedPageSize: 20 }].flatMap((sizes) =>
			[undefined, settings].map((pagination) => countingPages(by, { ...sizes, pagination })),
		),
		countingPages(by, { maxPageSize: 17, pagination: settings }),
		countingPages(by, { fixedPageSize: 17, pagination: { ...settings, checkTotal: false } }),
	]),
	// Where nobody knows the way
	pagedList('error', 120, cursor('none'), { total: '{count}' }, { pageSize: 3 }),
]);

promise(
	'Pages that start by the requested size, but are shorter, leave nothing out',
	[undefined, byPages].flatMap((pagination) =>
		[{}, hasMore].map((signs) =>
			pagedList('whole or error', 90, byPage, signs, {
				fixedPageSize: 15,
				startsByRequested: true,
				pagination,
			}),
		),
	),
);

// Errors that need not be, or say too much

const repeating = [...contactsOf(60), ...contactsOf(1, 45), ...contactsOf(59, 61)];

promise('What a check would find does not matter where it is turned off', [
	// Also on the page that proves the way
	...[undefined, 50].flatMap((fixedPageSize) =>
		[WAYS.pages, { ...WAYS.cursors, by: cursor('after') }].map(({ by, signs }) => {
			const options = { fixedPageSize, pagination: { checkRepeats: false } };
			return pagedList('whole', repeating, by, signs, options);
		}),
	),
	...[WAYS.pages, WAYS.offsets, WAYS.cursors].flatMap(({ by, signs, settings }) =>
		[{}, settings].map((way) => {
			const pagination = { ...way, checkTotal: false };
			return pagedList('whole', 120, by, { ...signs, total: '{total + 3}' }, { pagination });
		}),
	),
]);

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
