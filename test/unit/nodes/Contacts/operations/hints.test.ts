import { summarizeHints } from '../../../../../nodes/Contacts/operations/hints';
import { readList } from '../../../../../nodes/Contacts/operations/readPages';
import type { Contact, Pagination } from '../../../../../nodes/Contacts/paginate';
import { changingService } from '../../../../corpus/changing';
import { cursor, lastId, type Position } from '../../../../corpus/positions';
import { listRequest, reads, type Service, sourceOf } from '../../../../corpus/read';
import { contactsOf, paged } from '../../../../corpus/services';
import { byOffset, byPage, WAYS } from '../../../../promises/promise';

const ALL = 120;

interface Listing {
	pageSize?: number;
	limit?: number;
	readAll?: boolean;
	matches?: (contact: Contact) => boolean;
	pagination?: Partial<Pagination>;
}

/** Lists contacts as the operation List does. */
async function listFrom(service: Service, listing: Listing) {
	const { pageSize = 50, limit = Infinity, readAll = false, matches, pagination } = listing;
	const request = { ...listRequest({ pageSize, pagination }), limit };
	const { source, notes } = sourceOf(service, request);
	const isAll = readAll || limit < Infinity || matches !== undefined;
	const read = await readList(source, isAll, undefined, matches);
	return {
		ids: read.contacts.map(({ id }) => id),
		requests: notes.requests.length,
		hints: read.notes.map(({ text = '', advice = '' }) => `${text} ${advice}`.trim()),
	};
}

const contain = (...hints: string[]) =>
	hints.map((hint) => expect.stringContaining(hint) as unknown);

const MORE = "The service has more contacts than these. Turn on 'Return All'";
const LIMITED_SEARCH = 'Stopped at the limit. More contacts match the search than these. To get';
const MAYBE_LIMITED_SEARCH = LIMITED_SEARCH.replace('match', 'may match');
const NONE = 'No contact contains every word of the search.';

const byCursor = paged(ALL, WAYS.cursors.by, WAYS.cursors.signs);
const isAny = () => true;
const isLast = ({ id }: Contact) => id === ALL;

it.each<[string, Listing, from: number, to: number, requests: number, ...hints: string[]]>([
	['one page', {}, 0, 50, 1, MORE],
	['so many that match', { matches: isAny, limit: 51 }, 0, 51, 2, LIMITED_SEARCH],
	['perhaps not all that match', { matches: isAny, limit: 50 }, 0, 50, 1, MAYBE_LIMITED_SEARCH],
	['all, if no pages are left', { matches: isLast, limit: 1 }, ALL - 1, ALL, 3],
])('Contacts are listed: %s', async (_what, listing, from, to, requests, ...hints) => {
	const listed = await listFrom(byCursor, listing);
	const ids = contactsOf(ALL).map(({ id }) => id);
	expect(listed).toEqual({ ids: ids.slice(from, to), requests, hints: contain(...hints) });
});

const OFF = "Only one page was read, because 'Mode' of 'Pagination' is Off.";
const MAYBE_OFF = `The service may have more contacts than these. ${OFF}`;
const MAYBE_SEARCH = `More contacts may match the search than these. ${OFF}`;

it.each<[string, Listing, ...hints: string[]]>([
	['a full page of one contact with Mode Off', { pageSize: 1, readAll: true }, MAYBE_OFF],
	['a search without a result, with Mode Off', { matches: () => false }, NONE, MAYBE_SEARCH],
	['not for a page with room, with Mode Off', { pageSize: ALL + 1 }],
	['a full page that says nothing', { pagination: {} }, MORE.replace('has', 'may have')],
])('A hint says that there may be more: %s', async (_what, listing, ...hints) => {
	const pagination = { mode: 'off' } as const;
	const listed = await listFrom(paged(ALL, []), { pageSize: ALL, pagination, ...listing });
	expect(listed.hints).toEqual(contain(...hints));
});

const OFFSET = "'Offset Parameter' offset, 'First Offset' 0";
const byLink = paged(ALL, WAYS.links.by, WAYS.links.signs);
const header = { 'Link if nextLink': '<{nextLink}>; rel="next"' };
const byHeader = paged(ALL, byPage, {}, { headers: header });
const bySilentOffset = paged(ALL, byOffset);

it.each<[string, Service, Partial<Pagination>, ...hint: string[]]>([
	['a header', byHeader, { mode: 'nextLink' }, "has the 'Next Link Field' next", 'Link Header'],
	['a link', byLink, { mode: 'linkHeader' }, 'has a Link header', "'Next Link Field' next"],
	['an offset', bySilentOffset, {}, 'with 3 additional requests', OFFSET],
	['a cursor', byCursor, { mode: 'cursor' }],
])('A hint suggests settings: %s, with %o', async (_what, service, pagination, ...parts) => {
	const { ids, hints } = await listFrom(service, { readAll: true, pagination });
	expect([ids.length, hints.length]).toEqual([ALL, Math.min(1, parts.length)]);
	for (const part of parts) expect(hints[0]).toContain(part);
});

/** A service that loses a contact after four requests. */
const shrinking = (by: Position) =>
	changingService(contactsOf(100), { kind: 'deleted', at: 90, after: 4 }, (list) =>
		paged(list, by, { next: '{next ?? null}', total: '{total}' }),
	);

it.each([
	['some may be missing', cursor('cursor'), { checkTotal: true }, 1],
	['nothing where the check is off', cursor('cursor'), { checkTotal: false }, 0],
	['nothing where the last contact shows it', lastId('starting_after'), {}, 0],
])('After a deletion, a hint says: %s', async (_what, by, pagination, count) => {
	for (const read of Object.values(reads)) {
		const { result, hints } = await read(shrinking(by), { pageSize: 20, pagination });
		const warnings = hints.filter((hint) => hint.includes('list the contacts again'));
		expect([result, warnings.length]).toEqual(['partial', count]);
	}
});

it.each<[string, Service, hints: number]>([
	['ignores all that was asked', paged(33, [], {}, { fixedPageSize: 500 }), 1],
	['has fewer contacts than any page', paged(9, [], {}, { fixedPageSize: 500 }), 0],
])('A hint says that nothing proves an end: a service that %s', async (_what, service, count) => {
	const unproven = contain("If they are all, set 'Mode' of 'Pagination'").slice(0, count);
	for (const read of Object.values(reads)) {
		const { result, hints } = await read(service, { pageSize: 20 });
		expect([result, hints]).toEqual(['whole', unproven]);
	}
});

it('A hint appears once, and names the input items that it is about if these are not all', () => {
	const hints = summarizeHints([['a', 'b', 'a'], ['a'], ['a', 'b'], ['a', 'c']]);
	expect(hints).toEqual(['a', 'b [items 0, 2]', 'c [item 3]']);
});

it('Of many hints, and of many items, the first appear', () => {
	const each = Array.from({ length: 10_000 }, (_, n) => (n < 20 ? ['all'] : [`Lacks f${n}.`]));
	const [first, ...others] = summarizeHints(each);
	expect(first).toBe('all [items 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …]');
	expect(others.slice(0, 2)).toEqual(['Lacks f20. [item 20]', 'Lacks f21. [item 21]']);
	expect(others.slice(4)).toEqual(['Hints that are not shown: 9976.']);
	const five = ['a', 'b', 'c', 'd', 'e'];
	expect(summarizeHints([five])).toEqual(five);
	const ten = Array.from({ length: 11 }, (_, n) => (n < 10 ? ['a'] : []));
	expect(summarizeHints(ten)).toEqual(['a [items 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]']);
});
