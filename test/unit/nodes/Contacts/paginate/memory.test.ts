/** What is kept of the pages of a list. */
import {
	besideOf,
	countsWith,
	Memory,
	printOfFirst,
	statesFewer,
} from '../../../../../nodes/Contacts/paginate/memory';
import { pageOf } from './pageOf';

const page = (list: object[], fields: object = {}) => pageOf({ list, ...fields });

it('Numbers of contacts and pages are kept as the last page states them', () => {
	const counts = { pages: 2, received: 6, full: 3, pageCount: 3 };
	const memory: Memory = { ...new Memory(), ...counts, totals: new Map([['total', [9, 9]]]) };
	const after = (fields: object, before = memory) =>
		countsWith(before, { page: page([{ id: 7 }], fields), keys: [7] }, 0);
	const fewer = { totals: new Map([['total', [8, 8]]]), pageCount: 2, isFewer: true };
	expect(after({ total: 8, totalPages: 2 })).toMatchObject(fewer);
	expect(after({ total: 10 }).totals).toEqual(new Map([['total', [9, 10]]]));
	const same = { totals: memory.totals, pageCount: 3, isFewer: false };
	expect(after({ value: 7, total: 'many' })).toMatchObject(same);
	// A number of contacts on the page.
	expect(after({ total: 3 }).totals).toEqual(new Map());
	expect(after({}, { ...memory, isFewer: true })).toMatchObject({ isFewer: true });
});

it.each([
	[true, { totalPages: 'many', pageCount: 4 }],
	[true, { total: 230 }],
	[false, { total: 0 }],
])('Fewer contacts or pages are stated: %j, by %j', (expected, fields) => {
	const totals = new Map(Object.entries({ total: [230, 231], count: [50, 50] } as const));
	const memory = { ...new Memory(), totals, full: 50, pageCount: 5 };
	expect(statesFewer(memory, page([], fields))).toBe(expected);
});

const NAMED = ['Ann', 'Bob', 'Cy'].map((name, n) => ({ id: n + 1, name, at: 7 }));
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

it('Contacts without IDs are not known again', () => {
	expect(printOf(NAMED, { unstable: [] })).toBe(0);
});

it('What stands beside a list is the same in any order', () => {
	const [one, other] = [page([], { team: true, note: 'a' }), page([], { note: 'a', team: true })];
	expect(besideOf(one)).toBe(besideOf(other));
	expect(besideOf(one)).not.toBe(besideOf(page([], { team: false, note: 'a' })));
});
