/** What is kept of the pages of a list. */
import {
	besideOf,
	countsWith,
	Memory,
	overlapIn,
	printOfFirst,
	statesFewer,
} from '../../../../../nodes/Contacts/paginate/memory';
import { pageOf } from './pageOf';

const page = (list: object[], fields: object = {}) => pageOf({ list, ...fields });

/** Contacts with these IDs. */
const contacts = (...ids: number[]) => ids.map((id) => ({ id }));

const seenOf = (keys: number[], fields: object = {}) => ({
	page: page(contacts(...keys), fields),
	keys,
});

const FULL: Partial<Memory> = { pages: 2, received: 6, full: 3, isFull: true };
const SHORT: Partial<Memory> = { ...FULL, received: 5, isFull: false };

it.each<[before: Partial<Memory>, keys: number[], overlap: number, after: Partial<Memory>]>([
	[SHORT, [7], 0, { isUneven: true }],
	[{ ...FULL, saysEnd: true }, [7], 0, { isEndWrong: true }],
])('After %j, a page of %j with %d again makes %j', (before, keys, overlap, after) => {
	const memory = { ...new Memory(), ...before };
	const counts = countsWith(memory, seenOf(keys), overlap);
	expect(counts).toMatchObject(after);
	expect(counts).not.toHaveProperty('first');
});

it('Numbers of contacts and pages are kept as the last page states them', () => {
	const memory = { ...new Memory(), ...FULL, totals: new Map([['total', 9]]), pageCount: 3 };
	const after = (fields: object) => countsWith(memory, seenOf([7], fields), 0);
	expect(after({ total: 8, totalPages: 2 })).toMatchObject({
		totals: new Map([['total', 8]]),
		pageCount: 2,
		isFewer: true,
	});
	expect(after({})).toMatchObject({ totals: memory.totals, pageCount: 3, isFewer: false });
	// A number of contacts on the page.
	expect(after({ total: 3 }).totals).toEqual(new Map());
	const fewer = { ...memory, isFewer: true };
	expect(countsWith(fewer, seenOf([7]), 0)).toMatchObject({ isFewer: true });
});

it.each<[boolean, fields: object, last?: object]>([
	[true, { total: 229 }],
	[true, { totalPages: 'many', pageCount: 4 }],
	[false, { total: 229 }, { total: 228 }],
	[true, { total: 227 }, { total: 228 }],
	[true, { total: 229 }, {}],
])('Fewer contacts or pages are stated: %j, by %j after %j', (expected, fields, ...[last]) => {
	const totals = new Map(Object.entries({ total: 230, count: 50 }));
	const memory = { ...new Memory(), totals, full: 50, pageCount: 5 };
	expect(statesFewer(memory, page([], fields), last && page([], last))).toBe(expected);
});

it('A response may start with some of the last contacts', () => {
	const overlap = (...keys: number[]) => overlapIn({ ...new Memory(), last: [1, 2, 3] }, keys);
	expect([overlap(9), overlap(), overlap(3), overlap(2, 3)]).toEqual([0, 0, 1, 2]);
});

const NAMED = [
	{ id: 1, name: 'Ann', at: 7 },
	{ id: 2, name: 'Bob', at: 7 },
	{ id: 3, name: 'Cy', at: 7 },
];
const IDENTITY = { idField: 'id', unstable: ['at'] };
const printOf = (list: object[], identity: Parameters<typeof printOfFirst>[1] = IDENTITY) =>
	printOfFirst(page(list), identity);

it('The first contacts are known again without their IDs', () => {
	const others = NAMED.map((one) => ({ ...one, id: one.id + 3, at: one.id }));
	expect(printOf(NAMED)).not.toBe(0);
	expect(printOf([...others, { id: 7, name: 'Dee', at: 7 }])).toBe(printOf(NAMED));
	expect(printOf(NAMED.map(({ id, name }) => ({ id, name })))).toBe(printOf(NAMED));
	expect(printOf(NAMED.toReversed())).not.toBe(printOf(NAMED));
});

it.each<[string, list: object[], identity?: Parameters<typeof printOfFirst>[1]]>([
	['too few', NAMED.slice(0, 2)],
	['without IDs', NAMED, { unstable: [] }],
	['of which two are alike', [...NAMED.slice(0, 2), { ...NAMED[0]!, id: 3 }]],
])('Contacts are not known again without their IDs: %s', (_what, ...given) => {
	expect(printOf(...given)).toBe(0);
});

it('What stands beside a list is the same in any order', () => {
	const [one, other] = [page([], { team: true, note: 'a' }), page([], { note: 'a', team: true })];
	expect(besideOf(one)).toBe(besideOf(other));
	expect(besideOf(one)).not.toBe(besideOf(page([], { team: false, note: 'a' })));
});
