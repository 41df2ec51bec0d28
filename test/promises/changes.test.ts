/** Contacts that change, or are deleted or inserted, while a list is read. */
import { someOf } from '../support/runs';
import { type Change, changingService, withNoise } from '../corpus/changing';
import { cursor, type Position } from '../corpus/positions';
import type { Contact, Service } from '../corpus/read';
import { contactsOf, instead, paged, range } from '../corpus/services';
import * as rows from './promisedResponses';
import {
	bothWays,
	byOffset,
	byPage,
	type Fields,
	hasMore,
	list,
	type Options,
	promise,
	type Way,
	WAYS,
	withoutIds,
} from './promise';

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

promise(
	'Contacts that only names tell apart are read whole, though a field changes',
	[byPage, byOffset].flatMap((by) =>
		[{}, hasMore].flatMap((signs) =>
			[{ fixedPageSize: 20 }, {}].map((options) => {
				const contacts = range(50).map((n) => ({ name: `Contact ${n}` }));
				const service = () => withNoise(paged(contacts, by, signs, options));
				return list([signs, by, options], 'whole', service, { pageSize: 20 });
			}),
		),
	),
);

const TO_ITSELF: Fields[] = [
	{ next: '/v1/contacts?pageSize=50&page=2' },
	{ nextCursor: 'cGFnZSAy' },
];

/** Has other contacts in each response, and none with another page size, unless it ignores that. */
function changingInCircles(fields: Fields, isFixed: boolean): Service {
	let requests = 0;
	const changing = (contact: Contact) => ({ ...contact, fetchedAt: requests });
	return {
		contacts: withoutIds(20),
		respond: ({ url: { searchParams } }) => {
			requests++;
			const count = isFixed || searchParams.get('pageSize') === '50' ? 20 : 0;
			return { body: { contacts: withoutIds(count).map(changing), ...fields } };
		},
	};
}

promise(
	'A page that leads to itself is an error where contacts change and have no IDs',
	TO_ITSELF.flatMap((fields) =>
		bothWays({ mode: 'next' in fields ? 'nextLink' : 'cursor' }).flatMap((pagination) =>
			[false, true].flatMap((isFixed) =>
				[50, 0].map((pageSize) => {
					const service = () => changingInCircles(fields, isFixed);
					return list([fields, isFixed], 'error', service, { pagination, pageSize, atMost: 30 });
				}),
			),
		),
	),
);

const ADDED = { id: 31, name: 'Contact 31' };

/** What happens to a list before a page is sent, by the numbers of pages. */
type Changes = Partial<Record<number, 'added' | 'removed'>>;

/** A service whose contacts change before some pages are sent, and what it says of their number. */
function changingAt(said: (count: number) => object, changes: Changes): Service {
	const all = contactsOf(30);
	const left = [...all];
	const service = {
		contacts: all,
		throughout: all.slice(1),
		ever: [...all, ADDED],
		respond: ({ url: { searchParams } }: { url: URL }) => {
			const number = Number(searchParams.get('page') ?? 1);
			if (changes[number] === 'added') left.push(ADDED);
			if (changes[number] === 'removed') left.shift();
			delete changes[number];
			const contacts = left.slice(10 * number - 10, 10 * number);
			const { headers, ...body } = said(left.length) as { headers?: Record<string, string> };
			return { headers, body: { contacts, ...body } };
		},
	};
	return service;
}

const NUMBERS: Array<(count: number) => object> = [
	(total) => ({ total }),
	(total) => ({ meta: { total, count: 10 } }),
	(total) => ({ TotalNumberOfRecords: total }),
	(total) => ({ headers: { 'X-Pagination-Total-Count': String(total) } }),
];

promise(
	'No contact is lost where their number falls, also after it has grown',
	NUMBERS.flatMap((said) =>
		bothWays({ mode: 'pageNumber' }).flatMap((pagination) =>
			[false, true].map((hasGrown) => {
				const changes = (): Changes => ({ 3: 'removed', ...(hasGrown && { 2: 'added' }) });
				const service = () => changingAt(said, changes());
				const name = [said.toString(), hasGrown];
				return list(name, 'whole or error', service, { pageSize: 10, pagination });
			}),
		),
	),
);
