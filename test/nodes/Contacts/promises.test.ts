/**
 * Ordinary responses in which readers have lost contacts without a word. Each list comes out whole, or
 * fails with an error. That lists of one run do not mislead each other is in `company.test.ts`.
 */
import { type Change, changingService, problemWith } from './changing';
import { type Contact, type Pagination, type Read, reads, type Service } from './read';
import { contactsOf, inTurn, type Page, pagedService, range, withAudit } from './services';
import { cursor, lastId, offset, page, type Position } from './world/positions';

type Expected = 'whole' | 'error' | 'whole or error';

interface Case {
	name: string;
	expected: Expected;
	/** Made anew for each reading. */
	service: () => Service;
	pageSize?: number;
	pagination?: Partial<Pagination>;
}

/** Declares a test of each case with List and with Get Page. */
function testAll(cases: Case[]): void {
	const rows = Object.keys(reads).flatMap((read) =>
		cases.map((one) => ({ ...one, read: read as Read })),
	);
	it.each(rows)('$read, $name: $expected', async ({ read, expected, service, ...options }) => {
		const { pageSize = 50, pagination } = options;
		const outcome = await reads[read](service(), { pageSize, pagination });
		expect(expected.split(' or ')).toContain(outcome.result);
	});
}

/** How services request pages, what their responses say about them, and the settings for that. */
const WAYS: Record<
	string,
	{ by: Position; signs: (page: Page) => Contact; settings: Partial<Pagination> }
> = {
	'page numbers': {
		by: page('page', 1),
		signs: ({ number, pages }) => ({ page: number, totalPages: pages }),
		settings: { mode: 'pageNumber' },
	},
	'page numbers that nothing is said about': {
		by: page('page', 1),
		signs: () => ({}),
		settings: { mode: 'pageNumber' },
	},
	offsets: {
		by: offset('offset', 0),
		signs: ({ start, total }) => ({ offset: start, total }),
		settings: { mode: 'offset' },
	},
	'offsets that nothing is said about': {
		by: offset('skip', 0),
		signs: () => ({}),
		settings: { mode: 'offset', offsetParameter: 'skip' },
	},
	cursors: {
		by: cursor('cursor'),
		signs: ({ next = null }) => ({ nextCursor: next }),
		settings: { mode: 'cursor' },
	},
	links: {
		by: page('page', 1),
		signs: ({ nextLink = null }) => ({ next: nextLink }),
		settings: { mode: 'nextLink' },
	},
	'the last ID': {
		by: lastId('starting_after'),
		signs: ({ hasMore }) => ({ hasMore }),
		settings: { mode: 'lastContact', cursorParameter: 'starting_after' },
	},
};

/** Each way in Automatic, and with its settings. */
const everyWay = () =>
	Object.entries(WAYS).flatMap(([way, { settings, ...rest }]) => [
		{ way, ...rest, pagination: undefined },
		{ way: `${way}, set by hand`, ...rest, pagination: settings },
	]);

/** The number of contacts, and what the service makes of a page size of 50. */
const SIZES = {
	'30 contacts': { count: 30, maxPageSize: 100 },
	'120 contacts': { count: 120, maxPageSize: 100 },
	'120 contacts in pages of up to 40': { count: 120, maxPageSize: 40 },
};

const CONTACTS_WITHOUT_IDS = range(200).map((n) => ({
	name: `Contact ${n}`,
	email: `contact${n}@example.com`,
}));

/** A service for each way and size, by turns with and without IDs. */
function servicesWith(
	name: string,
	expected: Expected,
	body: (page: Page) => Contact,
	ways = Object.keys(WAYS),
): Case[] {
	return ways.flatMap((way, index) =>
		Object.entries(SIZES).map(([size, { count, maxPageSize }], at) => {
			const { by, signs } = WAYS[way]!;
			const hasIds = way === 'the last ID' || (index + at) % 2 === 0;
			const contacts = hasIds ? contactsOf(count) : CONTACTS_WITHOUT_IDS.slice(0, count);
			const bodyOf = (page: Page) => ({ ...body(page), ...signs(page) });
			return {
				name: `${name}, ${size} by ${way}${hasIds ? '' : ', without IDs'}`,
				expected,
				service: () =>
					withAudit(pagedService({ contacts, by, maxPageSize, body: bodyOf }), contacts),
			};
		}),
	);
}

const named = (value: unknown) => JSON.stringify(value);

describe('An empty field beside the list does not hide it', () => {
	const NAMESAKES: Contact[] = [
		{ contact: null },
		{ contacts: [] },
		{ contacts: null },
		{ items: [] },
		{ ads: [] },
		{ tags: [] },
		{ queryResults: [] },
		{ relatedPeople: [] },
	];
	testAll(
		NAMESAKES.flatMap((namesake) => [
			...servicesWith(`${named(namesake)} before`, 'whole', ({ list }) => ({
				...namesake,
				people: list,
			})),
			...servicesWith(`${named(namesake)} after`, 'whole', ({ list }) => ({
				searchResults: list,
				...namesake,
			})),
		]),
	);
	testAll(
		NAMESAKES.map((namesake) => ({
			name: `${named(namesake)} beside 30 contacts, where the page size is ignored`,
			expected: 'whole or error',
			service: () =>
				inEveryResponse(contactsOf(30), (contacts) => ({ ...namesake, people: contacts })),
		})),
	);
});

/** A service that always sends the same. */
function inEveryResponse(contacts: Contact[], body: (contacts: Contact[]) => unknown): Service {
	return { contacts, respond: () => ({ body: body(contacts) }) };
}

describe('A second list with a more usual name does not replace the list', () => {
	const ORGANIZATION = { id: 'org_1', name: 'Acme', domain: 'acme.example' };
	const SECOND_LISTS: Contact[] = [
		{ data: [ORGANIZATION] },
		{ records: [ORGANIZATION] },
		{ contacts: [ORGANIZATION] },
		{ items: [ORGANIZATION, { ...ORGANIZATION, id: 'org_2' }] },
	];
	testAll(
		SECOND_LISTS.flatMap((second) =>
			servicesWith(named(second), 'whole', ({ list }) => ({ profiles: list, ...second })),
		),
	);
});

describe('What is not a contact does not become one', () => {
	const none = (name: string, body: unknown, expected: Expected = 'error'): Case => ({
		name: `${name} ${named(body)}`,
		expected,
		service: () => inEveryResponse([], () => body),
	});
	const company = {
		name: 'Acme',
		emails: ['a@acme.example', 'b@acme.example'],
		employees: ['Ada'],
	};
	testAll([
		none('a single object', { data: company, total: 1 }),
		none('a single object', { data: { ...company, employees: [{ name: 'Ada' }] }, total: 1 }),
		none('a single object', { organization: company }),
		...[null, 'Ada', 7, true].flatMap((entry) => [
			none('a list of', { contacts: [entry, entry] }),
			none('a list of', { data: [entry] }),
			none('a list of', [entry, entry, entry]),
		]),
		none('rows as lists', {
			contacts: [
				[1, 'Ada'],
				[2, 'Bob'],
			],
		}),
		none('a mixed list', { contacts: [{ id: 1 }, null] }),
		none(
			'a wrapper of an empty list',
			{ results: [{ docs: [], numberOfDocs: 0 }] },
			'whole or error',
		),
		none('a wrapper of an empty list', { data: [{ contacts: [], total: 0 }] }, 'whole or error'),
		none(
			'a list of something else beside a message',
			{ message: 'No contacts found', links: [{ rel: 'self', href: '/v1/contacts' }] },
			'whole or error',
		),
		none('a list that is left out', { kind: 'crm#contactList', id: 'c1' }, 'whole'),
		none('a list that is left out', { links: { self: '/v1/contacts' }, total: 0 }, 'whole'),
		none('another list where there are none', { total: 0, ads: [{ id: 1, text: 'Buy' }] }),
		none('an error', { message: 'Bad scope', errors: [{ code: 'scope', field: 'contacts' }] }),
	]);
});

describe('Entries that are not contacts are not an empty page', () => {
	const ENTRIES: unknown[][] = [[null], ['Ada', 'Bob'], [1, 2], [[1, 'Ada']], [[]], [{}, null]];
	testAll(
		ENTRIES.flatMap((entries) =>
			everyWay().map(({ way, by, signs, pagination }): Case => {
				const body = (page: Page) => ({
					contacts: page.start > 0 ? entries : page.list,
					...signs(page),
				});
				return {
					name: `${named(entries)} on a later page, by ${way}`,
					pagination,
					expected: 'error',
					service: () =>
						pagedService({
							contacts: contactsOf(120),
							by,
							fixedPageSize: 50,
							body,
						}),
				};
			}),
		),
	);
});

describe('A refusal is an error, whatever its text', () => {
	const TEXTS = [
		'No valid scopes found in the token',
		'No organizations found for this client',
		'No contacts found',
		'Not found',
		'No records match your query',
		'Keine Kontakte gefunden',
		'Aucun contact trouvé',
		'No se encontraron contactos',
		'連絡先が見つかりません',
	];
	const bodies = TEXTS.flatMap((text): unknown[] => [
		{ message: text },
		{ error: { code: 'not_found', message: text } },
		{ errors: [{ title: text }] },
		{ contacts: [], detail: text },
	]);
	testAll(
		[400, 404].flatMap((status) =>
			[...bodies, undefined, [], { contacts: [] }, 'Not found'].map((body) => ({
				name: `${status} ${named(body)}`,
				expected: 'error',
				service: () => ({ contacts: [], respond: () => ({ status, body }) }),
			})),
		),
	);
});

describe('A known word in another object does not end the list', () => {
	const DECOYS: Contact[] = [
		{ status: { done: true } },
		{ limits: { remaining: 0 } },
		{ view: { last: true } },
		{ final: true },
		{ job: { hasMore: false } },
		{ done: true, complete: true },
		{ billing: { next: '/v1/audit?page=2' } },
		{ billing: { next: null, total: 3 } },
	];
	testAll(
		DECOYS.flatMap((decoy) =>
			servicesWith(named(decoy), 'whole', ({ list }) => ({ contacts: list, ...decoy })),
		),
	);
});

describe('A window is not the end', () => {
	const WINDOW = 2_000;
	const PAST = {
		400: { status: 400, body: { message: 'The result window is too large' } },
		422: { status: 422, body: { message: 'The result window is too large' } },
		404: { status: 404 },
		'an empty page': undefined,
	};
	type Past = keyof typeof PAST;

	/** A service of 2,400 contacts that sends none of the last 400. */
	const windowed = (
		by: Position,
		past: Past,
		signs: (page: Page) => Contact,
		maxPageSize: number,
	) => {
		const body = ({ list, ...page }: Page): Contact => ({
			contacts: list,
			...signs({ list, ...page }),
		});
		const all = contactsOf(2_400);
		const { respond, contacts } = pagedService({ contacts: all, by, maxPageSize, body });
		return {
			contacts,
			respond: (request: { url: URL }) => {
				const response = respond(request);
				const { contacts: list } = response.body as { contacts: Contact[] };
				const isBeyond = list.length === 0 || Number(list.at(-1)!.id) > WINDOW;
				if (!isBeyond) return response;
				return PAST[past] ?? { body: { ...(response.body as Contact), contacts: [] } };
			},
		};
	};

	const STATES: Record<string, (page: Page) => Contact> = {
		'': () => ({}),
		' with a total': ({ total }) => ({ total }),
		' with a flag': ({ hasMore }) => ({ hasMore }),
	};
	/**
	 * Nobody can know of a window that answers as the end of a list does where pages are numbered: by 404
	 * where nothing says more, by an empty page without a total. Nor of one that states its own length.
	 */
	const isKnowable = (by: Position, past: string, states: string) =>
		'offset' in by ||
		past === '400' ||
		past === '422' ||
		states === ' with a total' ||
		(past === '404' && states !== '');
	testAll(
		[page('page', 1), offset('offset', 0)].flatMap((by) =>
			Object.keys(PAST).flatMap((past) =>
				Object.entries(STATES)
					.filter(([states]) => isKnowable(by, past, states))
					.flatMap(([states, signs]) =>
						[100, 50].map((maxPageSize): Case => ({
							name: `${past} beyond 2,000 of 2,400 by ${Object.keys(by)[0]}${states}, in pages of ${maxPageSize}`,
							expected: 'error',
							pageSize: 100,
							service: () => windowed(by, past as unknown as Past, signs, maxPageSize),
						})),
					),
			),
		),
	);
	testAll([
		{
			name: 'the last cursor at 2,000 of a total of 2,400',
			expected: 'error',
			pageSize: 100,
			service: () =>
				pagedService({
					contacts: contactsOf(2_400),
					by: cursor('cursor'),
					body: ({ list, end, total, next }) => ({
						contacts: list,
						total,
						nextCursor: end < WINDOW ? next : null,
					}),
				}),
		},
	]);

	/** A service that refuses pages after the last one. */
	const refusing = (
		status: number,
		by: Position,
		count: number,
		fixedPageSize?: number,
	): Service => {
		const body = ({ list }: Page) => ({ contacts: list });
		const { respond, contacts } = pagedService({
			contacts: contactsOf(count),
			by,
			fixedPageSize,
			body,
		});
		return {
			contacts,
			respond: (request) => {
				const response = respond(request);
				const { contacts: list } = response.body as { contacts: Contact[] };
				return list.length > 0 ? response : { status, body: { message: 'Out of range' } };
			},
		};
	};
	testAll(
		[400, 422, 404].flatMap((status) =>
			[page('page', 1), offset('offset', 0)].flatMap((by) => [
				// From the second page on, a page has 49 contacts: 294 fill the last one.
				...[294, 300, 320].map((count): Case => ({
					name: `${status} after the last of ${count} contacts by ${Object.keys(by)[0]}`,
					expected: 'whole',
					service: () => refusing(status, by, count),
				})),
				{
					name: `${status} after the last of 6 contacts by ${Object.keys(by)[0]}, 3 at a time`,
					expected: 'whole or error',
					pageSize: 3,
					service: () => refusing(status, by, 6),
				},
				{
					name: `${status} after the last of 300 contacts by ${Object.keys(by)[0]} in pages of always 50`,
					expected: 'whole or error',
					service: () => refusing(status, by, 300, 50),
				},
			]),
		),
	);
});

describe('The last page again is the end', () => {
	testAll(
		[100, 120].flatMap((count) =>
			[undefined, { mode: 'pageNumber' } as const].map((pagination): Case => ({
				name: `${count} contacts ${pagination ? 'by hand' : 'in Automatic'}`,
				expected: 'whole',
				pagination,
				service: () => {
					const contacts = contactsOf(count);
					return {
						contacts,
						respond: ({ url: { searchParams } }) => {
							const size = Number(searchParams.get('pageSize') ?? 50);
							const last = Math.ceil(count / size);
							const number = Math.min(Number(searchParams.get('page') ?? 1), last);
							return { body: { contacts: contacts.slice((number - 1) * size, number * size) } };
						},
					};
				},
			})),
		),
	);
});

describe('Contacts without IDs', () => {
	/** Adds a field that differs in each response. */
	const changing = ({ respond }: Service): Service => {
		let requests = 0;
		return {
			contacts: [],
			respond: (request) => {
				const { contacts: list, ...body } = respond(request).body as { contacts: Contact[] };
				const fetchedAt = 1_700_000_000_000 + requests++;
				return { body: { ...body, contacts: list.map((one) => ({ ...one, fetchedAt })) } };
			},
		};
	};
	testAll(
		(['cursor', 'nextLink'] as const).map((mode): Case => ({
			name: `in a circle of pages by ${mode}`,
			expected: 'error',
			pagination: { mode },
			service: () =>
				changing(
					pagedService({
						contacts: CONTACTS_WITHOUT_IDS,
						by: page('cursor', 1),
						body: ({ list, number }) => ({
							contacts: list,
							nextCursor: `${(number % 3) + 1}`,
							next: `?cursor=${(number % 3) + 1}`,
						}),
					}),
				),
		})),
	);
	testAll(
		[undefined, { mode: 'offset' } as const, { mode: 'pageNumber' } as const].map(
			(pagination): Case => ({
				name: `that are all equal, with ${pagination?.mode ?? 'Automatic'}`,
				expected: 'whole or error',
				pagination,
				service: () => {
					const contacts = range(120).map(() => ({ name: 'Ada' }));
					const by = pagination?.mode === 'pageNumber' ? page('page', 1) : offset('offset', 0);
					return pagedService({ contacts, by, body: ({ list }) => ({ contacts: list }) });
				},
			}),
		),
	);
	testAll([
		{
			name: 'in another order each time',
			expected: 'error',
			service: () => {
				let requests = 0;
				const { respond } = pagedService({
					contacts: CONTACTS_WITHOUT_IDS,
					by: page('page', 1),
					body: ({ list, hasMore }) => ({
						contacts: [...list.slice(++requests), ...list.slice(0, requests)],
						hasMore,
					}),
				});
				return { contacts: [], respond };
			},
		},
	]);
});

describe('A total that only the first page states counts', () => {
	testAll([
		{
			name: 'page numbers that end at 100 of 120',
			expected: 'error',
			pagination: { mode: 'pageNumber' },
			service: () => {
				const { contacts, respond } = pagedService({
					contacts: contactsOf(100),
					by: page('page', 1),
					body: ({ list, number }) => ({ contacts: list, ...(number === 1 && { total: 120 }) }),
				});
				return { contacts: [...contacts, ...contactsOf(20, 101)], respond };
			},
		},
	]);
});

describe('A total that is a minimum does not end the list', () => {
	testAll(
		[120, 230].map((count): Case => ({
			name: `100 or more of ${count}`,
			expected: 'whole',
			service: () =>
				pagedService({
					contacts: contactsOf(count),
					by: page('page', 1),
					fixedPageSize: 50,
					body: ({ list, number }) => ({
						contacts: list,
						page: number,
						total: 100,
						relation: 'gte',
					}),
				}),
		})),
	);
});

describe('An envelope of any size is read', () => {
	const nested = range(9).reduce<unknown>((meta) => ({ meta }), 1);
	const fields = Object.fromEntries(range(600).map((n) => [`field${n}`, n % 7]));
	testAll(
		servicesWith('600 fields, and 9 levels', 'whole', ({ list }) => ({
			contacts: list,
			meta: nested,
		})),
	);
	testAll(
		servicesWith('600 fields after the list', 'whole or error', ({ list }) => ({
			contacts: list,
			info: fields,
		})),
	);
});

describe('A number under a name that was guessed skips no contacts', () => {
	const NUMBERS: Record<string, (end: number) => number> = {
		'three times the offset': (end) => 3 * end,
		'the offset and a page': (end) => end + 50,
		'a time': (end) => 1_700_000_000 + end,
	};
	testAll(
		Object.entries(NUMBERS).flatMap(([name, next]) =>
			[
				[offset('offset', 0), cursor('since_version')],
				[page('page', 1), cursor('since_version')],
				[offset('start', 0), cursor('next_key')],
			].flatMap((by) =>
				[50, undefined].map((fixedPageSize) => ({
					name: `${name} beside ${Object.values(by[0]!)[0]}${fixedPageSize ? ', in pages of always 50' : ''}`,
					expected: 'whole or error' as const,
					service: () => numbered(by[0]!, Object.values(by[1]!)[0] as string, next, fixedPageSize),
				})),
			),
		),
	);

	/** A service whose next number goes into a parameter of an unusual name. */
	function numbered(
		by: Position,
		parameter: string,
		next: (end: number) => number,
		fixedPageSize?: number,
	): Service {
		const contacts = contactsOf(400);
		const body = ({ list, end, hasMore }: Page) => ({
			contacts: list,
			nextCursor: hasMore ? next(end) : null,
		});
		const usual = pagedService({ contacts, by, fixedPageSize, body });
		const own = pagedService({ contacts, by: offset(parameter, 0), fixedPageSize, body });
		return {
			contacts,
			respond: ({ url }) => {
				const value = url.searchParams.get(parameter);
				if (value === null) return usual.respond({ url });
				const end = range(401).find((one) => String(next(one)) === value);
				if (end === undefined) return { status: 400 };
				const read = new URL(url);
				read.searchParams.set(parameter, String(end));
				return own.respond({ url: read });
			},
		};
	}
});

describe.each(Object.keys(reads) as Read[])(
	'%s, while contacts are deleted or inserted',
	(read) => {
		/**
		 * Not here, since nobody can know: contacts deleted where pages are numbered without a total, or behind
		 * opaque cursors and links that count.
		 */
		const KINDS: Record<
			string,
			{
				by: Position;
				body: (page: Page) => unknown;
				kinds: Array<Change['kind']>;
				settings: Partial<Pagination>;
				gone?: 'empty' | 'next';
			}
		> = {
			offset: {
				by: offset('offset', 0),
				settings: { mode: 'offset' },
				body: ({ list }) => ({ contacts: list }),
				kinds: ['deleted', 'inserted'],
			},
			'offset, with a total': {
				by: offset('skip', 0),
				settings: { mode: 'offset', offsetParameter: 'skip' },
				body: ({ list, start, total }) => ({ contacts: list, skip: start, total }),
				kinds: ['deleted', 'inserted'],
			},
			'last ID, and 400 for one that is gone': {
				by: lastId('starting_after'),
				settings: WAYS['the last ID']!.settings,
				body: ({ list, hasMore }) => ({ contacts: list, hasMore }),
				kinds: ['deleted', 'inserted'],
			},
			'last ID, and an empty page for one that is gone': {
				by: lastId('starting_after'),
				settings: WAYS['the last ID']!.settings,
				body: ({ list, hasMore }) => ({ contacts: list, hasMore }),
				kinds: ['deleted', 'inserted'],
				gone: 'empty',
			},
			'last ID, and those after one that is gone': {
				by: lastId('starting_after'),
				settings: WAYS['the last ID']!.settings,
				body: ({ list, hasMore }) => ({ contacts: list, hasMore }),
				kinds: ['deleted', 'inserted'],
				gone: 'next',
			},
			'page number, with a total': {
				by: page('page', 1),
				settings: { mode: 'pageNumber' },
				body: ({ list, number, total }) => ({ contacts: list, page: number, total }),
				kinds: ['deleted', 'inserted'],
			},
			'page number': {
				by: page('page', 1),
				settings: { mode: 'pageNumber' },
				body: ({ list, hasMore }) => ({ contacts: list, hasMore }),
				kinds: ['inserted'],
			},
		};

		const PAGE_SIZE = 20;
		const changesOf = (kinds: Array<Change['kind']>): Change[] =>
			kinds.flatMap((kind) =>
				range(8).flatMap((after) =>
					[0, 18, 19, 20, 38, 57, 98].map((at) => ({ kind, at, after: after + 1 })),
				),
			);

		it.each(
			Object.keys(KINDS).flatMap((kind) => [
				{ kind, settings: 'Automatic', pagination: undefined },
				{ kind, settings: 'settings by hand', pagination: KINDS[kind]!.settings },
			]),
		)('no contact is lost or doubled by $kind, with $settings', async ({ kind, pagination }) => {
			const { by, body, kinds, gone } = KINDS[kind]!;
			const problems: string[] = [];
			for (const [index, change] of changesOf(kinds).entries()) {
				const count = index % 2 === 0 ? 100 : 105;
				const service = changingService(contactsOf(count), change, (contacts) => {
					const paged = pagedService({ contacts, by, body });
					return gone === undefined
						? paged
						: {
								respond: (request) => answerOrGone(paged.respond(request), request, contacts, gone),
							};
				});
				const outcome = await reads[read](service, { pageSize: PAGE_SIZE, pagination });
				const problem = problemWith(outcome, service);
				if (problem) problems.push(`${problem}: ${count}, ${named(change)}`);
			}
			expect(problems).toEqual([]);
		});
	},
);

/** What the service makes of the ID of a contact that is gone. */
function answerOrGone(
	response: ReturnType<Service['respond']>,
	{ url: { searchParams } }: { url: URL },
	contacts: Contact[],
	gone: 'empty' | 'next',
): ReturnType<Service['respond']> {
	if (response.status !== 400) return response;
	const size = Number(searchParams.get('pageSize'));
	const after = Number(searchParams.get('starting_after'));
	const rest = gone === 'empty' ? [] : contacts.filter(({ id }) => Number(id) > after);
	return { body: { contacts: rest.slice(0, size), hasMore: rest.length > size } };
}

describe.each(Object.keys(reads) as Read[])('%s, of contacts with a field that changes', (read) => {
	const SAYS: Record<string, (page: Page) => Contact> = {
		nothing: () => ({}),
		'a total': ({ total }) => ({ total }),
		'a flag': ({ hasMore }) => ({ hasMore }),
		'a total of 300': () => ({ total: 300 }),
		'six pages': ({ number }) => ({ page: number, totalPages: 6 }),
	};
	const PAGES: Record<string, { by: Position; count: number; fixedPageSize: number }> = {
		'50 on every page again': { by: cursor('none'), count: 50, fixedPageSize: 50 },
		'20 on every page again': { by: cursor('none'), count: 20, fixedPageSize: 50 },
		'50 by page numbers': { by: page('page', 1), count: 50, fixedPageSize: 20 },
		'50 by offsets': { by: offset('offset', 0), count: 50, fixedPageSize: 20 },
	};
	const MODES: Array<Partial<Pagination>> = [
		{ mode: 'automatic' },
		{ mode: 'pageNumber' },
		{ mode: 'offset' },
	];
	it.each(
		Object.keys(SAYS).flatMap((says) =>
			Object.keys(PAGES).flatMap((pages) =>
				MODES.map((pagination) => ({ says, pages, mode: pagination.mode, pagination })),
			),
		),
	)('$pages that say $says, in mode $mode: whole or an error', async ({ says, pages, ...rest }) => {
		const { by, count, fixedPageSize } = PAGES[pages]!;
		const contacts = range(count).map((n) => ({ name: `Contact ${n}` }));
		const body = (page: Page) => ({ list: page.list, ...SAYS[says]!(page) });
		const paged = pagedService({ contacts, by, refuses: false, fixedPageSize, body });
		let requests = 0;
		const service: Service = {
			contacts,
			respond: (request) => {
				const { body } = paged.respond(request) as { body: { list: Contact[] } };
				const fetchedAt = 1_700_000_000_000 + requests++;
				return { body: { ...body, list: body.list.map((one) => ({ ...one, fetchedAt })) } };
			},
		};
		const { pagination } = rest;
		const outcome = await reads[read](service, { pageSize: 50, pagination });
		const there = { throughout: contacts, ever: contacts };
		expect(problemWith(outcome, there, ({ name }) => name)).toBeUndefined();
	});
});

describe('An empty page in mid-list that says more is followed', () => {
	/** A service that takes its pages first, and then leaves contacts out. */
	const sifted = (by: Position, body: (page: Page) => unknown): Service => {
		const all = contactsOf(230);
		const isKept = ({ id }: Contact) => !(Number(id) > 60 && Number(id) <= 180);
		return {
			contacts: all.filter(isKept),
			respond: pagedService({
				contacts: all,
				by,
				body: (page) => body({ ...page, list: page.list.filter(isKept) }),
			}).respond,
		};
	};
	const rows: Array<[string, Position, (page: Page) => unknown, Partial<Pagination>?]> = [
		['hasMore', page('page', 1), ({ list, hasMore }) => ({ contacts: list, hasMore })],
		[
			'hasNextPage',
			page('page', 1),
			({ list, hasMore }) => ({ contacts: list, pageInfo: { hasNextPage: hasMore } }),
		],
		[
			'totalPages',
			page('page', 1),
			({ list, number, pages }) => ({ contacts: list, page: number, totalPages: pages }),
		],
		[
			'a cursor',
			cursor('cursor'),
			({ list, next = null }) => ({ contacts: list, nextCursor: next }),
		],
		[
			'a link',
			page('page', 1),
			({ list, nextLink = null }) => ({ contacts: list, next: nextLink }),
		],
		[
			'hasMore, by hand',
			page('page', 1),
			({ list, hasMore }) => ({ contacts: list, hasMore }),
			{ mode: 'pageNumber', hasMoreField: 'hasMore' },
		],
		[
			'hasMore, by hand without its field',
			page('page', 1),
			({ list, hasMore }) => ({ contacts: list, hasMore }),
			{ mode: 'pageNumber' },
		],
		[
			'totalPages, by hand',
			page('page', 1),
			({ list, number, pages }) => ({ contacts: list, page: number, totalPages: pages }),
			{ mode: 'pageNumber' },
		],
		[
			'a cursor, by hand',
			cursor('cursor'),
			({ list, next = null }) => ({ contacts: list, nextCursor: next }),
			{ mode: 'cursor' },
		],
	];
	testAll(
		rows.map(([name, by, body, pagination]) => ({
			name,
			expected: 'whole',
			service: () => sifted(by, body),
			pagination,
		})),
	);
	testAll(
		['hasMore', 'hasNextPage', 'totalPages'].map((says) => ({
			name: `[1,2] [] [3] with ${says}`,
			expected: 'whole' as const,
			pageSize: 2,
			service: () => {
				const pages = [contactsOf(2), [], contactsOf(1, 3)];
				return {
					contacts: contactsOf(3),
					respond: ({ url }) => {
						const number = Number(url.searchParams.get('page') ?? 1);
						const more = number < pages.length;
						const said = { hasMore: more, hasNextPage: more, totalPages: pages.length };
						const size = Number(url.searchParams.get('pageSize') ?? 2);
						const list = (pages[number - 1] ?? []).slice(0, size);
						return {
							body: { contacts: list, page: number, [says]: said[says as keyof typeof said] },
						};
					},
				};
			},
			pagination: { mode: 'pageNumber' as const },
		})),
	);
	testAll(
		['nextPageToken', 'nextCursor', 'next_page_token'].map((name) => ({
			name: `{"${name}"} alone, without the list`,
			expected: 'whole' as const,
			service: () =>
				sifted(cursor(name === 'nextCursor' ? 'cursor' : 'pageToken'), ({ list, next }) => ({
					contacts: list.length > 0 ? list : undefined,
					[name]: next,
				})),
		})),
	);
});

describe('A next number that falls leads on', () => {
	/** Newest first; the number is that of the next contact. */
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
	testAll(
		[9_000, 1_700_000_000].flatMap((first) =>
			[
				['next', 'next'],
				['next', 'until'],
				['next', 'max_id'],
				['max_id', 'max_id'],
				['next_until', 'until'],
			].flatMap(([field, parameter]) =>
				[17, 20].map((count) => ({
					name: `${count} contacts, "${field}" from ${first} on, for ${parameter}`,
					expected: parameter === 'next' ? ('whole' as const) : ('whole or error' as const),
					pageSize: 5,
					service: () => falling(field!, parameter!, count, first),
				})),
			),
		),
	);
});

describe('A short page is not the end', () => {
	/** Pages of at most 37, or of always as many, under a name that nobody guesses. */
	const hidden = (
		body: (page: Page) => unknown,
		{ refused, fixedPageSize }: { refused?: string; fixedPageSize?: number } = {},
	): Service => {
		const { contacts, respond } = pagedService({
			contacts: contactsOf(120),
			by: page('zq', 1),
			maxPageSize: 37,
			fixedPageSize,
			body,
		});
		return {
			contacts,
			respond: (request) => {
				const isRefused = refused !== undefined && request.url.searchParams.has(refused);
				return isRefused ? { status: 400 } : respond(request);
			},
		};
	};
	testAll([
		...['page', 'offset', 'cursor', 'starting_after'].map((name): Case => ({
			name: `where ${name} is refused`,
			expected: 'whole or error',
			service: () => hidden(({ list }) => ({ contacts: list }), { refused: name }),
		})),
		...(
			[
				['a total as text', () => ({ total: '120' })],
				['a total in a text', ({ start, end }) => ({ info: `Showing ${start + 1}-${end} of 120` })],
				['a total before a word', ({ total }) => ({ summary: `${total} contacts` })],
				['a total in a list of one', ({ total }) => ({ meta: [{ total }] })],
				['a total of an unusual name', ({ total }) => ({ hits: { found: total } })],
				['a number that rises', ({ end }) => ({ version: { max: 987 + end } })],
				['a number that falls', ({ end }) => ({ version: { max: 1_017 - end } })],
				['a text that moves', ({ end }) => ({ sync: `v${987 + end}x` })],
			] as Array<[string, (page: Page) => Contact]>
		).map(([name, signs]): Case => ({
			name: `beside ${name}`,
			expected: 'whole or error',
			service: () => hidden((page) => ({ contacts: page.list, ...signs(page) })),
		})),
		...['current_cursor', 'position'].map((name): Case => ({
			name: `beside "${name}", a number, where the page size is ignored`,
			expected: 'whole or error',
			service: () =>
				hidden(({ list, end }) => ({ contacts: list, [name]: end }), { fixedPageSize: 37 }),
		})),
	]);
});

describe('Off', () => {
	const off = (name: string, body: (page: Page) => Contact, headers?: (page: Page) => Contact) =>
		[50, 120].map((count): Case => ({
			name: `${name}, ${count} contacts`,
			expected: count > 50 ? 'error' : 'whole',
			pagination: { mode: 'off' },
			service: () =>
				pagedService({
					contacts: contactsOf(count),
					by: page('page', 1),
					body: (page) => ({ contacts: page.list, ...body(page) }),
					headers: headers as ((page: Page) => Record<string, string>) | undefined,
				}),
		}));
	testAll([
		...off('a next link', ({ nextLink = null }) => ({ next: nextLink })),
		...off('a next link among links', ({ nextLink = null }) => ({ links: { next: nextLink } })),
		...off('a cursor', ({ hasMore }) => ({ nextCursor: hasMore ? 'bmV4dA' : null })),
		...off('a token', ({ hasMore }) => ({ nextPageToken: hasMore ? 'bmV4dA' : '' })),
		...off(
			'a Link header',
			() => ({}),
			({ nextLink }) => (nextLink ? { Link: `<${nextLink}>; rel="next"` } : {}),
		),
	]);
});

describe('A response without a list is not the end', () => {
	const ANSWERS: Record<string, ReturnType<Service['respond']>> = {
		204: { status: 204 },
		null: { body: null },
		'a message': { body: { message: 'Please try again' } },
		'an empty object': { body: {} },
	};
	testAll(
		Object.entries(ANSWERS).flatMap(([name, answer]) =>
			everyWay().map(({ way, by, signs, pagination }): Case => ({
				name: `${name} in place of later pages, by ${way}`,
				pagination,
				expected: 'error',
				service: () => {
					const parameter = Object.values(by)[0] as string;
					const { contacts, respond } = pagedService({
						contacts: contactsOf(120),
						by,
						fixedPageSize: 50,
						body: (page) => ({ contacts: page.list, ...signs(page) }),
					});
					return {
						contacts,
						respond: (request) =>
							request.url.searchParams.has(parameter) ? answer : respond(request),
					};
				},
			})),
		),
	);
});

describe('Checks that are turned off', () => {
	const [last] = contactsOf(1, 45);
	const contacts = [...contactsOf(60), last!, ...contactsOf(59, 61)];
	const repeating = (by: Position, body: (page: Page) => unknown, fixedPageSize?: number) => () =>
		pagedService({ contacts, by, body, fixedPageSize });
	testAll(
		[undefined, 50].flatMap((fixedPageSize): Case[] => [
			{
				name: `a repeated contact on the page that proves page numbers${fixedPageSize ? ', in pages of always 50' : ''}`,
				expected: 'whole',
				pagination: { checkRepeats: false },
				service: repeating(
					page('page', 1),
					({ list, number, pages }) => ({ contacts: list, page: number, totalPages: pages }),
					fixedPageSize,
				),
			},
			{
				name: `a repeated contact on the page that proves a cursor${fixedPageSize ? ', in pages of always 50' : ''}`,
				expected: 'whole',
				pagination: { checkRepeats: false },
				service: repeating(
					cursor('after'),
					({ list, next = null }) => ({ contacts: list, nextCursor: next }),
					fixedPageSize,
				),
			},
		]),
	);
});

it.each(Object.keys(reads) as Read[])(
	'%s does not name the fields of the first page as those of a later one',
	async (read) => {
		const first = { contacts: contactsOf(50), nextCursor: 'bmV4dA', firstOnly: 1 };
		const later = { trouble: 1 };
		const service = inTurn(contactsOf(120), first, ...Array<unknown>(30).fill(later));
		const outcome = await reads[read](service, {
			pageSize: 50,
			pagination: { mode: 'cursor' },
		});
		expect(outcome.result).toBe('error');
		expect(`${outcome.message} ${outcome.description}`).not.toContain('firstOnly');
	},
);
