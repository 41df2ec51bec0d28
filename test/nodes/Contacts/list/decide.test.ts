/** Where a list goes on, ends or fails in states that services rarely lead to. */
import { ask, checkTotals, decideAfter } from '../../../../nodes/Contacts/list/decide';
import { EMPTY_MEMORY, withRequest } from '../../../../nodes/Contacts/list/memory';
import type { ListState, Next, Outcome, Way } from '../../../../nodes/Contacts/list/state';
import { urlOf } from '../../../../nodes/Contacts/list/ways';
import { listRequest, type Pagination } from '../read';
import { listState, REQUEST, sign } from './lists';

const LINK: Way = { kind: 'link', link: '/v1/contacts?p=2', field: 'morgen' };
const PAGE: Way = { kind: 'page', parameter: 'page', value: 2, first: 1 };
const OFFSET: Way = { kind: 'offset', parameter: 'offset', value: 50, first: 0 };
const CURSOR: Way = { kind: 'cursor', parameter: 'cursor', value: 'x', field: 'version' };
const LAST: Way = { kind: 'lastContact', parameter: 'after', value: 48, field: 'id' };

/** What follows: a reason, or the query with the number of known contacts that are to come again. */
function shown(next: Next): string {
	if (next.kind === 'unknown') return next.failure.reason;
	if (next.kind !== 'page' && next.kind !== 'check') return next.kind;
	const { searchParams } = urlOf(REQUEST, next.way);
	searchParams.delete('pageSize');
	if (next.kind === 'check') return `check ${searchParams.toString()}`;
	return `${searchParams.toString()}${next.overlap ? ` -${next.overlap}` : ''}${next.mayBeEnd ? ' or end' : ''}`;
}

/** A memory with the requests for the pages. */
const requested = (...ways: Way[]) =>
	ways.reduce((memory, way) => withRequest(memory, urlOf(REQUEST, way)), EMPTY_MEMORY);

describe('After a page, a list', () => {
	const unread = (value: string | number | boolean) => [
		sign('unread', 'pageKey', value, { isPaging: true }),
	];
	const noNext = (value: 0 | '', rest = {}) => [sign('noNext', 'next', value, rest)];
	const morgen = (value: string | number) => [sign('unread', 'morgen', value)];
	const pages = (value: number) => [sign('pages', 'totalPages', value)];
	const only = (count: number) => ({ received: count, count, firstCount: count });
	const short = only(7);
	const second = { pages: 2, received: 100 };
	const byLink = { ...second, way: LINK };
	const linked = { ...second, memory: requested(LINK) };
	const sent = {
		way: CURSOR,
		signs: [sign('cursor', 'version', 'x')],
		memory: requested(CURSOR),
	};
	const shortSecond = { pages: 2, received: 57, count: 7 };
	const ids = { field: 'id', values: [49, 50] };
	const more = sign('more', 'hasMore', true);
	const last = sign('more', 'fertig', false, { distance: -1 });
	const nextToken = sign('cursor', 'nextToken', 'x');
	const total = (value: number) => sign('total', 'total', value);
	const link = (value: string, name = 'next') => sign('link', name, value);
	const p2 = '/v1/contacts?p=2';
	const p3 = '/v1/contacts?p=3';

	type Row = [name: string, expected: string, Partial<ListState>, Partial<Pagination>?];

	const automatic: Row[] = [
		['fails on a new field about pages', 'signsUnread', { ...byLink, signs: unread('a1') }],
		['ends beside a known one', 'end', { ...byLink, signs: unread('a1'), unread: ['pageKey'] }],
		['ends beside a new flag about pages', 'end', { ...byLink, signs: unread(true) }],
		['goes on by an address of the same unknown name', 'p=3', { ...byLink, signs: morgen(p3) }],
		['ends beside a number of that name', 'end', { ...byLink, signs: morgen(5) }],
		['fails without the link, where a flag says more', 'nextUnknown', { ...byLink, signs: [more] }],
		['fails without the link by the total', 'totalDiffers', { ...byLink, signs: [total(120)] }],
		['prefers a new link', 'p=3', { ...linked, signs: [link(p2), link(p3)] }],
		['fails where all links were followed', 'nextRepeated', { ...linked, signs: [link(p2)] }],
		['does not follow a link to this page', 'end', { ...byLink, signs: [link(p2)] }],
		['does not follow a link to the first page', 'ask', { signs: [link('/v1/contacts')] }],
		['fails with a link that is none', 'nextMalformed', { signs: [link('https://')] }],
		[
			'follows the cursor of the same name',
			'cursor=z',
			{ ...second, way: CURSOR, signs: [sign('cursor', 'a', 'y'), sign('cursor', 'version', 'z')] },
		],
		['asks by a next page after a link', 'ask', { ...byLink, signs: [sign('nextPage', 'n', 3)] }],
		['asks by a next offset', 'ask', { ...byLink, signs: [sign('nextOffset', 'n', 100)] }],
		['does not ask where pages are counted', 'page=3', { ...second, way: PAGE }],
		['asks beside 0 on a full page', 'ask', { signs: noNext(0) }],
		['ends with 0 on a short page', 'end', { ...short, signs: noNext(0) }],
		['ends with an empty text', 'end', { signs: noNext('') }],
		['asks beside an empty text far from the list', 'ask', { signs: noNext('', { isFar: true }) }],
		['goes on with the last contact', 'after=50', { ...second, way: LAST, ids }],
		['ends where no ID is left to go on from', 'end', { ...second, way: LAST }],
		[
			'ends with an empty page after the last contact, despite a flag',
			'end',
			{ ...second, count: 0, way: LAST, ids, signs: [more] },
		],
		['goes on after a full page', 'offset=100', { ...second, way: OFFSET }],
		['goes one contact back after a short page', 'offset=56 -1', { ...shortSecond, way: OFFSET }],
		['does not where there is more', 'offset=57', { ...shortSecond, way: OFFSET, signs: [more] }],
		[
			'does not do so twice',
			'offset=57',
			{ ...shortSecond, way: OFFSET, memory: requested({ ...OFFSET, value: 56 }) },
		],
		['goes on after a short page by its number', 'page=3', { ...shortSecond, way: PAGE }],
		['fails with a cursor that was sent', 'nextRepeated', { ...second, ...sent }],
		['ends with it where no contacts come', 'end', { ...second, ...sent, count: 0 }],
	];

	const byPage: Row[] = [
		['goes on after an empty page', 'page=3', { pages: 2, count: 0, way: PAGE, signs: [more] }],
		['goes on after an empty first page', 'page=2', { ...only(0), signs: [more] }],
		['checks the number of the first page', 'check page=1', {}],
		['needs no check where the number of pages is stated', 'page=2', { signs: pages(5) }],
		[
			'does where the settings name that field',
			'check page=1',
			{ signs: [sign('pages', 'version', 3, { distance: -1 })] },
		],
	];

	const byOffset: Row[] = [
		['ends after an empty page', 'end', { pages: 2, count: 0, signs: [more] }],
		['goes on from a single contact without going back', 'offset=1', only(1)],
		['goes back from two', 'offset=1 -1', only(2)],
	];

	const byLastContact: Row[] = [
		['goes back by an ID', 'cursor=49 -1', { ids }],
		['goes back once', 'cursor=50', { ...second, ids }],
		['need not beside a total', 'cursor=50', { ids, signs: [total(120)] }],
		['cannot from a single ID', 'cursor=50', { ids: { field: 'id', values: [50] } }],
		['goes on with the last contact, inclusive', 'cursor=50 -1', { ids }, { isInclusive: true }],
		['ends by an unknown flag', 'end', { ids, signs: [last] }],
		['does not beside a link', 'cursor=49 -1', { ids, signs: [last, link(p2, 'weiter')] }],
		['does not beside a next cursor', 'cursor=49 -1', { ids, signs: [last, nextToken] }],
		['does beside another cursor', 'end', { ids, signs: [last, sign('cursor', 'cursor', 'x')] }],
		[
			'does beside a flag that is known',
			'end',
			{ ids, signs: [last, sign('more', 'hasMore', false), nextToken] },
		],
	];

	const byCursor: Row[] = [
		['may end by an unknown flag', 'cursor=y or end', { ...second, offered: 'y', signs: [last] }],
		['may not on the first page', 'cursor=y', { offered: 'y', signs: [last] }],
		[
			'ends where the total has come',
			'end',
			{ ...second, offered: 'y', signs: [last, total(100)] },
		],
		['ends with an empty cursor', 'end', { offered: null, signs: [sign('cursor', 'cursor', 'x')] }],
		[
			'fails with an empty cursor beside another one for the next page',
			'nextUnknown',
			{ offered: null, signs: [nextToken] },
		],
		['fails with it beside a link', 'nextUnknown', { offered: null, signs: [link(p2, 'weiter')] }],
		['fails beside a field about pages', 'signsUnread', { ...short, signs: unread('a1') }],
		['fails without the cursor on a full page', 'endUnknown', {}],
		['ends without it on a short page', 'end', short],
		['ends without it on the second page', 'end', second],
		['ends without it on the only page', 'end', { signs: pages(1) }],
		['ends without it where the total has come', 'end', { signs: [total(50)] }],
		[
			'fails without it where a minimum has come',
			'endUnknown',
			{ signs: [sign('total', 'total', 50, { isMinimum: true })] },
		],
		['fails without it below the total', 'totalDiffers', { ...second, signs: [total(120)] }],
		['fails so on the first page', 'nextUnknown', { signs: [total(120)] }],
		['fails so beside a flag', 'nextUnknown', { ...second, signs: [more, total(120)] }],
		['fails so by the flag alone', 'nextUnknown', { ...second, signs: [more] }],
	];

	const off = (['cursor', 'nextPage', 'nextOffset', 'link'] as const).map((meaning): Row => [
		`is not whole on one page with a sign of a ${meaning}`,
		'nextUnknown',
		{ signs: [sign(meaning, 'weiter', meaning === 'link' ? p2 : 2)] },
	]);

	describe.each<[Pagination['mode'], Row[]]>([
		['automatic', automatic],
		['pageNumber', byPage],
		['offset', byOffset],
		['lastContact', byLastContact],
		['cursor', byCursor],
		['off', off],
	])('in mode %s', (mode, rows) => {
		it.each(rows)('%s: %s', (_name, expected, state, settings = {}) => {
			const after = listState(state);
			const request = listRequest({ pageSize: 50, pagination: { mode, ...settings } });
			expect(shown(decideAfter(listState(), after, after.count, request).next)).toBe(expected);
		});
	});

	it.each<[string, string, Partial<ListState>, Partial<ListState>?, Pagination['mode']?]>([
		['fails where a value of unknown meaning has led to nothing', 'nextUnknown', {}],
		['ends where no flag says more', 'end', { signs: [sign('cursor', 'other', 'x')] }],
		['ends so after the second page', 'end', { pages: 2 }],
		['ends after contacts', 'end', {}, { count: 50 }],
		['ends by a link', 'end', {}, { way: LINK }, 'nextLink'],
		...(['cursor', 'nextPage', 'nextOffset'] as const).map(
			(meaning): [string, string, Partial<ListState>] => [
				`ends where a ${meaning} of the service has led to nothing`,
				'end',
				{ signs: [more, sign('cursor', 'other', 'x'), sign(meaning, 'version', 'x')] },
			],
		),
	])('%s: %s', (_name, expected, before, after = {}, mode = 'cursor') => {
		const { next } = decideAfter(
			listState({ signs: [more, sign('cursor', 'other', 'x')], ...before }),
			listState({ pages: 2, count: 0, way: CURSOR, ...after }),
			after.count ?? 0,
			listRequest({ pageSize: 50, pagination: { mode } }),
		);
		expect(shown(next)).toBe(expected);
	});

	it.each<[string, string, number, number, Way]>([
		['compares the page before where the total has fallen', 'check ', 120, 110, PAGE],
		['does not where it has not', 'page=3', 120, 120, PAGE],
		['does not where it may count the contacts of a page', 'page=3', 50, 40, PAGE],
		['does not where nothing can move', 'totalDiffers', 120, 110, LINK],
	])('%s', (_name, expected, stated, now, way) => {
		const totals = [{ name: 'total', min: stated, max: stated, last: stated }];
		const memory = { ...EMPTY_MEMORY, pages: ['page 0', 'page 1'] };
		const signs = [sign('count', 'count', 1), total(now), more];
		const after = listState({ ...second, way, signs });
		const { next } = decideAfter(listState({ totals, memory }), after, 50, REQUEST);
		expect(shown(next)).toBe(expected);
		if (next.kind !== 'check') return;
		const first = { kind: 'link', link: '/v1/contacts?pageSize=50', field: '' };
		expect(next).toMatchObject({ way: first, page: 'page 1', then: { kind: 'page' } });
	});

	it('remembers the totals that were stated', () => {
		const before = { name: 'total', min: 120, max: 130, last: 130 };
		const signs = [
			total(125),
			sign('count', 'all', 125),
			sign('count', 'ofPage', 50),
			sign('total', 'least', 99, { isMinimum: true }),
			sign('total', 'far', 99, { isFar: true }),
		];
		const after = listState({ totals: [before], totalNames: ['all'], signs, way: PAGE });
		const totalsBy = (pagination: Partial<Pagination>) =>
			decideAfter(listState(), after, 50, listRequest({ pageSize: 50, pagination })).state.totals;
		expect(totalsBy({})).toEqual([
			{ ...before, last: 125 },
			{ name: 'all', min: 125, max: 125, last: 125 },
		]);
		expect(totalsBy({ checkTotal: false })).toEqual([]);
	});

	it.each<[string, string, Partial<ListState>, boolean?]>([
		['before the last of the stated pages', 'nextUnknown', {}],
		['with the last one', 'end', { pages: 3 }],
		['with an empty one after it', 'nextUnknown', { pages: 3, count: 0 }],
		['where that is proven', 'end', {}, true],
		['with the total', 'end', { totals: [{ name: 'total', min: 100, max: 100, last: 100 }] }],
	])('ends %s: %s', (_name, expected, state, isProven = false) => {
		const next = checkTotals(
			listState({ ...second, signs: pages(3), ...state }),
			REQUEST,
			isProven,
		);
		expect(shown(next)).toBe(expected);
	});

	const asked = Array<string>(24).fill('');
	const onlyPage: Partial<ListState> = { signs: pages(5) };

	it.each<[string, string, Partial<ListState>, Outcome[][]?]>([
		[
			'ends where the total has come',
			'end',
			{ ...byLink, signs: [sign('cursor', 'nextCursor', 'x'), total(100)], asked },
		],
		['fails where other contacts came', 'nextUnknown', { asked }, [['new']]],
		['fails after a full page', 'endUnknown', { asked }],
		['ends after a short page', 'end', { ...short, asked }],
		['fails beside a field about pages', 'signsUnread', { ...short, asked, signs: unread('a') }],
		['ends where page 1 is this one, and page 2 is empty', 'end', onlyPage, [['same', 'empty']]],
		['does not where page 2 is refused', 'ask', onlyPage, [['same', 'error']]],
	])('that was asked %s: %s', (_name, expected, state, outcomes = []) => {
		expect(shown(ask(listState(state), REQUEST, outcomes))).toBe(expected);
	});
});
