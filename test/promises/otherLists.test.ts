/** Lists beside the contacts, around them or in them. */
import type { Contact, Service } from '../corpus/read';
import { contactsOf, instead, type Page, paged, range } from '../corpus/services';
import { STATED } from './promisedResponses';
import {
	always,
	byPage,
	everyWay,
	type Expected,
	type Fields,
	hasMore,
	list,
	listOf,
	pagedList,
	promise,
	records,
	WAYS,
	withFields,
	withoutIds,
} from './promise';

/** A service with few contacts, or none, beside another list, that it never pages. */
const beside = (contacts: number, name: string, others: Contact): Service => {
	const all = contactsOf(contacts);
	return { contacts: all, respond: () => ({ body: { [name]: all, ...others } }) };
};

promise('Another list is not taken for the contacts', [
	...['prospects', 'profiles', 'people', 'customers', 'data', 'leads'].flatMap((name) =>
		[0, 1].flatMap((count) =>
			[
				{ customFields: records(12) },
				{ users: records(5, 'login') },
				{ fields: records(3), tags: records(2) },
				{ facets: records(1) },
				{ meta: { columns: records(4) } },
				{ included: records(6) },
				{ features: records(1) },
				{ meta: { features: records(3) } },
			].map((others) =>
				list([count, name, others], 'whole or error', () => beside(count, name, others)),
			),
		),
	),
	// A count of its own, or a usual name, does not make it the one
	...[0, 1, 3, 33].flatMap((count) =>
		[
			{ tags: { total: 12, items: records(12) } },
			{ meta: { total: 12, items: records(12) } },
			{ features: records(40) },
		].flatMap((others) =>
			['people', 'users', 'data', 'contacts'].map((name) =>
				list([count, name, others], 'whole or error', () => beside(count, name, others)),
			),
		),
	),
	...['people', 'firmen', 'data'].flatMap((name) =>
		['values', 'contacts'].map((inner) => {
			const company = { id: 7, title: 'Acme', [inner]: records(12) };
			return list([name, inner], 'whole or error', () => ({
				...always({ [name]: [company] }),
				contacts: [company],
			}));
		}),
	),
	list('none beside fields', 'error', () => beside(0, 'prospects', { customFields: records(12) })),
	list('one beside users', 'error', () => beside(1, 'profiles', { users: records(5, 'login') })),
	// The name says which list has the contacts
	...[0, 1].flatMap((count) => [
		list(['contacts', count], 'whole', () => beside(count, 'contacts', { fields: records(12) })),
		list(['Contacts', count], 'whole or error', () =>
			beside(count, 'Contacts', { Users: records(5) }),
		),
	]),
	// As express-paginate and nestjs-paginate have them
	...[0, 1, 2].flatMap((count) =>
		[
			{ pages: [{ number: 1, url: '/v1/contacts?page=1' }] },
			{ meta: { sortBy: [['id', 'ASC']] } },
		].map((others) => list([count, others], 'whole', () => beside(count, 'users', others))),
	),
	// By their IDs in an object, or with rows that are lists
	list('by ID', 'error', () => {
		const people = contactsOf(12).map(({ id, name }) => [`-Nx${String(id)}`, { name }]);
		return always({ contacts: Object.fromEntries(people) as Contact, groups: records(2) });
	}),
	list('rows', 'error', () =>
		always({
			schema: records(2, 'type'),
			datarows: [
				[1, 'Ada'],
				[2, 'Bob'],
			],
		}),
	),
	list('holes', 'error', () =>
		always({ kunden: [null, { name: 'Ada' }, { name: 'Bob' }], gruppen: records(2) }),
	),
	list('six deep', 'whole', () => {
		const edges = contactsOf(2);
		const body = { data: { viewer: { org: { crm: { tags: [], contacts: { edges } } } } } };
		return { contacts: edges, respond: () => ({ body }) };
	}),
	...[2, 12].flatMap((count) => [
		list(['relations', count], 'whole or error', () =>
			beside(count, 'relations', { companies: [] }),
		),
		list(['linked', count], 'whole or error', () => {
			const own = contactsOf(count).map((one) => ({ ...one, relation: 'son', url: '/v1/7' }));
			const body = { customers: own, tags: records(1) };
			return { contacts: own, respond: () => ({ body }) };
		}),
	]),
	list('of one contact', 'error', () =>
		always({ clientes: { cliente: { nombre: 'Ana', calles: { calle: records(2) } } } }),
	),
	// Each may be the list
	...['people', 'data'].flatMap((name) =>
		[5, 40].map((count) =>
			list(['two', name, count], 'error', () =>
				instead(paged(count, byPage), ({ body }, { url: { searchParams } }) => {
					const { contacts } = body as Contact;
					const companies = records(90).slice(0, Number(searchParams.get('pageSize')));
					return { body: { [name]: contacts, companies } };
				}),
			),
		),
	),
	// The page size shows which
	...[5, 30, 230].map((count) =>
		list(['prospects', count], 'whole', () =>
			instead(paged(count, byPage, hasMore), ({ body }) => {
				const { contacts, ...rest } = body as Contact;
				return { body: { customFields: records(12), prospects: contacts, ...rest } };
			}),
		),
	),
]);

/** What lists with a usual name have that is not an object. */
const NO_OBJECTS: unknown[][] = [
	[null],
	[null, null],
	[1, 2, 3],
	['c1', 'c2'],
	[[1, 'Ada']],
	[{ id: 1 }, null],
	[{ id: 1 }, 'c2'],
];

const OTHER_VALUES: Fields[] = [
	{ tags: ['a', 'b'] },
	{ contactIds: [1, 2, 3] },
	{ data: ['x'] },
	{ values: [null] },
];

promise('A list with a usual name that has something else than objects is an error', [
	...['contacts', 'data', 'results', 'items', 'records', 'value'].flatMap((name) =>
		NO_OBJECTS.flatMap((values) =>
			[{ users: records(5) }, { included: records(3) }, { meta: { fields: records(2) } }].map(
				(others) => {
					const body = { [name]: values, ...others };
					return list(body, 'error', () => always(body));
				},
			),
		),
	),
	...NO_OBJECTS.flatMap((values) =>
		everyWay.map(({ by, signs, pagination }) =>
			list(
				[values, by],
				'error',
				() =>
					instead(
						paged(230, by, { companies: [{ id: 'a' }, { id: 'b' }], ...signs }),
						(response) => {
							const first = response.status ? undefined : listOf(response)[0];
							const isLater = first !== undefined && Number(first.id) > 45;
							return isLater ? withFields(response, { contacts: values }) : undefined;
						},
					),
				{ pagination },
			),
		),
	),
	...OTHER_VALUES.map((fields) => pagedList('whole', 230, byPage, { ...fields, ...hasMore })),
]);

/** Splits the contacts of each page between two lists, which may be in objects of their own. */
const split = (service: Service, names: [string, string], last = 105, isNested = false) =>
	instead(service, (response) => {
		if (response.status) return undefined;
		const { contacts, ...rest } = response.body as { contacts: Contact[] };
		const [first, second] = [true, false].map((isFirst) =>
			contacts.filter(({ id }) => Number(id) <= last === isFirst),
		);
		const of = (items: unknown) => (isNested ? { items } : items);
		return { body: { ...rest, [names[0]]: of(first), [names[1]]: of(second) } };
	});

/** Puts the contacts of each page into groups, in a list or by name. */
const grouped = (service: Service, isList: boolean) =>
	instead(service, (response) => {
		if (response.status) return undefined;
		const { contacts, ...rest } = response.body as { contacts: Contact[] };
		const groups = new Map<string, Contact[]>();
		for (const one of contacts) {
			const letter = Number(one.id) <= 55 ? 'A' : 'B';
			groups.set(letter, [...(groups.get(letter) ?? []), one]);
		}
		const all = [...groups].map(([letter, some]) => ({ letter, contacts: some }));
		return { body: { ...rest, groups: isList ? all : Object.fromEntries(groups) } };
	});

/** Has another list on the last page. */
const withAdmins = (service: Service) =>
	instead(service, (response) =>
		!response.status && listOf(response).some(({ id }) => id === 130)
			? withFields(response, { admins: records(3) })
			: undefined,
	);

promise(
	'Lists beside the contacts that a later page has first are an error',
	[WAYS.mutePages, WAYS.muteOffsets, WAYS.cursors, { by: byPage, signs: hasMore }].flatMap(
		({ by, signs }) => [
			...(
				[
					['active', 'archived'],
					['users', 'admins'],
					['contacts', 'leads'],
				] as Array<[string, string]>
			).map((names) =>
				list([names, by], 'error', () => split(paged(130, by, signs), names), {
					says: names.join(', '),
				}),
			),
			list(['nested', by], 'error', () =>
				split(paged(130, by, signs), ['active', 'archived'], 105, true),
			),
			list(['at the end of a page', by], 'error', () =>
				split(paged(130, by, signs), ['active', 'archived'], 98),
			),
			...[true, false].map((isList) =>
				list([isList, by], 'error', () => grouped(paged(80, by, signs), isList)),
			),
			list(['chosen', by], 'whole', () => withAdmins(paged(130, by, signs)), {
				contactsField: 'contacts',
			}),
		],
	),
);

/** Two lists that are paged by one number. */
const bothPaged = (count: number, others: number): Service => {
	const contacts = contactsOf(count);
	const services = [paged(contacts, byPage), paged(records(others), byPage)] as const;
	return {
		contacts,
		respond: (request) => {
			const [own, other] = services.map(({ respond }) => respond(request));
			return withFields(own!, { companies: listOf(other!) });
		},
	};
};

promise('No other paged list is taken for one that is called contacts', [
	...[
		[0, 120],
		[1, 2],
		[12, 120],
	].map(([count, others]) => list([count, others], 'error', () => bothPaged(count!, others!))),
]);

/** Elements of a list that are about the list, or about the page. */
const SUMMARIES: Contact[] = [
	{ summary: true, total: 230 },
	{ count: 50, total: 230 },
	{ totals: { contacts: 230 } },
	{ nextCursor: null, hasMore: false },
	{ type: 'summary', records: 230 },
	{ _total: 230 },
	{ meta: { total: 230 } },
];

/** Those that have only names about pages, which are no contacts even beside one. */
const AROUND = SUMMARIES.filter((one) => 'nextCursor' in one || 'meta' in one);

promise(
	'An element that is about the list is not taken for a contact',
	SUMMARIES.flatMap((summary) =>
		(['first', 'last'] as const).flatMap((place) =>
			[...(AROUND.includes(summary) ? [1, 2] : []), 7, 230].flatMap((count) =>
				Object.values(WAYS)
					.slice(0, 6)
					.map(({ by, signs }) =>
						list([summary, place, count, by, signs], 'error', () =>
							instead(paged(count, by, signs), (response) => {
								if (response.status) return undefined;
								const contacts = listOf(response);
								const all = place === 'first' ? [summary, ...contacts] : [...contacts, summary];
								return withFields(response, { contacts: all });
							}),
						),
					),
			),
		),
	),
);

promise('A row of empty texts among others is a contact', [
	pagedList('whole', [{ name: 'Ada' }, { name: '' }, { name: 'Grace' }], byPage),
]);

promise('Contacts of two kinds are contacts', [
	pagedList(
		'whole',
		range(60).map((n) =>
			n < 30 ? { person: `p${n}`, email: `p${n}@example.com` } : { company: `c${n}`, vat: n },
		),
		byPage,
		hasMore,
	),
]);

promise(
	'An empty element or a sum at the end is no contact',
	[{}, { name: 'TOTAL' }, ...[null, ''].map((id) => ({ id, name: 'TOTAL' }))].flatMap((last) =>
		[5, 45].map((count) =>
			list([last, count], 'error', () =>
				instead(paged(count, byPage, hasMore), (response) =>
					response.status
						? undefined
						: withFields(response, { contacts: [...listOf(response), last] }),
				),
			),
		),
	),
);

/** A single contact in place of a list, as XML is converted, or by its ID. */
const SINGLE: Contact[] = [
	{ contacts: { contact: { id: '5', givenName: 'Ada', emails: records(2, 'value') } } },
	{ contacts: { c5: { id: 5, userName: 'ada', active: true, tags: [] } } },
	{ data: { id: 5, vorname: 'Ada', adressen: [{ ort: 'Bonn' }] } },
	{ contact: { uid: 'x5', given_name: 'Ada', phones: [] } },
];

/** Contacts where no list is. */
const NO_LISTS: Fields[] = [
	{ '-Nab0': { name: 'Ada' }, '-Nab1': { name: 'Grace' } },
	{ contact: { name: 'Ada' } },
	{ contact: { name: 'Ada', age: 36 } },
];

promise(
	'What stands in place of a page after the last one is no contact',
	[{ result: 'No records found' }, { result: true }].flatMap((element: Fields) =>
		[30, 100, withoutIds(100)].flatMap((count) =>
			Object.values(STATED).map((fields) => {
				const pastTheEnd = { body: { contacts: [element] } };
				// Get Page does not keep what contacts without IDs have.
				const only = typeof count === 'number' ? undefined : 'List';
				return pagedList('whole or error', count, byPage, fields, { pastTheEnd, only });
			}),
		),
	),
);

promise('A response with something that nobody recognizes is no empty list', [
	...['data', 'response', 'result', 'meta'].flatMap((outer) =>
		['contacts', 'records', 'items', 'rows'].flatMap((name) =>
			NO_LISTS.flatMap((contacts) =>
				[{ next: null }, { hasMore: false }].flatMap((end) => [
					list([outer, name, contacts, end], 'error', () =>
						always({ [outer]: { [name]: contacts, ...end } }),
					),
					list([outer, name, contacts, end], 'error', () =>
						always({ [outer]: { [name]: contacts }, ...end }),
					),
				]),
			),
		),
	),
	...['body', 'payload', 'object'].map((name) =>
		list(name, 'error', () => always({ [name]: '[{"name":"Ada"}]', nextToken: null })),
	),
	...[
		{ firstName: 'Ada', email: 'ada@example.com', tags: [] },
		{ next: null, export: 'id,name\n1,Ada' },
		{ hasMore: false, hostname: 'api-1' },
	].map((body) => list(body, 'error', () => always(body))),
	list('lists of pages', 'error', () =>
		always({ pages: [{ contacts: records(3) }, { contacts: records(2) }], nextCursor: null }),
	),
]);

/** Contacts without a common field, one of which has an empty list. */
const SPARSE: Contact[][] = [
	[{ person: 'p1', members: [] }, { email: 'b@example.com' }],
	[{ kunde: 'K1', leads: [] }, { vorname: 'Ada' }, { firma: 'Acme' }],
	[
		{ id: 1, users: [] },
		{ uid: 'x1', email: 'a@example.com' },
	],
];

promise('A list of parts may be empty, or null, and an element with nothing in it is no contact', [
	list('parts', 'whole', () => always([{ meta: { total: 0 } }, { contacts: [] }])),
	list('null', 'whole', () => always(null)),
	...SPARSE.map((contacts) =>
		list(contacts, 'whole', () => ({ ...always({ data: contacts, hasMore: false }), contacts })),
	),
	...[{}, { id: '', name: '' }, { id: null }, { contact: {} }].flatMap((one) =>
		[{ contacts: [one], hasMore: false }, [one], { contacts: { contact: [one] } }].map((body) =>
			list(body, 'error', () => always(body)),
		),
	),
]);

promise(
	'A list that a single contact has is no list of contacts',
	SINGLE.map((body) => list(body, 'error', () => always(body))),
);

promise('Contacts may have a field called node', [
	...[3, 60].map((count) => {
		const contacts = contactsOf(count).map((one) => ({
			...one,
			node: { id: `n${String(one.id)}` },
		}));
		return pagedList('whole', contacts, byPage, { total: '{total}' });
	}),
]);

const nestedLists = (count: number) => ({
	id: 7,
	email: 'ada@example.com',
	orders: records(count),
	addresses: records(2, 'city'),
});

promise('A single contact with lists of its own is read', [
	...['contacts', 'data', 'results', 'items', 'value', 'people', 'users'].flatMap((name) =>
		[2, 10, 12, 50].flatMap((count) =>
			[{}, { total: 1 }, hasMore].map((fields) =>
				list([name, count, fields], 'whole', () => {
					const contacts = [nestedLists(count)];
					const said = 'hasMore' in fields ? { hasMore: false } : fields;
					return { contacts, respond: () => ({ body: { [name]: contacts, ...said } }) };
				}),
			),
		),
	),
	...[
		['contacts', { id: 7, items: records(3) }, 'whole'],
		['contacts', { email: 'ada@example.com', data: {} }, 'whole'],
		['data', { id: 7, items: records(3) }, 'whole'],
		['data', { id: 7, contacts: records(3) }, 'error'],
		['data', { name: 'Ada', items: records(3) }, 'error'],
		['users', { id: 7, items: records(3) }, 'error'],
	].map(([name, contact, expected]) =>
		list([name, contact], expected as Expected, () => {
			const contacts = [contact as Contact];
			return { contacts, respond: () => ({ body: { [name as string]: contacts } }) };
		}),
	),
]);

/** A service that adds the companies of its contacts, and hides every thirteenth contact, or adds a row of sums. */
function sideloading(name: string, form: 'hidden' | 'sums' | 'keyed'): Service {
	const all = contactsOf(120).map((one): Contact => ({ ...one, companyId: Number(one.id) % 5 }));
	const isShown = ({ id }: Contact) => form !== 'hidden' || Number(id) % 13 !== 4;
	const respond: Service['respond'] = ({ url: { searchParams } }) => {
		const size = Number(searchParams.get('pageSize'));
		const start = (Number(searchParams.get('page') ?? 1) - 1) * size;
		const page = all.slice(start, start + size).filter(isShown);
		const ids = [...new Set(page.map(({ companyId }) => companyId))];
		const companies = ids.map((id) => ({ id, city: 'Basel' }));
		const keyed = Object.fromEntries(page.map((one) => [`c${String(one.id)}`, one]));
		const rows = form === 'sums' ? [...page, { sum: page.length }] : page;
		return { body: { [name]: form === 'keyed' ? keyed : rows, companies } };
	};
	return { contacts: all.filter(isShown), respond };
}

promise('What belongs to the contacts of a page is not taken for them', [
	...['data', 'users', 'results', 'people'].flatMap((name) =>
		(['hidden', 'sums', 'keyed'] as const).map((form) =>
			list([name, form], 'whole or error', () => sideloading(name, form)),
		),
	),
	...['users', 'people', 'customers'].flatMap((name) =>
		['items', 'values', 'entries'].map((other) =>
			list([name, other], 'whole or error', () => beside(20, name, { [other]: records(30) })),
		),
	),
	...['contacts', 'data', 'users'].flatMap((name) =>
		['profile', 'attributes'].map((inner) => {
			const [ann, bob] = ['Ann', 'Bob'].map((one) => ({ [inner]: { name: one } }));
			const body = { [name]: { '-Nx1q': ann, '-Nx2r': bob }, owners: records(2) };
			return list([name, inner], 'error', () => always(body));
		}),
	),
	list('a list that is left out of its only part', 'error', () => always([{ hasMore: false }])),
	list('with an empty value', 'error', () => always([{ total: 0, next: null }])),
]);

promise(
	'Of several lists, the one that the page size cuts is read',
	['contacts', 'data', 'people', 'kunden'].flatMap((name) =>
		['pets', 'companies', 'items'].flatMap((other) =>
			[3, 12, 60, 130].flatMap((count) =>
				[2, 12].map((length) => {
					const body = ({ list: contacts }: Page) => ({
						[name]: contacts,
						[other]: records(length),
					});
					const service = () => paged(count, byPage, {}, { body });
					return list([name, other, count, length], 'whole', service);
				}),
			),
		),
	),
);

promise('A list under a letter is not all contacts', [
	...['contacts', 'data', 'people'].flatMap((name) =>
		['#', '0-9', '+49'].map((letter) =>
			list([name, letter], 'whole or error', () => {
				const all = contactsOf(60);
				const groups = { [letter]: all.slice(0, 20), A: all.slice(20, 30), B: all.slice(30) };
				return { contacts: all, respond: () => ({ body: { [name]: groups } }) };
			}),
		),
	),
	...['result', 'status', 'info'].map((name) =>
		list(name, 'error', () => always({ table: [{ [name]: 'No contacts found' }] })),
	),
]);

promise(
	'What stands beside groups of contacts is not taken for them',
	['contacts', 'members', 'items'].flatMap((inner) =>
		[4, 5].map((count) =>
			list([inner, count], 'whole or error', () => {
				const all = contactsOf(20);
				const groups = ['A', 'B', 'C'].map((letter, n) => ({
					letter,
					[inner]: all.slice(7 * n, 7 * n + 7),
				}));
				const respond: Service['respond'] = ({ url: { searchParams } }) => {
					const size = Number(searchParams.get('pageSize') ?? 50);
					return { body: { data: groups, companies: records(count).slice(0, size) } };
				};
				return { contacts: all, respond };
			}),
		),
	),
);
