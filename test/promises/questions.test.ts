/** Parameters that are tried to find the way: what else they may mean, and how many requests they take. */
import { cursor, offset, page, type Position } from '../corpus/positions';
import type { Contact, Service } from '../corpus/read';
import { contactsOf, instead, type Page, paged, range, refusing } from '../corpus/services';
import {
	ALWAYS_20,
	ALWAYS_50,
	bothWays,
	byCursor,
	byNothing,
	byOffset,
	byPage,
	CUT_TO_20,
	type Fields,
	hasMore,
	hidden,
	list,
	NEXT,
	NEXT_LINK,
	pagedList,
	promise,
	SIZES,
	WAYS,
	withFields,
} from './promise';

/** A service to which names in upper and lower case are one; several values make none. */
function caseless(service: Service, name: string): Service {
	return {
		...service,
		respond: ({ url }) => {
			const names = [...url.searchParams.keys()];
			const own = names.filter((one) => one.toLowerCase() === name.toLowerCase());
			const value = own.map((one) => url.searchParams.get(one)).join();
			const plain = new URL(url);
			for (const one of own) plain.searchParams.delete(one);
			if (own.length > 0) plain.searchParams.set(name, value);
			return service.respond({ url: plain });
		},
	};
}

/** A service that rounds offsets to whole pages. */
function rounding(service: Service, name: string, size: number): Service {
	return {
		...service,
		respond: ({ url }) => {
			const whole = new URL(url);
			const start = Number(url.searchParams.get(name) ?? 0);
			const length = Math.min(Number(url.searchParams.get('pageSize') ?? 20), size);
			whole.searchParams.set(name, String(Math.floor(start / length) * length));
			return service.respond({ url: whole });
		},
	};
}

const mixesNames = (query: URLSearchParams) => query.has('page') && query.has('page[number]');

/** A service that reads both names as one parameter, and understands none where both are there. */
const nesting = (service: Service): Service => ({
	...service,
	respond: ({ url }) =>
		service.respond({ url: mixesNames(url.searchParams) ? new URL(url.pathname, url) : url }),
});

promise('Parameters that cancel each other find the way all the same', [
	...SIZES.slice(0, 3).flatMap((sizes) => [
		...[byPage, page('page[number]', 1)].flatMap((by) => [
			list(['nesting', by, sizes], 'whole', () => nesting(paged(230, by, {}, sizes))),
			...[400, 500].map((status) =>
				list([by, sizes, status], 'whole', () =>
					refusing(paged(230, by, {}, sizes), mixesNames, { status }),
				),
			),
		]),
		...['page', 'Page', 'pageNumber', 'offset', 'skip', 'start'].map((name) => {
			const by = name.startsWith('p') || name === 'Page' ? page(name, 1) : offset(name, 0);
			const service = () => caseless(paged(230, by, {}, { ...sizes, refuses: false }), name);
			return list(['caseless', by, sizes], 'whole', service);
		}),
		list(['caseless, with its number', sizes], 'whole', () => {
			const fields = { current_page: '{number}', first_page: 1 };
			const options = { ...sizes, refuses: false };
			return caseless(paged(230, page('currentPage', 1), fields, options), 'currentPage');
		}),
		...['offset', 'skip', 'start'].flatMap((name) =>
			bothWays({ mode: 'offset', offsetParameter: name }).map((pagination) => {
				const size = sizes.maxPageSize ?? Infinity;
				const service = () => rounding(paged(230, offset(name, 0), {}, sizes), name, size);
				return list(['rounding', name, sizes], 'whole or error', service, {
					pagination,
				});
			}),
		),
	]),
	...['offset', 'skip'].map((name) => {
		const service = () => paged(100, offset(name, 0), {}, { fixedPageSize: 30 });
		return list(['rounding, of 30', name], 'error', () => rounding(service(), name, 30));
	}),
]);

/** A service that filters by each field of its contacts, and pages as it did before. */
const filteringByFields = (service: Service): Service =>
	instead(service, (response, { url }) => {
		const names = Object.keys(service.contacts[0]!).filter((name) => url.searchParams.has(name));
		if (names.length === 0 || response.status) return undefined;
		const contacts = service.contacts.filter((contact) =>
			names.every((name) => String(contact[name]) === url.searchParams.get(name)),
		);
		return withFields(response, { contacts });
	});

const withMail = (count: number) =>
	range(count).map((n) => ({ id: 1_000 + n, uuid: `u-${n}`, email: `c${n}@example.com` }));

/** Fields with a value of the next contact, or of the last one on the page. */
const NEXT_VALUES: Array<[field: string, of: keyof Contact]> = [
	...['nextId', 'next_id', 'nextID', 'id_next'].map((field): [string, string] => [field, 'id']),
	...['nextUuid', 'next_uuid'].map((field): [string, string] => [field, 'uuid']),
	...['nextEmail', 'next_email'].map((field): [string, string] => [field, 'email']),
	...['lastId', 'last_id'].map((field): [string, string] => [field, 'id']),
];

promise('A value that the service takes for a filter leads to no page', [
	...NEXT_VALUES.flatMap(([field, of]) =>
		[hidden, byPage, byOffset].flatMap((by) =>
			[{}, CUT_TO_20, ALWAYS_20].flatMap((sizes) =>
				[{}, hasMore].map((signs) => {
					const contacts = withMail(230);
					const step = field.toLowerCase().includes('last') ? 1 : 0;
					const body = ({ list: page, end, hasMore: more }: Page) => ({
						contacts: page,
						[field]: contacts[end - step]?.[of as 'id'] ?? null,
						...('hasMore' in signs && { hasMore: more }),
					});
					const service = () =>
						filteringByFields(paged(contacts, by, {}, { ...sizes, body, refuses: false }));
					return list([field, by, sizes, signs], 'whole or error', service);
				}),
			),
		),
	),
	// A number of the last contact that is called like an offset
	...['index', 'start', 'from'].flatMap((name) =>
		[0, 1].flatMap((first) =>
			[{}, hasMore].map((signs) => {
				const contacts = range(95).map((n) => ({ id: `c${(n * 37) % 97}`, [name]: n + first }));
				const service = () => filteringByFields(paged(contacts, hidden, signs, ALWAYS_20));
				return list([name, first, signs], 'whole or error', service);
			}),
		),
	),
	// By its own name, the value leads on
	pagedList(
		'whole',
		withMail(230),
		cursor('nextId', '{last.id + 1}'),
		{ nextId: '{next ?? null}' },
		{ refuses: false },
	),
]);

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

/** Parameters and fields in other languages. */
const LANGUAGES: Array<[by: Position, fields: Fields]> = [
	[
		page('paginacao.paginaAtual', 0),
		{
			parametros: {
				inicio: '2024-01-01T00:00:00Z',
				paginacao: {
					paginaAtual: '{number}',
					itensPorPagina: '{size}',
					quantidadeDePaginas: '{pages}',
					quantidadeTotalDeItens: '{total}',
				},
			},
		},
	],
	[page('pagina', 1), { paginaAtual: '{number}', ultimaPagina: '{isLast}' }],
	[page('pagina', 1), { pagina: '{number}', totalPaginas: '{pages}' }],
	[page('pagina', 0), { paginacao: { paginaAtual: '{number}', totalPaginas: '{pages}' } }],
	[page('pagina', 1), { pagina: '{number}', ultimaPagina: '{lastPage}', total: '{total}' }],
	[page('pagina', 1), {}],
];

promise(
	'Names of other languages lead through a list',
	LANGUAGES.flatMap(([by, fields]) =>
		[{}, CUT_TO_20].flatMap((sizes) =>
			[7, 100, 130].map((count) => pagedList('whole', count, by, fields, sizes)),
		),
	),
);

/** What says that there is no more, where a list has one page. */
const SAYING_NONE: Fields[] = [
	hasMore,
	{ next: NEXT_LINK },
	{ nextCursor: NEXT },
	{ total: '{total}' },
	{ page: 1, totalPages: '{pages}' },
	{ isLastPage: '{isLast}' },
	{ meta: { has_more: '{hasMore}', total: '{total}' } },
];

const unknownRefused = (status: number) =>
	refusing(paged(30, byNothing), (query) => [...query.keys()].some((name) => name !== 'pageSize'), {
		status,
	});

promise('A list takes few requests', [
	// What the settings name is believed, unless it may count more contacts than the page has.
	pagedList('whole', 230, byCursor, WAYS.cursors.signs, {
		pagination: { mode: 'cursor' },
		atMost: 5,
	}),
	...SAYING_NONE.flatMap((fields) => [
		pagedList('whole', 7, byPage, fields, { atMost: 1 }),
		// Read again at its own length, and with one contact less
		pagedList('whole', 30, byPage, fields, { atMost: 3 }),
	]),
	pagedList('whole', 7, byNothing, { '@odata.count': '{total}' }, { ...ALWAYS_50, atMost: 1 }),
	// No service cuts pages to fewer than ten
	pagedList('whole', 7, byNothing, {}, { atMost: 2 }),
	...[7, 30].map((count) => pagedList('whole', count, byNothing, {}, { ...ALWAYS_50, atMost: 6 })),
	list('400 to unknown parameters', 'whole or error', () => unknownRefused(400), { atMost: 6 }),
	// The first page three times, and two questions
	list('500 to unknown parameters', 'whole or error', () => unknownRefused(500), { atMost: 5 }),
]);

/** A service that refuses all parameters but some. */
const knowing = (service: Service, ...names: string[]) =>
	refusing(service, (query) => [...query.keys()].some((name) => !names.includes(name)));

/** A service that has its pages only for those who send two parameters. */
const pairing = (service: Service, ...names: string[]): Service =>
	instead(service, (_, { url }) =>
		names.every((name) => url.searchParams.has(name))
			? undefined
			: service.respond({ url: new URL(url.pathname, url) }),
	);

promise('Names that are refused, or were not tried as they have to be, show no end', [
	...[
		[2_500, 2_000],
		[1_001, 1_000],
		[800, 300],
		[230, 120],
		[12, 1_000],
	].map(([count, fixedPageSize]) =>
		list(['strict', count], 'whole', () =>
			knowing(paged(count!, byOffset, {}, { fixedPageSize }), 'offset', 'limit'),
		),
	),
	list(['strict', 'startIndex'], 'error', () =>
		knowing(paged(130, offset('startIndex', 0), {}, { fixedPageSize: 66 }), 'startIndex'),
	),
	pagedList(
		'error',
		61,
		page('pageNo', 0),
		{},
		{
			fixedPageSize: 44,
			pageSize: 20,
			pastTheEnd: { status: 404 },
		},
	),
	...[byPage, byOffset].map((by) =>
		list(['limit and', by], 'error', () =>
			pairing(paged(100, by, {}, { fixedPageSize: 30 }), by.parameter, 'limit'),
		),
	),
	pagedList(
		'error',
		100,
		offset('displayStart', 0),
		{},
		{
			fixedPageSize: 30,
			query: `fields=${'x'.repeat(1_400)}`,
		},
	),
]);

/** A list without pages, for each value of a parameter another one. */
const batched = (name: string, fields: object = {}): Service => ({
	contacts: contactsOf(30),
	respond: ({ url }) => {
		const batch = Number(url.searchParams.get(name) ?? 1);
		const contacts = batch >= 1 && batch <= 4 ? contactsOf(30, 30 * batch - 29) : [];
		return { body: { contacts, ...fields } };
	},
});

promise(
	'What the user has set is no position',
	['batch', 'side', 'current', 'from', 'first', 'position', 'indice'].flatMap((name) =>
		[{}, { total: 30 }].map((fields) =>
			list([name, fields], 'whole or error', () => batched(name, fields), { query: `${name}=1` }),
		),
	),
);

/** A service that has gaps between its pages, since it counts 100 contacts a page, and repeats their numbers. */
const leaping = (count: number, name: string): Service => {
	const contacts = contactsOf(count);
	return {
		contacts,
		respond: ({ url }) => {
			const size = Number(url.searchParams.get('pageSize') ?? 50);
			const number = Number(url.searchParams.get('page') ?? 1);
			const start = 100 * (number - 1);
			return { body: { contacts: contacts.slice(start, start + size), [name]: number } };
		},
	};
};

promise('A number that a response repeats proves no page, and a filter no end', [
	...[80, 230].flatMap((count) =>
		['current_page', 'pageNumber', 'number'].map((name) =>
			list([count, name], 'whole or error', () => leaping(count, name)),
		),
	),
	...['current', 'batch', 'side'].map((name) =>
		list(name, 'whole or error', () =>
			instead(paged(60, page('zq', 1), {}, { fixedPageSize: 20 }), (_, { url }) =>
				['1', null].includes(url.searchParams.get(name)) ? undefined : { body: { contacts: [] } },
			),
		),
	),
]);

/** A service without pages that takes a parameter for a filter, and sends contacts sorted by that. */
function filteredBy(name: string, signs: Fields): Service {
	const all = contactsOf(150).map((one): Contact => ({
		...one,
		[name]: Math.ceil(Number(one.id) / 20),
	}));
	const respond: Service['respond'] = ({ url: { searchParams } }) => {
		const value = searchParams.get(name);
		const found = value === null ? all : all.filter((one) => String(one[name]) === value);
		return { body: { contacts: found.slice(0, 20), ...signs } };
	};
	return { contacts: all, respond };
}

promise(
	'A filter whose values follow one another is no page number',
	['batch', 'page', 'index', 'position', 'start', 'offset', 'side', 'pageId'].flatMap((name) =>
		['none', 'hasMore', 'more'].map((sign) =>
			list([name, sign], 'error', () => filteredBy(name, { [sign]: true })),
		),
	),
);
