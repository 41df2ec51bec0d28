/** Where a list goes on, ends or fails in states that services rarely lead to. */
import { ask, decideAfter } from '../../../../nodes/Contacts/list/decide';
import { nextAttempt } from '../../../../nodes/Contacts/list/questions';
import type { ListState, Next, Outcome, Way } from '../../../../nodes/Contacts/list/state';
import { listRequest, type Pagination, readPageByPage, readWhole, type Service } from '../read';
import { A, B, C, D, inTurn, range } from '../services';
import { listState, REQUEST, sign } from './lists';

const LINK: Way = { kind: 'link', link: '/v1/contacts?p=2', field: 'morgen' };
const PAGE: Way = { kind: 'page', parameter: 'page', value: 2, first: 1 };
const CURSOR: Way = { kind: 'cursor', parameter: 'cursor', value: 'x', field: 'version' };

function outcomeOf(next: Next): string {
	if (next.kind === 'unknown') return next.failure.reason;
	return next.kind === 'page' && next.mayBeEnd ? 'page or end' : next.kind;
}

describe('After a page, a list', () => {
	const unread = (value: string | number | boolean) => [
		sign('unread', 'pageKey', value, { isPaging: true }),
	];
	const byLink = { pages: 2, received: 100, way: LINK };
	const last = [sign('more', 'fertig', false, { distance: -1 })];

	it.each<[string, Partial<ListState>, Partial<Pagination>, string]>([
		['fails on a new field about pages', { ...byLink, signs: unread('a1') }, {}, 'signsUnread'],
		[
			'ends beside a field about pages that the first page had',
			{ ...byLink, signs: unread('a1'), unread: ['pageKey'] },
			{},
			'end',
		],
		['ends beside a new flag about pages', { ...byLink, signs: unread(true) }, {}, 'end'],
		[
			'goes on by an address of the same unknown name',
			{ ...byLink, signs: [sign('unread', 'morgen', '/v1/contacts?p=3')] },
			{},
			'page',
		],
		[
			'ends beside a number of the same unknown name',
			{ ...byLink, signs: [sign('unread', 'morgen', 5)] },
			{},
			'end',
		],
		[
			'ends where no ID is left to go on from',
			{ pages: 2, received: 100, way: { ...CURSOR, kind: 'lastContact' } },
			{},
			'end',
		],
		[
			'goes on after an empty page while a flag says so',
			{ pages: 2, count: 0, way: PAGE, signs: [sign('more', 'hasMore', true)] },
			{ mode: 'pageNumber' },
			'page',
		],
		[
			'ends after an empty page, which moves no offset',
			{ pages: 2, count: 0, signs: [sign('more', 'hasMore', true)] },
			{ mode: 'offset' },
			'end',
		],
		[
			'asks for the page of a cursor beside a flag of unknown meaning',
			{ pages: 2, received: 100, offered: 'y', signs: last },
			{ mode: 'cursor' },
			'page or end',
		],
		[
			'asks so after the first page, too, where the same contacts would be a failure',
			{ offered: 'y', signs: last },
			{ mode: 'cursor' },
			'page',
		],
		[
			'ends with an empty cursor beside the cursor of this page',
			{ offered: null, signs: [sign('cursor', 'cursor', 'x')] },
			{ mode: 'cursor' },
			'end',
		],
		[
			'fails with an empty cursor beside another one for the next page',
			{ offered: null, signs: [sign('cursor', 'nextToken', 'x')] },
			{ mode: 'cursor' },
			'nextUnknown',
		],
		[
			'fails without the cursor beside a field about pages',
			{ received: 7, count: 7, firstCount: 7, signs: unread('a1') },
			{ mode: 'cursor' },
			'signsUnread',
		],
		[
			'goes on with the last contact where the cursor is inclusive',
			{ ids: { field: 'id', values: [1, 2] } },
			{ mode: 'lastContact', isInclusive: true },
			'page',
		],
		[
			'goes on from a single contact without going back',
			{ received: 1, count: 1, firstCount: 1 },
			{ mode: 'offset' },
			'page',
		],
	])('%s', (_name, state, pagination, expected) => {
		const after = listState(state);
		const { next } = decideAfter(
			listState(),
			after,
			after.count,
			listRequest({ pageSize: 50, pagination }),
		);
		expect(outcomeOf(next)).toBe(expected);
	});

	it.each<[string, string, string]>([
		['fails where a value of unknown meaning has led to nothing', 'other', 'nextUnknown'],
		['ends where the cursor of the service has led to nothing', 'version', 'end'],
	])('%s', (_name, cursorName, expected) => {
		const before = listState({
			signs: [sign('more', 'hasMore', true), sign('cursor', cursorName, 'x')],
		});
		const after = listState({ pages: 2, count: 0, way: CURSOR });
		const { next } = decideAfter(
			before,
			after,
			0,
			listRequest({ pageSize: 50, pagination: { mode: 'cursor' } }),
		);
		expect(outcomeOf(next)).toBe(expected);
	});

	it('ends where the total has come and the service understands nothing', () => {
		const state = listState({
			pages: 2,
			received: 100,
			way: LINK,
			signs: [sign('cursor', 'nextCursor', 'x'), sign('total', 'total', 100)],
			asked: Array<string>(24).fill(''),
		});
		expect(ask(state, REQUEST)).toEqual({ kind: 'end' });
	});
});

describe('The next attempt', () => {
	const attempt = (state: Partial<ListState>, outcomes: Outcome[][] = []) =>
		nextAttempt(listState(state), REQUEST, outcomes);
	const parameters = (...args: Parameters<typeof attempt>) => {
		const next = attempt(...args);
		return typeof next === 'object'
			? next.ways.map(({ way }) => 'parameter' in way && way.parameter)
			: next;
	};

	it('uses the way that another list has found', () => {
		const discovered: Way = { kind: 'lastContact', parameter: 'after', value: 1, field: 'id' };
		const ids = { field: 'id', values: [1, 2, 3] };
		expect(parameters({ discovered, ids })).toEqual(['after']);
		expect(parameters({ discovered: LINK })).toContain('offset');
		expect(parameters({ discovered: CURSOR })).toContain('offset');
		const signs = [sign('cursor', 'version', 'x')];
		expect(parameters({ discovered: CURSOR, signs })).toEqual(['cursor']);
	});

	it('is another question where neither page 1 nor page 0 is this page', () => {
		const signs = [sign('pages', 'totalPages', 5)];
		expect(parameters({ signs })).toEqual(['page']);
		expect(parameters({ signs }, [['empty', 'new']])?.length).toBeGreaterThan(20);
	});

	it('leaves out the last contact where contacts have no ID', () => {
		const refused = Array<Outcome>(5).fill('error');
		expect(parameters({}, [refused])).not.toEqual(['startingAfter']);
	});

	it('does not need to know where the list is', () => {
		const signs = [sign('total', 'total', 100)];
		expect(parameters({ location: undefined, signs })).toContain('offset');
	});
});

const often = (answer: object) => range(30).map(() => answer);

const reads = { List: readWhole, 'Get Page': readPageByPage };

describe.each(Object.entries(reads))('%s', (_name, read) => {
	const flagged = { mode: 'cursor', cursorField: 'c', hasMoreField: 'weiter' } as const;
	const first = { list: [A, B], c: '1', weiter: true };
	const second = { list: [C, D], c: '2', weiter: false };

	it.each<[string, Service, Partial<Pagination>, string]>([
		[
			'ends where a cursor leads to the same page after a flag of unknown meaning',
			inTurn([A, B, C, D], first, ...often(second)),
			flagged,
			'whole',
		],
		[
			'fails where it leads to some known contacts',
			inTurn([], first, second, { ...second, list: [D, { id: 'e' }] }),
			flagged,
			'error',
		],
		[
			'fails where an answer has known contacts in another order',
			inTurn([], { list: [A, B] }, { list: [C, A] }, ...often({ list: [A, B] })),
			{},
			'error',
		],
		[
			'fails where an answer has the last contact in another place',
			inTurn([], { list: [A, B] }, { list: [C, B] }, ...often({ list: [A, B] })),
			{},
			'error',
		],
		[
			'asks by a cursor beside a link to another origin',
			inTurn(
				[A, B, C],
				{ list: [A, B], next: 'https://other.example/x', nextCursor: '1' },
				{ list: [C], nextCursor: null },
			),
			{},
			'whole',
		],
		[
			'does not believe a next page that is not after this one',
			inTurn(
				[A, B, C],
				{ list: [A, B], page: 1, nextPage: 1, total: 3 },
				{ list: [C], page: 2, nextPage: 1, total: 3 },
			),
			{},
			'whole',
		],
		[
			'ends where the next page is empty and this page comes again under its number',
			inTurn([A, B], { list: [A, B], page: 1 }, { list: [] }, { list: [A, B], page: 1 }),
			{},
			'whole',
		],
		[
			'follows an address of unknown name to the same list',
			inTurn([A, B, C], { list: [A, B], morgen: '/v1/contacts?p=2' }, { list: [C], morgen: null }),
			{},
			'whole',
		],
	])('%s', async (_row, service, pagination, expected) => {
		expect((await read(service, { pageSize: 2, pagination })).result).toBe(expected);
	});
});

it.each(Object.entries(reads))(
	'%s fails where every way to the next page is refused, although page 1 is this page',
	async (_name, read) => {
		const service: Service = {
			contacts: [A, B, C],
			respond: ({ url: { searchParams } }) =>
				searchParams.has('cursor') || searchParams.get('page') === '2'
					? { status: 400 }
					: { body: { list: [A, B], nextCursor: 'x' } },
		};
		expect((await read(service, { pageSize: 2 })).result).toBe('error');
	},
);

it('fails where an answer overlaps by more than was asked for', async () => {
	const answer = { list: [B, C, D, { id: 'e' }] };
	const service = inTurn([], { list: [A, B, C, D] }, ...often(answer));
	expect((await readWhole(service, { pageSize: 4 })).result).toBe('error');
});
