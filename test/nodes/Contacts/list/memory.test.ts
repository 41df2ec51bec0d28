import type { Contact } from '../../../../nodes/Contacts/response/findContacts';
import {
	EMPTY_MEMORY,
	hashOfPage,
	ID_FIELDS,
	idFieldOf,
	isPageBefore,
	keysOfContacts,
	knownIn,
	type Memory,
	wasRead,
	wasRequested,
	withPage,
	withRequest,
} from '../../../../nodes/Contacts/list/memory';
import { contactsOf, range } from '../services';
import { REQUEST } from './lists';

const keysOf = (contacts: readonly Contact[], idField?: string) =>
	keysOfContacts(contacts, idField);

/** A memory of pages, the first of them page 1. */
function remember(pages: Contact[][], idField?: string): Memory {
	return pages.reduce<Memory>(
		(memory, page, index) => withPage(memory, index + 1, page, keysOf(page, idField)),
		{ ...EMPTY_MEMORY, idField },
	);
}

describe('The field that identifies contacts', () => {
	it.each<[Contact[], string | undefined]>([
		[[{ id: 1 }, { id: 2 }], 'id'],
		[['a', 'b'].map((uuid) => ({ id: 1, uuid })), 'uuid'],
		[[{ id: 1 }, { name: 'Ada' }], undefined],
		[[{ id: {} }, { id: {} }], undefined],
		[[{ id: 1, uuid: 'a' }, { id: 1, uuid: 'b' }, { id: 1 }], undefined],
		[['a', 'b'].map((sys_id) => ({ id: 1, _id: 1, uuid: 1, uid: 1, sys_id })), 'sys_id'],
		[['a', 'b'].map((sys_id) => ({ id: 1, _id: 1, uuid: 1, uid: 1, vid: 1, sys_id })), undefined],
		[[{ id: 2 ** 53 }, { id: 1 }], undefined],
		[[{ sys: { id: 'a' } }, { sys: { id: 'b' } }], 'sys.id'],
		[[{ name: 'Ada' }], undefined],
		[[], undefined],
	])('of %j is %s', (contacts, field) => {
		expect(idFieldOf(contacts)).toBe(field);
	});

	it.each(ID_FIELDS)('may be %s', (field) => {
		const contacts = [1, 2].map((id) =>
			field.split('.').reduceRight<unknown>((value, key) => ({ [key]: value }), id),
		);
		expect(idFieldOf(contacts as Contact[])).toBe(field);
	});
});

describe('A contact is known', () => {
	it('by its ID, whatever else it has; without one by its content', () => {
		const [ada, same, other] = keysOf([{ id: 1, a: 1 }, { id: 1, a: 2 }, { a: 1 }], 'id');
		expect(ada).toBe(same);
		expect(other).toBe(keysOf([{ a: 1 }])[0]);
		expect(other).not.toBe(keysOf([{ a: 2 }])[0]);
		const ids = [1, '1', 2 ** 32 + 1, '漢', 'x'.repeat(99), `${'x'.repeat(98)}y`];
		expect(
			new Set(
				keysOf(
					ids.map((id) => ({ id })),
					'id',
				),
			).size,
		).toBe(ids.length);
	});

	it('when it was one of the last 32, or at the start of the first page or of a later landmark', () => {
		const pages = range(9).map((page) => contactsOf(50, 50 * page + 1));
		const known = knownIn(remember(pages, 'id'));
		const isKnown = (id: number) => known.has(keysOf([{ id }], 'id')[0]!);
		expect([1, 4, 351, 354, 419, 450].map(isKnown)).toEqual(Array(6).fill(true));
		expect([5, 51, 355, 418, 451].map(isKnown)).toEqual(Array(5).fill(false));
	});
});

describe('A page', () => {
	it('is known when it was one of the last 32, or a landmark', () => {
		const pages = range(80).map((page) => contactsOf(2, 2 * page + 1));
		const memory = remember(pages, 'id');
		const readPages = range(80).filter((page) =>
			wasRead(memory, hashOfPage(keysOf(pages[page]!, 'id'))),
		);
		// Page 1, page 64 and the last ones.
		expect(readPages).toEqual([0, ...range(32).map((page) => 48 + page)]);
		expect(memory.landmarkPages).toHaveLength(2);
	});

	it('that is empty changes nothing', () => {
		const memory = remember([contactsOf(2)], 'id');
		expect(withPage(memory, 2, [], [])).toBe(memory);
		expect(isPageBefore(memory, [])).toBe(false);
	});

	const signed = (signature: string, from = 0, length = 8) =>
		range(length).map((n) => ({
			name: `n${n + from}`,
			rank: n + from,
			photo: `?s=${signature}${n}`,
		}));
	const equal = (value: number) => range(8).map(() => ({ a: value }));

	it.each<[string, Contact[], Contact[], boolean]>([
		['the same contacts with other signed links', signed('a'), signed('b'), true],
		['other contacts', signed('a'), signed('a', 8), false],
		['fewer contacts', signed('a'), signed('a', 0, 7), false],
		['a few contacts, which may look alike', signed('a', 0, 3), signed('b', 0, 3), false],
		['equal contacts', equal(1), equal(1), true],
		['other equal contacts', equal(1), equal(2), false],
	])('is compared with the one before: %s', (_name, before, now, expected) => {
		expect(isPageBefore(remember([before]), now)).toBe(expected);
	});

	it('is the one before when several small ones look alike, one after the other', () => {
		const small = range(5).map((n) => signed(String(n), 0, 3));
		expect(isPageBefore(remember(small.slice(0, 1)), small[1]!)).toBe(false);
		expect(isPageBefore(remember(small.slice(0, 3)), small[3]!)).toBe(true);
	});

	it('with IDs is compared by these alone', () => {
		expect(isPageBefore(remember([contactsOf(8)], 'id'), contactsOf(8))).toBe(false);
	});

	const wide = (count: number, value: (n: number) => unknown) =>
		range(count).map((n) => Object.fromEntries(range(40).map((key) => [`k${key}`, value(n)])));
	const late = (value: number) => ({
		...Object.fromEntries(range(200).map((n) => [`k${n}`, 1])),
		value,
	});

	it.each<[string, Contact[], number]>([
		['at most 16 that vary', wide(9, (n) => n), 16],
		['one that varies', range(2).map((a) => ({ a, b: 1 })), 1],
		['all of an only contact', [{ a: 1, b: 1 }], 2],
		['the page where none varies', wide(9, () => 1), 1],
		['the page where one varies after 32 contacts', wide(34, (n) => Number(n === 33)), 1],
		['the page where one varies after 200 fields', [late(1), late(2)], 1],
	])('is compared by columns: %s', (_name, contacts, count) => {
		expect(remember([contacts]).columns).toHaveLength(count);
	});

	it('is another one when its contacts or their texts are others', () => {
		const others = [{ a: 1 }, { a: 'x' }, { a: { b: 1 } }, { a: { b: 2 } }, { b: '1' }, {}];
		expect(new Set(keysOf(others)).size).toBe(others.length);
		expect(hashOfPage([1, 23])).not.toBe(hashOfPage([23, 1]));
	});
});

it('A memory has the last 32 requests', () => {
	const url = (page: number) => new URL(`${REQUEST.url.href}&page=${page}`);
	const memory = range(40).reduce((before, page) => withRequest(before, url(page)), EMPTY_MEMORY);
	expect([7, 8, 39].map((page) => wasRequested(memory, url(page)))).toEqual([false, true, true]);
});
