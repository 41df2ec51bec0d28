/**
 * Promises about lists: tables of services, and what has to come of reading them. Readers have returned a
 * part of such lists, a contact twice or something that is not a contact, without a word; many stand beside
 * the same service where it is in order, and is read whole. That lists of one run do not mislead each other
 * is in `company.test.ts`; that fields and lists beside the list do not, in `decoys.test.ts`.
 */
import type { Template } from '../../sandbox/corpus/template.ts';
import { Random } from '../simulation/random';
import { runs } from '../support/runs';
import { resultOf } from '../corpus/changing';
import {
	type Contact,
	type Outcome,
	type Pagination,
	type Read,
	reads,
	type Service,
	type ServiceResponse,
} from '../corpus/read';
import { type Description, instead, type Page, paged, range, refusing } from '../corpus/services';
import { cursor, lastId, offset, page, type Position } from '../corpus/positions';

export type Settings = Partial<Pagination>;
export type Expected = 'whole' | 'error' | 'whole or error';

export interface Options {
	/** 0 where the service chooses. */
	pageSize?: number;
	/** Further query parameters. */
	query?: string;
	contactsField?: string;
	pagination?: Settings;
	/** The operation that can know what happens, if not both can. */
	only?: Read;
	/** The most requests that the list may take. */
	atMost?: number;
	/** What the error has to name. */
	says?: string;
}

export interface Case extends Options {
	name: string;
	expected: Expected;
	/** Made anew for each reading. */
	service: () => Service;
}

/** A list that comes out as expected. @param what its name, or what makes it different */
export function list(
	what: unknown,
	expected: Expected,
	service: () => Service,
	options?: Options,
): Case {
	const text = typeof what === 'string' ? what : JSON.stringify(what);
	const pagination = options?.pagination ? `, with ${JSON.stringify(options.pagination)}` : '';
	return { name: text.slice(0, 240) + pagination, expected, service, ...options };
}

/** Declares the tests that each case comes out as expected with List and with Get Page. */
export function promise(text: string, cases: Case[]): void {
	it.each(Object.keys(reads) as Read[])(`${text}, with %s`, async (read) => {
		const broken: string[] = [];
		for (const one of chosen(cases, read)) {
			const problem = await problemOf(one, read);
			if (problem !== undefined) broken.push(`${one.name}: ${problem}`);
		}
		expect(broken).toEqual([]);
	});
}

/** Cases of a table that are read at least; `npm test` reads a tenth of longer tables. */
const LEAST = 30;

function chosen(cases: Case[], read: Read): Case[] {
	const own = cases.filter(({ only = read }) => only === read);
	const { numRuns, seed } = runs(own.length);
	const count = Math.max(numRuns, LEAST);
	return new Random(2 * seed + Object.keys(reads).indexOf(read)).some(own, count, count);
}

/** What is wrong with how a case comes out. */
async function problemOf(one: Case, read: Read): Promise<string | undefined> {
	const { expected, service, pageSize = 50, query, contactsField, pagination } = one;
	const served = service();
	const size = pageSize || undefined;
	const outcome = await reads[read](served, { pageSize: size, query, contactsField, pagination });
	const result = resultOf(outcome, served);
	if (!expected.split(' or ').includes(result)) return `${result}, not ${expected}`;
	return flawOf(one, outcome);
}

function flawOf({ atMost = Infinity, says = '' }: Case, outcome: Outcome): string | undefined {
	const { requests, message, description } = outcome;
	if (requests.length > atMost) return `${requests.length} requests`;
	const text = `${message} ${description}`;
	return text.includes(says) ? undefined : `does not name "${says}": ${text}`;
}

export type Fields = Record<string, Template>;

/** How services request pages, what their responses say about them, and the settings for that. */
export interface Way {
	by: Position;
	signs: Fields;
	settings: Settings;
}

const way = (by: Position, signs: Fields, settings: Settings): Way => ({
	by,
	signs,
	settings,
});

export const byPage = page('page', 1);
export const byOffset = offset('offset', 0);
export const byCursor = cursor('cursor');
export const byLastId = lastId('starting_after');
/** Under a name that nobody guesses. */
export const hidden = page('zq', 1);
export const byNothing = cursor('none');

export const hasMore: Fields = { hasMore: '{hasMore}' };
export const NEXT = '{next ?? null}';
export const NEXT_LINK = '{nextLink ?? null}';

export type Sizes = Pick<Description, 'maxPageSize' | 'fixedPageSize'>;

export const CUT_TO_20 = { maxPageSize: 20 };
export const ALWAYS_20 = { fixedPageSize: 20 };
export const ALWAYS_50 = { fixedPageSize: 50 };
export const SIZES: Sizes[] = [
	{},
	CUT_TO_20,
	{ maxPageSize: 17 },
	ALWAYS_20,
	{ fixedPageSize: 50 },
];

export const WAYS = {
	pages: way(byPage, { page: '{number}', totalPages: '{pages}' }, { mode: 'pageNumber' }),
	mutePages: way(byPage, {}, { mode: 'pageNumber' }),
	offsets: way(byOffset, { offset: '{start}', total: '{total}' }, { mode: 'offset' }),
	muteOffsets: way(offset('skip', 0), {}, { mode: 'offset', offsetParameter: 'skip' }),
	cursors: way(cursor('cursor'), { nextCursor: '{next ?? null}' }, { mode: 'cursor' }),
	links: way(byPage, { next: '{nextLink ?? null}' }, { mode: 'nextLink' }),
	lastId: way(byLastId, hasMore, { mode: 'lastContact', cursorParameter: 'starting_after' }),
};

/** Each way in Automatic, and with its settings. */
export const everyWay = Object.values(WAYS).flatMap(({ settings, ...rest }) => [
	{ ...rest, pagination: undefined },
	{ ...rest, pagination: settings },
]);

/** For a table in Automatic, and with settings by hand. */
export const bothWays = (settings: Settings) => [undefined, settings];

export const linkIn = (nextLinkField: string): Settings => ({ mode: 'nextLink', nextLinkField });

export const withoutIds = (count: number): Contact[] =>
	range(count).map((n) => ({ name: `Contact ${n}`, email: `contact${n}@example.com` }));

/** A list of a paged service, named by what makes it different. */
export function pagedList(
	expected: Expected,
	contacts: Contact[] | number,
	by: Description['by'],
	fields?: Fields,
	options: Options & Partial<Description> = {},
): Case {
	const { pageSize, query, pagination, only, atMost, says, ...rest } = options;
	const count = typeof contacts === 'number' ? contacts : contacts.length;
	const service = () => paged(contacts, by, fields, rest);
	return list([count, by, fields, rest, query, pageSize], expected, service, {
		pageSize,
		query,
		pagination,
		only,
		atMost,
		says,
	});
}

export type Said = (one: Page) => Contact;

/** A list whose responses are made by a function. */
export const saying = (
	what: unknown,
	expected: Expected,
	by: Position,
	said: Said,
	{ count = 230, ...options }: Options & Partial<Description> & { count?: number },
) => {
	const { pageSize, query, pagination, ...rest } = options;
	const body = (one: Page) => ({ contacts: one.list, ...said(one) });
	const service = () => paged(count, by, {}, { ...rest, body });
	return list([what, by, said.toString(), rest, count, pageSize, query], expected, service, {
		pageSize,
		query,
		pagination,
	});
};

/** A service without contacts that always sends the same. */
export const always = (body: unknown, status = 200): Service => ({
	contacts: [],
	respond: () => ({ status, body }),
});

export const listOf = ({ body }: ServiceResponse) => (body as { contacts: Contact[] }).contacts;

export const withFields = (response: ServiceResponse, fields: object): ServiceResponse => ({
	...response,
	body: { ...(response.body as object), ...fields },
});

/** The elements of another list. */
export const records = (count: number, name = 'label'): Contact[] =>
	range(count).map((n) => ({ id: `r${n}`, [name]: `Record ${n}`, position: n }));

/** Leaves some contacts out of the pages, after they were cut. */
export const hiding = (service: Service, isHidden: (id: number) => boolean): Service => {
	const isSeen = ({ id }: Contact) => !isHidden(Number(id));
	const seen = instead(service, (response) =>
		response.status
			? undefined
			: withFields(response, { contacts: listOf(response).filter(isSeen) }),
	);
	return { ...seen, contacts: service.contacts.filter(isSeen) };
};

/** A service with 120 contacts, of which later pages have something else. */
export const withLaterPages = (later: ServiceResponse | unknown[], by: Position, signs: Fields) =>
	instead(paged(120, by, signs, { fixedPageSize: 50 }), (response, { url }) => {
		const position = url.searchParams.get(by.parameter);
		const isFirst = position === null || ('first' in by && position === String(by.first));
		if (isFirst || response.status) return undefined;
		return Array.isArray(later) ? withFields(response, { contacts: later }) : later;
	});

/** A service that refuses all page sizes but the one that is requested first. */
export const strictly = (service: Service) =>
	refusing(service, (query) => Number(query.get('pageSize')) < 50);
