/** What is believed of a list, and what is not. */
import type { Pagination } from '../../../../../nodes/Contacts/paginate';
import type { Page } from '../../../../../nodes/Contacts/paginate/page';
import type { Position, Way } from '../../../../../nodes/Contacts/paginate/paginators';
import {
	type Absence,
	isEnd,
	Proofs,
	type Verdict,
} from '../../../../../nodes/Contacts/paginate/proofs';
import { listRequest } from '../../../../corpus/read';
import { range } from '../../../../corpus/services';
import { pageOf } from './pageOf';

const page = (ids: number[], fields: object = {}) =>
	pageOf({ list: ids.map((id) => ({ id })), ...fields });

/** A list of which a first page has come that was requested with three contacts. */
function listAfter(
	ids: number[],
	fields?: object,
	pagination?: Partial<Pagination>,
	pageSize = 3,
): Proofs {
	const proofs = new Proofs(listRequest({ pageSize, pagination }));
	add(proofs, [], page(ids, fields));
	return proofs;
}

function add(proofs: Proofs, request: Position | Position[], came: Page): void {
	const verdict = proofs.judge(came, ...[request].flat());
	if (typeof verdict === 'string' || isEnd(verdict)) throw new Error(nameOf(verdict));
	proofs.add(verdict);
}

const ask = (way: Way, value: string | number, overlap = 0): Position => ({
	way,
	value,
	overlap,
});

/** The IDs from 1. */
const upTo = (last: number) => range(last).map((n) => n + 1);

const nameOf = (verdict: Verdict): string => {
	if (typeof verdict === 'string') return verdict;
	return isEnd(verdict) ? verdict.end : verdict.reason;
};

/** What becomes of a request. */
const verdictOn = (proofs: Proofs, request: Position | Position[], came: Page | Absence) =>
	nameOf(proofs.judge(came, ...[request].flat()));

const NEXT = 'https://api.example.com/v1/contacts?page=2';

/** A cursor that the first page states. */
const ABC = { nextCursor: 'abc' };

const LINK: Way = { kind: 'nextLink', field: 'next' };
const LAST: Way = { kind: 'lastContact', field: 'id', parameter: 'after' };
const CURSOR: Way = { kind: 'cursor', field: 'nextCursor', parameter: 'cursor' };
const BY_CURSOR = { mode: 'cursor', cursorField: 'cursor', cursorParameter: 'cursor' } as const;
const OFFSET: Way = { kind: 'offset', parameter: 'offset', first: 0 };
const PAGE: Way = { kind: 'pageNumber', parameter: 'page', first: 1 };

/** A question in several ways at once. */
const several = (overlap: number) => [ask(PAGE, 2, overlap), ask(OFFSET, 3 - overlap, overlap)];

/** A list of two pages, the second one with these contacts. */
function secondAfter(way: Way, value: string | number, ids: number[], fields: object = {}): Proofs {
	const proofs = listAfter([1, 2, 3], { nextCursor: 'abc', ...fields });
	proofs.judge(page([1, 2, 3]), ask(PAGE, 1));
	add(proofs, ask(way, value), page(ids, { nextCursor: 'abd', ...fields }));
	return proofs;
}

/** Contacts that nothing identifies. */
const alike = (names: string[], fields?: object) =>
	pageOf({ list: names.map((name) => ({ name })), ...fields });

it('Contacts that come twice on a page are an error, unless the page is unproven anyway', () => {
	const proofs = listAfter([1, 2, 3], ABC);
	expect(verdictOn(proofs, ask(CURSOR, 'abc'), page([4, 4]))).toBe('contactsRepeated');
	expect(verdictOn(proofs, ask(CURSOR, 'xyz'), page([4, 5]))).toBe('unproven');
});

it('A numbered page is believed once the number before has brought the first page', () => {
	const proofs = listAfter([1, 2, 3]);
	const judge = (value: number, ids: number[], fields = {}) =>
		verdictOn(proofs, ask(PAGE, value), page(ids, fields));
	expect(judge(2, [4, 5])).toBe('unproven');
	expect(judge(1, [1, 2, 3])).toBe('again');
	expect(judge(2, [4, 5])).toBe('counted');
	expect(judge(2, [])).toBe('unproven');
	expect(judge(2, [], { hasMore: true })).toBe('counted');
});

it.each<[string, Way, value: string | number]>([
	['listChanged', LINK, NEXT],
	['unproven', OFFSET, 3],
])('Where there are fewer contacts than before, a page is %s: by %j = %j', (expected, ...by) => {
	const [way, value] = by;
	const proofs = listAfter([1, 2, 3], { total: 9, nextCursor: 'abc' });
	expect(verdictOn(proofs, ask(way, value), page([4, 5], { total: 8 }))).toBe(expected);
	expect(verdictOn(proofs, ask(way, value, 1), page([3, 4], { total: 8 }))).toBe('overlap');
	const unchecked = listAfter([1, 2, 3], { total: 9 }, { checkTotal: false });
	expect(verdictOn(unchecked, ask(way, value), page([4, 5], { total: 8 }))).toBe('unproven');
});

it('An empty page is believed where a link leads to it, and from it', () => {
	const proofs = listAfter([1, 2, 3], { next: '?page=2', nextCursor: 'abc' });
	const empty = page([], { next: '?page=3', nextCursor: 'abd' });
	expect(verdictOn(proofs, ask(LINK, NEXT), empty)).toBe('stated');
	expect(verdictOn(proofs, ask(LINK, NEXT), page([]))).toBe('unproven');
	expect(verdictOn(proofs, ask(CURSOR, 'abc'), empty)).toBe('unproven');
});

it('A page of known contacts that are told apart by nothing may be another one', () => {
	const proofs = new Proofs(listRequest({ pageSize: 3 }));
	add(proofs, [], alike(['Ann', 'Bob', 'Cy'], { total: 9 }));
	expect(verdictOn(proofs, ask(OFFSET, 2, 1), alike(['Bob', 'Ann']))).toBe('pageRepeated');
	expect(verdictOn(proofs, ask(OFFSET, 3), alike(['Bob', 'Ann']))).toBe('pageRepeated');
	// That others came in front of them meanwhile shows by IDs only.
	add(proofs, ask(OFFSET, 2, 1), alike(['Cy', 'Dee', 'Eve']));
	expect(verdictOn(proofs, ask(OFFSET, 4, 1), alike(['Dee', 'Eve', 'Flo']))).toBe(
		'positionUnexpected',
	);
});

it.each([
	['contactsRepeated', 'contactsRepeated', {}],
	['overlap', 'proven', { total: 9 }],
])('A page that starts with known contacts is %s, and a later one %s, with %j', (...row) => {
	const [first, later, fields] = row;
	const proofs = listAfter([1, 2, 3], { nextCursor: 'abc', ...fields });
	expect(verdictOn(proofs, ask(CURSOR, 'abc'), page([2, 3, 4], fields))).toBe(first);
	const known = secondAfter(PAGE, 2, [4, 5, 6], fields);
	expect(verdictOn(known, ask(PAGE, 3), page([5, 6, 7], fields))).toBe(later);
	const inTwo = verdictOn(known, ask(PAGE, 3), page([5, 7, 6], fields));
	expect(inTwo).toBe(first === 'overlap' ? 'positionUnexpected' : first);
	expect(verdictOn(known, ask(PAGE, 3), page([5, 6], fields))).toBe('pageRepeated');
	expect(verdictOn(known, several(0), page([5, 6, 7], fields))).toBe('contactsRepeated');
});

it('A way that has brought two pages is no filter, whatever it is sent', () => {
	const { memory } = listAfter([1, 2, 3], { nextCursor: '5' });
	const later = new Proofs(listRequest({ pageSize: 3 }), { ...memory, way: CURSOR });
	expect(verdictOn(later, ask(CURSOR, '5'), page([5]))).toBe('unproven');
	expect(verdictOn(later, ask(CURSOR, '5'), page([5, 6]))).toBe('proven');
	const proofs = secondAfter(CURSOR, 'abc', [4, 5, 6]);
	expect(verdictOn(proofs, ask(CURSOR, '7'), page([7]))).toBe('proven');
});

it('A cursor that was sent before leads back, unless each page takes the same', () => {
	const proofs = secondAfter(CURSOR, 'abc', [4, 5, 6]);
	expect(verdictOn(proofs, ask(CURSOR, 'abc'), page([7, 8]))).toBe('proven');
	add(proofs, ask(CURSOR, 'abd'), page([7, 8, 9]));
	expect(verdictOn(proofs, ask(CURSOR, 'abc'), page([10, 11]))).toBe('pageRepeated');
});

it('A later call knows the first page again by its first contact', () => {
	const { memory } = listAfter([1, 2, 3], ABC);
	const later = () => new Proofs(listRequest({ pageSize: 3 }), { ...memory, way: CURSOR });
	expect(verdictOn(later(), ask(CURSOR, 'abc'), page([1, 8, 9]))).toBe('pageRepeated');
	expect(verdictOn(later(), ask(CURSOR, 'abc'), page([7, 8, 9]))).toBe('proven');
	const empty = listAfter([], { next: '?page=2', nextKey: 'abc' }).memory;
	const afterEmpty = new Proofs(listRequest({ pageSize: 3 }), { ...empty, way: LINK });
	expect(verdictOn(afterEmpty, ask(LINK, NEXT), page([]))).toBe('pastTheEnd');
});

it.each<[string | undefined, ids: number[], fields: object, Partial<Pagination>?]>([
	[undefined, [1, 2], { hasMore: false, total: 5 }],
	[undefined, [1, 2], { hasMore: false, next: '?page=2' }],
	[undefined, [1, 2], { total: 2, nextOffset: 2 }],
	[undefined, [1, 2], { count: 2, total: 1 }],
	['nowhere', [1, 2, 3], { cursor: null }, BY_CURSOR],
	[undefined, [1, 2, 3], { cursor: null, nextCursor: 'abc' }, BY_CURSOR],
	['off', [1, 2, 3], {}, { mode: 'off' }],
])('The end is %s after contacts %j with %j, %j', (expected, ...list) => {
	const proofs = listAfter(...list);
	if (list[2] === BY_CURSOR) proofs.reread(2, page(list[0], list[1]), false);
	expect(proofs.end()?.end).toBe(expected);
});

it('Known contacts may come again by a cursor, and after the first page, if that is skipped', () => {
	const first = () => listAfter([1, 2, 3], ABC, { checkRepeats: false }, 20);
	expect(verdictOn(first(), ask(OFFSET, 2, 1), page([3, 2, 4]))).toBe('overlap');
	const proofs = first();
	add(proofs, ask(CURSOR, 'abc'), page([4], { nextCursor: 'abd' }));
	expect(verdictOn(proofs, ask(CURSOR, 'abd'), page([2, 6]))).toBe('proven');
	expect(verdictOn(proofs, ask(CURSOR, 'abd'), page([2, 4]))).toBe('proven');
	const hiding = first();
	add(hiding, ask(OFFSET, 2, 1), page([3, 4]));
	expect(verdictOn(hiding, ask(OFFSET, 3, 1), page([4, 2]))).toBe('contactsRepeated');
	expect(verdictOn(hiding, ask(OFFSET, 3, 1), page([]))).toBe('positionUnexpected');
});

it.each([
	['unproven', 'next.date', { next: { date: 'abc', id: 'abd' } }],
	['stated', 'meta.next.date', { meta: { next: { date: 'abc' }, nextCursor: 'abd' } }],
	['stated', 'nextCursor', { nextCursor: 'abc', nextId: 'abd' }],
])('A page by one of several fields that lead on is %s: by %s of %j', (expected, field, fields) => {
	const way = { ...CURSOR, field };
	expect(verdictOn(listAfter([1, 2, 3], fields), ask(way, 'abc'), page([4, 5]))).toBe(expected);
	expect(listAfter([1, 2, 3], { next: 'https://example.com/' }).resume(LINK)).toBeUndefined();
});

it.each<[string, count: number, fields: object, pageSize: number]>([
	['no', 3, { hasMore: false }, 3],
	['yes', 3, { hasMore: true }, 3],
	['yes', 2, ABC, 3],
	['maybe', 12, { hasMore: false }, 20],
])('There are more contacts: %s, after %d with %j, of %d requested', (expected, count, ...rest) => {
	const [fields, pageSize] = rest;
	expect(listAfter(upTo(count), fields, {}, pageSize).outlook).toBe(expected);
});

it.each([
	['fewer', {}],
	[undefined, ABC],
])('Few contacts end the list where the page size is honored: %s, with %j', (expected, fields) => {
	const proofs = listAfter(upTo(8), fields, {}, 20);
	proofs.reread(7, page(upTo(7), fields), false);
	expect(proofs.end()?.end).toBe(expected);
});

/** What a second reading that shows nothing leaves as it is. */
const AS_BEFORE = {
	heldBackCount: 0,
	isSizeIgnored: false,
	isOwnLength: false,
	hasReacted: false,
	isCut: true,
};
const ALL_OF_20 = { size: 25, full: 20 };

it.each<[size: number, last: number, facts: object, memory?: object, query?: string]>([
	[20, 20, { isOwnLength: true, isCut: false }, { size: 20, isFull: true }, 'limit=20'],
	[20, 20, {}, { size: 20, full: 20 }, 'limit=30'],
	[20, 0, {}],
	[19, 30, { isSizeIgnored: true, hasReacted: true }],
	[19, 15, { heldBackCount: 5 }, { size: 19, full: 15 }],
	[19, 10, {}],
	[9, 15, {}],
])('The first page was read with the size %d, up to contact %d: %j, %j, %s', (...row) => {
	const [size, last, facts, memory = ALL_OF_20, query] = row;
	const proofs = new Proofs(listRequest({ pageSize: 25, query }));
	add(proofs, [], page(upTo(20), { total: 21, more: false }));
	proofs.reread(size, page(upTo(last), { total: size + 1 }), false);
	expect(proofs).toMatchObject({ ...AS_BEFORE, ...facts });
	expect(proofs.memory).toMatchObject({ ...memory, identity: { idField: 'id', unstable: [] } });
	expect(proofs.memory.last).toHaveLength(20);
	// What is one more than the page has counts its contacts, and not all.
	expect(proofs.totals).toEqual(size === 20 ? [['total', 21, 21]] : []);
});

it('The next call has the page size by an offset, and the length of pages by a number', () => {
	const proofs = listAfter(upTo(10), { count: 10 }, {}, 20);
	proofs.reread(9, page(upTo(9), { total: 10 }), true);
	expect(proofs.resume(OFFSET)!.memory).toMatchObject({ size: 20, full: 10 });
	expect(proofs.resume(PAGE)!.memory).toMatchObject({ size: 10, full: 10 });
	const own = new Proofs(listRequest({ pageSize: undefined, query: 'limit=10' }));
	add(own, [], page(upTo(10)));
	own.reread(9, page(upTo(9)), true);
	expect(own.resume(OFFSET)!.memory).toMatchObject({ size: 10, full: 10 });
});

it('Other contacts than those of the first page are no second reading of it', () => {
	const proofs = listAfter([1, 2, 3]);
	proofs.reread(2, page([8, 9]), false);
	expect(proofs).toMatchObject({ isHeldBack: false, isSizeIgnored: false });
	// Equal contacts fit at several places.
	const equal = new Proofs(listRequest({ pageSize: 3, pagination: { checkRepeats: false } }));
	add(equal, [], alike(['Ann', 'Bob', 'Bob']));
	equal.reread(2, alike(['Ann', 'Bob']), false);
	expect(equal.page!.keys).toHaveLength(3);
	// By IDs that change, nothing was known.
	const named = (id: number) =>
		pageOf({ list: ['Ann', 'Bob'].map((name, n) => ({ id: id + n, name })) });
	const changing = new Proofs(listRequest({ pageSize: 2 }));
	add(changing, [], named(1));
	changing.judge(named(3), ask(PAGE, 2));
	expect(changing.awaited.size).toBe(2);
	changing.reread(2, named(5), false);
	expect(changing.awaited.size).toBe(0);
});

it('A page that was requested without a size is not cut', () => {
	const proofs = listAfter(upTo(12), {}, {}, 20);
	expect(proofs.isCut).toBe(true);
	proofs.setSize(undefined);
	expect(proofs.isCut).toBe(false);
});

it.each([
	['allHaveCome', { nextOffset: 5 }],
	[undefined, { nextCursor: 'abd' }],
])('As many contacts as are stated end the list: %s, beside %j', (expected, fields) => {
	const proofs = listAfter([1, 2, 3], { total: 4, nextCursor: 'abc' });
	add(proofs, ask(CURSOR, 'abc'), page([4], { total: 4, ...fields }));
	expect(proofs.end()?.end).toBe(expected);
});

it('A page that is not full, and the last of two, is the end', () => {
	const proofs = secondAfter(PAGE, 2, [4], { nextCursor: null, hasMore: true });
	expect(proofs.end()).toBeUndefined();
	const last = listAfter([1, 2, 3], { page: 1, totalPages: 2 });
	last.judge(page([1, 2, 3]), ask(PAGE, 1));
	add(last, ask(PAGE, 2), page([4], { page: 2, totalPages: 2 }));
	expect(last.end()?.end).toBe('said');
	const longer = listAfter(upTo(30), { hasMore: false }, {}, 20);
	longer.reread(30, page(upTo(30), { hasMore: false }), false);
	expect(longer.end()?.end).toBe('said');
});

it('What is known of the last contacts does not grow with the list', () => {
	const proofs = listAfter([1]);
	proofs.judge(page([1]), ask(PAGE, 1));
	add(proofs, ask(PAGE, 2), page([2]));
	expect(listAfter([1]).lastContacts).toEqual([{ id: 1 }]);
	expect(proofs.lastContacts).toEqual([{ id: 1 }, { id: 2 }]);
	expect(new Proofs(listRequest({ pageSize: 3 }), proofs.memory).fields).toEqual([]);
	add(proofs, ask(PAGE, 3), page([3, 4, 5]));
	expect(proofs.lastContacts).toEqual([3, 4, 5].map((id) => ({ id })));
	expect(proofs.memory.last).toHaveLength(5);
	add(proofs, ask(PAGE, 4, 1), page([5, 6]));
	expect(proofs.memory.last).toHaveLength(3);
});

it('A page without contacts says nothing about the length of pages', () => {
	const proofs = secondAfter(CURSOR, 'abc', [4, 5, 6]);
	add(proofs, ask(CURSOR, 'abd'), page([], { nextCursor: 'abe' }));
	expect(proofs.memory).toMatchObject({ isFull: true, received: 6, emptyPages: 1, pages: 3 });
	expect(proofs.lastContacts).toHaveLength(3);
});

it.each<[string, ids: number[], fields: object, Position, Page, size?: number]>([
	// With the last contact again
	['onlyOverlap', [1, 2, 3], {}, ask(OFFSET, 2, 1), page([3])],
	['unproven', [1, 2, 3], {}, ask(OFFSET, 2, 1), page([3], { hasMore: true })],
	['again', [1], {}, ask(OFFSET, 0, 1), page([1])],
	['onlyOverlap', [1, 2, 3], {}, ask(OFFSET, 2, 1), page([3], { nextOffset: 4 })],
	['unproven', [1, 2, 3], {}, ask(OFFSET, 2, 1), page([3], { nextOffset: 5 })],
	['onlyOverlap', [1, 2, 3], {}, ask(LAST, '2', 1), page([3], { nextId: 3 })],
	['onlyOverlap', [1, 2, 3], {}, ask(LAST, '3', 1), page([3])],
	['unproven', [1, 2], {}, ask(LAST, '1', 1), page([2], { nextId: 'xyz' })],
	// By a cursor
	['onlyOverlap', [1, 2, 3], ABC, ask(CURSOR, 'abc', 1), page([3], ABC)],
	['unsure', [1, 2, 3], ABC, ask(CURSOR, 'abc', 1), page([3], { nextCursor: 'abd' })],
	['unproven', [1, 2, 3], { nextCursor: 2 }, ask(CURSOR, 3, 1), page([3])],
	// By a link
	['nothingMore', [1, 2, 3], { next: NEXT }, ask(LINK, NEXT), page([])],
	['pastTheEnd', [1, 2, 3], { next: NEXT, total: 3 }, ask(LINK, NEXT), page([1, 2, 3])],
	['unproven', upTo(12), { next: NEXT }, ask(LINK, NEXT), page([]), 20],
])('After the first page, the verdict is %s: %j, %j, %j, %j', (expected, ids, fields, ...rest) => {
	const [request, came, size] = rest;
	expect(verdictOn(listAfter(ids, fields, {}, size), request, came)).toBe(expected);
});

it('One position without contacts is the end after a page that was not full, and otherwise two', () => {
	const after = (...ids: number[]) => {
		const proofs = listAfter(ids);
		proofs.judge(page(ids), ask(PAGE, 1));
		return (value: number, came: Page | Absence) => verdictOn(proofs, ask(PAGE, value), came);
	};
	expect(after(1, 2)(2, page([]))).toBe('pastTheEnd');
	expect(after(1, 2)(2, 'refused')).toBe('pastTheEnd');
	expect(after(1, 2)(2, 'missing')).toBe('pastTheEnd');
	expect(after(1, 2)(2, page([1, 2]))).toBe('again');
	expect(after(1, 2)(3, page([]))).toBe('unproven');
	// A list that is left out is as weak a sign as a refusal.
	const unlisted = pageOf({}, 2);
	expect(after(1, 2)(2, unlisted)).toBe('pastTheEnd');
	const full = after(1, 2, 3);
	expect(full(2, unlisted)).toBe('unproven');
	expect(full(2, 'refused')).toBe('refused');
	expect(full(2, page([], { hasMore: true }))).toBe('counted');
	expect(full(2, page([], { mood: 'bad' }))).toBe('failedWithSuccess');
	expect(full(2, page([], { totalPages: 2 }))).toBe('unsure');
	expect(full(2, page([]))).toBe('unsure');
	expect(full(3, page([]))).toBe('nothingMore');
	for (const nothing of ['refused', 'failed'] as const) {
		const unread = after(1, 2, 3);
		expect(unread(2, nothing)).toBe(nothing);
		expect(unread(3, page([]))).toBe('unproven');
	}
});

it.each<[string | undefined, count: number, size?: number, Absence?, Way?, fields?: object]>([
	[undefined, 40, 25],
	[undefined, 13, 25, undefined, PAGE, { checkpoint: 'abc' }],
	// Numbers, flags and texts that are not understood
	[undefined, 13, 25, undefined, PAGE, { size: 13 }],
	['short', 13, 25, undefined, PAGE, { limit: 12 }],
	['short', 13, 25, undefined, PAGE, { size: 25 }],
	[undefined, 13, 25, undefined, PAGE, { page: 2 }],
	[undefined, 13, 25, undefined, PAGE, { answers: 2 }],
	['short', 13, 25, undefined, PAGE, { answers: 1 }],
	['short', 13, 25, undefined, PAGE, { answers: 13, more: 25 }],
	[undefined, 13, 25, undefined, PAGE, { company: { total: 14 } }],
	['short', 13, 25, undefined, PAGE, { company: { total: 13 } }],
	[undefined, 13, 25, undefined, PAGE, { web: 'https://example.com/?a=1' }],
	['short', 13, 25, undefined, PAGE, { web: 'https://example.com/1', text: 'really?' }],
	['short', 31, 25, 'refused', LAST],
	[undefined, 31, 25, 'failed', LAST],
	[undefined, 13, undefined, 'refused', LAST],
])('A page is the end after questions: %s, of %d with %j, where these are %s', (...row) => {
	const [expected, count, pageSize, how, way = PAGE, fields] = row;
	const proofs = new Proofs(listRequest({ pageSize }));
	add(proofs, [], page(upTo(count), fields));
	if (how) proofs.judge(how, ask(way, 2));
	expect(proofs.endOfSearch()?.end).toBe(expected);
});

type Mode = Pagination['mode'];

it('A number is a cursor where the settings say so', () => {
	const pagination = { mode: 'cursor', cursorField: 'next', cursorParameter: 'page' } as const;
	const way: Way = { kind: 'cursor', field: 'next', parameter: 'page' };
	const [ALL, LAST] = [upTo(3), [3, 4]];
	const reason = (before: number[], next = 2, mode: Mode = 'cursor', size = 3) => {
		const proofs = listAfter(ALL, { next }, { ...pagination, mode });
		proofs.reread(2, page(upTo(size), { next }), false);
		proofs.judge(page(before), ask(way, next - 1));
		return verdictOn(proofs, ask(way, next), page([10, 11]));
	};
	const stated = [reason(ALL), reason(LAST), reason(LAST, 5), reason(ALL, 3)];
	expect(new Set(stated)).toEqual(new Set(['stated']));
	expect([reason([2, 3]), reason([10]), reason([]), reason(ALL, 5)]).not.toContain('stated');
	expect([reason(LAST, 2, 'automatic'), reason(LAST, 2, 'cursor', 2)]).not.toContain('stated');
});

it('In a later call, the first page has to be the same', () => {
	const { memory } = listAfter([1, 2, 3]);
	const isSame = (...ids: number[]) =>
		new Proofs(listRequest({ pageSize: 3 }), memory).refresh(page(ids));
	expect([isSame(1, 2, 3), isSame(1, 2, 4), isSame(4, 2, 3)]).toEqual([true, false, false]);
});

it('What leads from page to page ends with an empty page, but with no refusal', () => {
	const full = () => secondAfter(CURSOR, 'abc', [4, 5, 6]);
	expect(verdictOn(full(), ask(CURSOR, 'abd'), page([]))).toBe('nothingMore');
	expect(verdictOn(full(), ask(CURSOR, 'abd'), 'missing')).toBe('missing');
	const again = page([4, 5, 6], { nextCursor: 'abe' });
	expect(verdictOn(full(), ask(CURSOR, 'abd'), again)).toBe('pageRepeated');
	const short = () => secondAfter(CURSOR, 'abc', [4]);
	expect(verdictOn(short(), ask(CURSOR, 'abd'), page([4]))).toBe('pastTheEnd');
	expect(verdictOn(short(), ask(CURSOR, 'abd'), 'missing')).toBe('pastTheEnd');
	expect(verdictOn(short(), ask(CURSOR, 'abd'), 'refused')).toBe('refused');
	expect(verdictOn(short(), ask(OFFSET, 3, 1), 'missing')).toBe('missing');
});

it.each<[string, last: number[], came: number[]]>([
	['unsure', [4, 5, 6], [7, 5, 6]],
	['pageRepeated', [4, 5, 6], [6]],
])('In a later call, the verdict is %s after %j, by %j', (expected, last, came) => {
	const { memory } = secondAfter(PAGE, 2, last, { nextCursor: null });
	const later = new Proofs(listRequest({ pageSize: 3 }), memory);
	expect(verdictOn(later, ask(PAGE, 3), page(came))).toBe(expected);
});
