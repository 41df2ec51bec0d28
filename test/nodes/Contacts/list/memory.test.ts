import type { Contact } from '../../../../nodes/Contacts/response/pageResponse';
import {
	EMPTY_MEMORY,
	hashOfPage,
	idFieldOf,
	keysOfContacts as keysOf,
	knownIn,
	type Memory,
	uniqueOverlap,
	wasRead,
	wasRequested,
	withPage,
	withRequest,
} from '../../../../nodes/Contacts/list/memory';
import { contactsOf, range } from '../services';

/** A memory of pages, the first of them page 1. */
function remember(pages: Contact[][], idField?: string): Memory {
	return pages.reduce<Memory>(
		(memory, page, index) => withPage(memory, index + 1, keysOf(page, idField)),
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
});

it('A contact is its ID, or its whole content', () => {
	const [ada, same, other] = keysOf([{ id: 1, a: 1 }, { id: 1, a: 2 }, { a: 1 }], 'id');
	expect(ada).toBe(same);
	expect(other).toBe(keysOf([{ a: 1 }], undefined)[0]);
	const different = [
		...[1, '1', 2 ** 32 + 1, '漢', 'x'.repeat(99), `${'x'.repeat(98)}y`].map((id) => ({ id })),
		...[{ a: 1 }, { a: 'x' }, { a: { b: 1 } }, { a: { b: 2 } }, { b: '1' }, {}],
	];
	expect(new Set(keysOf(different, 'id')).size).toBe(different.length);
});

it('A contact is known if it is one of the last 32, or starts the first page or a later landmark', () => {
	const pages = range(9).map((page) => contactsOf(50, 50 * page + 1));
	const known = knownIn(remember(pages, 'id'));
	const isKnown = (id: number) => known.has(keysOf([{ id }], 'id')[0]!);
	expect([1, 4, 351, 354, 419, 450].map(isKnown)).toEqual(Array(6).fill(true));
	expect([5, 51, 355, 418, 451].map(isKnown)).toEqual(Array(5).fill(false));
});

it('A page is known if it is one of the last 32, or a landmark', () => {
	const pages = range(80).map((page) => contactsOf(2, 2 * page + 1));
	const memory = remember(pages, 'id');
	const read = range(80).filter((page) => wasRead(memory, keysOf(pages[page]!, 'id')));
	// Page 1, page 64 and the last ones.
	expect(read).toEqual([0, ...range(32).map((page) => 48 + page)]);
	expect(memory.landmarkPages).toHaveLength(2);
	expect(withPage(memory, 81, [])).toBe(memory);
	expect(hashOfPage([1, 23])).not.toBe(hashOfPage([23, 1]));
});

it.each<[string, Contact[], string | undefined, number]>([
	['one contact with an ID', contactsOf(3), 'id', 1],
	['two different contacts without IDs', [{ a: 1 }, { a: 2 }], undefined, 2],
	['equal contacts and one before them', [{ a: 1 }, { a: 2 }, { a: 2 }], undefined, 3],
	['no number of equal contacts', [{ a: 1 }, { a: 1 }], undefined, Infinity],
])('A page that starts with %s starts nowhere else', (_name, contacts, idField, overlap) => {
	expect(uniqueOverlap(remember([contacts], idField))).toBe(overlap);
});

it('A memory has the last 32 requests', () => {
	const url = (page: number) => new URL(`https://api.example.com/v1/contacts?page=${page}`);
	const memory = range(40).reduce((before, page) => withRequest(before, url(page)), EMPTY_MEMORY);
	expect([7, 8, 39].map((page) => wasRequested(memory, url(page)))).toEqual([false, true, true]);
});
