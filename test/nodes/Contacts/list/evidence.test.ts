import { isFull, isShort, totalNamesOf, weigh } from '../../../../nodes/Contacts/list/evidence';
import { isLastFlag } from '../../../../nodes/Contacts/list/signs';
import type { ListRequest, ListState } from '../../../../nodes/Contacts/list/state';
import { listRequest, listState, sign } from './lists';

const OFFSET = { kind: 'offset', parameter: 'o', value: 50, first: 0 } as const;

describe('A page says', () => {
	const verdict = (signs: ListState['signs'], state: Partial<ListState>, request: ListRequest) => {
		const { isMore, isEnd } = weigh(listState({ signs, ...state }), request);
		return isMore ? 'more' : isEnd ? 'end' : 'nothing';
	};
	const later = { pages: 2, received: 100 };
	const far = { isFar: true } as const;

	it.each<[string, ListState['signs'], string, Partial<ListState>?, ListRequest?]>([
		['nothing without signs', [], 'nothing'],
		['what a flag says', [sign('more', 'a', true)], 'more'],
		['what a flag says that there is none', [sign('more', 'a', false)], 'end'],
		[
			'that there is more, by one of two flags',
			[sign('more', 'a', false), sign('more', 'b', true)],
			'more',
		],
		[
			'what the nearer flag says',
			[sign('more', 'a', false), sign('more', 'b', true, { distance: 1 })],
			'end',
		],
		['nothing by a far flag without more', [sign('more', 'a', false, far)], 'nothing'],
		['what the configured flag says', [sign('more', 'a', true, { distance: -1 })], 'more'],
		['more by a larger total', [sign('total', 'n', 230)], 'more'],
		['the end by a reached total', [sign('total', 'n', 100)], 'end', later],
		['nothing by a total below what has come', [sign('total', 'n', 50)], 'nothing', later],
		['nothing by a total of a full page', [sign('total', 'n', 50)], 'nothing'],
		[
			'the end by a total of a short page',
			[sign('total', 'n', 7)],
			'end',
			{ received: 7, count: 7, firstCount: 7 },
		],
		['the end by a total of 0', [sign('total', 'n', 0)], 'end', { received: 0, count: 0 }],
		[
			'nothing by that beside a cursor',
			[sign('total', 'n', 7), sign('cursor', 'c', 'a')],
			'nothing',
			{ received: 7, count: 7 },
		],
		[
			'nothing by that beside an unread name',
			[sign('total', 'n', 7), sign('unread', 'c', 'a', { isPaging: true })],
			'nothing',
			{ received: 7, count: 7 },
		],
		[
			'nothing by that where a value is offered',
			[sign('total', 'n', 7)],
			'nothing',
			{ received: 7, count: 7, offered: 'a' },
		],
		[
			'nothing by that where pages are counted',
			[sign('total', 'n', 7)],
			'nothing',
			{ received: 7, count: 7 },
			listRequest({ mode: 'offset' }),
		],
		[
			'more by a flag, whatever is reached',
			[sign('total', 'n', 100), sign('more', 'm', true)],
			'more',
			later,
		],
		[
			'nothing by a reached minimum',
			[sign('total', 'n', 100, { isMinimum: true })],
			'nothing',
			later,
		],
		['nothing by a far total', [sign('total', 'n', 100, far)], 'nothing', later],
		['nothing by a count', [sign('count', 'n', 230)], 'nothing'],
		['more by a count of the list', [sign('count', 'n', 230)], 'more', { totalNames: ['n'] }],
		['more by pages', [sign('pages', 'n', 3)], 'more'],
		['the end by pages', [sign('pages', 'n', 2)], 'end', later],
		['nothing by fewer pages than read', [sign('pages', 'n', 1)], 'nothing', later],
		['nothing by no pages', [sign('pages', 'n', 0)], 'nothing'],
		[
			'the end by no pages of an empty list',
			[sign('pages', 'n', 0)],
			'end',
			{ received: 0, count: 0 },
		],
		['nothing by far pages', [sign('pages', 'n', 3, far)], 'nothing'],
		['more by pages of contacts', [sign('pages', 'n', 3)], 'more', { ...later, way: OFFSET }],
		[
			'more by a full page of them',
			[sign('pages', 'n', 3)],
			'more',
			{ ...later, received: 120, way: OFFSET },
		],
		[
			'the end by a shorter one',
			[sign('pages', 'n', 3)],
			'end',
			{
				...later,
				received: 120,
				count: 20,
				way: { kind: 'lastContact', parameter: 'a', value: 1, field: 'id' },
			},
		],
		['more before the last page', [sign('lastPage', 'n', 3)], 'more'],
		['the end on the last page', [sign('lastPage', 'n', 3), sign('page', 'p', 3)], 'end'],
		[
			'the end by a last page 0 of an empty list',
			[sign('lastPage', 'n', 0), sign('page', 'p', 0)],
			'end',
			{ received: 0, count: 0 },
		],
		['more after a last page 0', [sign('lastPage', 'n', 0)], 'more'],
		[
			'more by a last page 0 of a full one',
			[sign('lastPage', 'n', 0), sign('page', 'p', 0)],
			'more',
		],
		[
			'nothing by a last page 0 of a short one',
			[sign('lastPage', 'n', 0), sign('page', 'p', 0)],
			'nothing',
			{ count: 7, received: 7 },
		],
		['more by what remains', [sign('remaining', 'n', 7)], 'more'],
		['the end by nothing that remains', [sign('remaining', 'n', 0)], 'end'],
		['nothing by what remains far away', [sign('remaining', 'n', 7, far)], 'nothing'],
		['more by Partial Content', [sign('more', 'status 206', true)], 'more'],
		[
			'the end despite Partial Content',
			[sign('more', 'status 206', true), sign('total', 'n', 100)],
			'end',
			later,
		],
	])('%s', (_name, signs, expected, state = {}, request = listRequest()) => {
		expect(verdict(signs, state, request)).toBe(expected);
	});
});

it.each<[string, Partial<ListState>, number | undefined, boolean]>([
	['as requested', {}, 50, true],
	['of a usual size', { count: 20 }, 50, true],
	['of another size', { count: 17 }, 50, false],
	['of any size, when none was requested', { count: 17 }, undefined, true],
	['without contacts', { count: 0 }, 50, false],
	['as long as the first', { pages: 2, count: 17, firstCount: 17 }, 50, true],
	['shorter than the first', { pages: 2, count: 20 }, 50, false],
])('A page %s', (_name, state, pageSize, expected) => {
	expect(isFull(listState(state), listRequest({}, { pageSize }))).toBe(expected);
});

it('A page is short after a longer one, or empty', () => {
	const states = [{ count: 0 }, { pages: 2, count: 49 }, { count: 49 }, { pages: 2 }];
	expect(states.map((state) => isShort(listState(state)))).toEqual([true, true, false, false]);
});

it('A count is that of the list when it is more than the page and not its size', () => {
	const signs = [
		sign('count', 'a', 230),
		sign('count', 'b', 100),
		sign('count', 'c', 7),
		sign('total', 'd', 230),
	];
	expect(totalNamesOf(signs, 50, 100)).toEqual(['a']);
});

it.each([
	['meta.isLast', true],
	['endReached', true],
	['no_more', true],
	['hasMore', false],
	['last.more', false],
])('The flag %s is true on the last page: %s', (name, expected) => {
	expect(isLastFlag(name)).toBe(expected);
});
