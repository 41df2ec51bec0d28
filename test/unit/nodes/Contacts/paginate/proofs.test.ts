/** What is believed of a list, and what is not. */
import type { AcceptedPage, Pagination } from '../../../../../nodes/Contacts/paginate';
import { pageAt } from '../../../../../nodes/Contacts/paginate/page';
import type { Way } from '../../../../../nodes/Contacts/paginate/paginators';
import { Proofs } from '../../../../../nodes/Contacts/paginate/proofs';
import { listRequest } from '../../../../corpus/read';

const page = (ids: number[], fields: object = {}) => {
	const body = { list: ids.map((id) => ({ id })), ...fields };
	return pageAt({ status: 200, headers: new Headers(), body }, { path: ['list'], inner: '' }, 1);
};

/** A list of which a first page has come that was requested with three contacts. */
function listAfter(ids: number[], fields?: object, pagination?: Partial<Pagination>) {
	const proofs = new Proofs(listRequest({ pageSize: 3, pagination }));
	const first = proofs.judge({ positions: [], overlap: 0 }, page(ids, fields));
	if (typeof first === 'string') throw new Error(first);
	proofs.add(first);
	return proofs;
}

const CURSOR: Way = { kind: 'cursor', field: 'nextCursor', parameter: 'cursor' };
const OFFSET: Way = { kind: 'offset', parameter: 'offset', first: 0 };
const PAGE: Way = { kind: 'page', parameter: 'page', first: 1 };

it.each<[string, Way, value: string | number, overlap: number, ids: number[]]>([
	['stated', CURSOR, 'abc', 0, [4, 5]],
	['unproven', CURSOR, 'xyz', 0, [4, 5]],
	['overlap', CURSOR, 'abc', 0, [2, 3, 4]],
	['contactsRepeated', CURSOR, 'abc', 0, [4, 3]],
	['contactsRepeated', CURSOR, 'xyz', 0, [3, 4]],
	['pageRepeated', CURSOR, 'abc', 0, [2, 3]],
	['again', CURSOR, 'abc', 0, [1, 2, 3]],
	['overlap', OFFSET, 2, 1, [3, 4, 5]],
	['positionUnexpected', OFFSET, 2, 1, [4, 5]],
	['unproven', OFFSET, 3, 0, [4, 5]],
	['unproven', PAGE, 2, 0, [4, 5]],
])('A response is %s: by %j = %j, with %d and %j', (expected, way, value, overlap, ids) => {
	const proofs = listAfter([1, 2, 3], { nextCursor: 'abc' });
	const verdict = proofs.judge({ positions: [{ way, value }], overlap }, page(ids));
	expect(typeof verdict === 'string' ? verdict : verdict.reason).toBe(expected);
});

it('A numbered page is believed once the number before has brought the first page', () => {
	const proofs = listAfter([1, 2, 3]);
	const judge = (value: number, ids: number[]) =>
		proofs.judge({ positions: [{ way: PAGE, value }], overlap: 0 }, page(ids));
	expect(judge(2, [4, 5])).toBe('unproven');
	expect(judge(1, [1, 2, 3])).toBe('again');
	expect(judge(2, [4, 5])).toMatchObject({ reason: 'counted' });
});

it.each<[string | undefined, ids: number[], fields: object, Partial<Pagination>?]>([
	['said', [1, 2], { hasMore: false }],
	[undefined, [1, 2], { hasMore: true }],
	[undefined, [1, 2], { hasMore: false, total: 5 }],
	[undefined, [1, 2, 3], { hasMore: false }],
	['allHaveCome', [1, 2], { total: 2 }],
	[undefined, [1, 2], {}],
	['off', [1, 2, 3], {}, { mode: 'off' }],
])('The end is %s after contacts %j with %j, %j', (expected, ...list) => {
	expect(listAfter(...list).end()?.end).toBe(expected);
});

it.each<[string, Way, value: string | number, overlap: number, ids: number[]]>([
	['pageRepeated', CURSOR, 'abc', 0, [2, 3]],
	['overlap', OFFSET, 2, 1, [3, 2]],
	['pageRepeated', OFFSET, 2, 1, [3, 1]],
])(
	'Known contacts may come again if that is skipped: %s by %j = %j',
	(expected, way, value, overlap, ids) => {
		const proofs = listAfter([1, 2, 3], { nextCursor: 'abc' }, { checkRepeats: false });
		const verdict = proofs.judge({ positions: [{ way, value }], overlap }, page(ids));
		expect(typeof verdict === 'string' ? verdict : verdict.reason).toBe(expected);
	},
);

it('A way that has brought a page may bring known contacts, if that is skipped', () => {
	const proofs = listAfter([1, 2, 3], { nextCursor: 'abc' }, { checkRepeats: false });
	const second = { positions: [{ way: CURSOR, value: 'abc' }], overlap: 0 };
	proofs.add(proofs.judge(second, page([4, 5, 6], { nextCursor: 'def' })) as AcceptedPage);
	const third = { positions: [{ way: CURSOR, value: 'def' }], overlap: 0 };
	expect(proofs.judge(third, page([5, 6]))).toMatchObject({ reason: 'proven' });
});
