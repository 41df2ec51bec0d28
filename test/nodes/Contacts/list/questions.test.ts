/** What a service is asked, by what its last page says and by its answers so far. */
import { EMPTY_MEMORY, hashOfRequest, withRequest } from '../../../../nodes/Contacts/list/memory';
import { nextAttempt } from '../../../../nodes/Contacts/list/questions';
import type { ListState, Outcome, Way } from '../../../../nodes/Contacts/list/state';
import { urlOf } from '../../../../nodes/Contacts/list/ways';
import { listState, REQUEST, sign } from './lists';

/** What is asked in turn, and what else would be a proof, when the service answers so. */
function asked(state: Partial<ListState>, answers: Outcome[], request = REQUEST): string[] {
	const outcomes: Outcome[][] = [];
	const requests = [...(state.asked ?? [])];
	return [...answers, undefined].map((answer) => {
		const list = listState({ ...state, asked: [...requests] });
		const attempt = nextAttempt(list, request, [...outcomes]);
		if (typeof attempt !== 'object') return attempt ?? 'nothing';
		const { ways, acceptsNew, acceptsEmpty, question } = attempt;
		while (outcomes.length <= question) outcomes.push([]);
		if (answer) outcomes[question]!.push(answer);
		const url = urlOf(request, ...ways.map(({ way }) => way));
		requests.push(hashOfRequest(url));
		url.searchParams.delete('pageSize');
		const names = [...url.searchParams].slice(0, 4).map((pair) => pair.join('='));
		const overlap = ways.length === 1 && ways[0]!.overlap > 0 ? ' back' : '';
		return `${names.join(' ')}${overlap}${acceptsNew ? ' new' : ''}${acceptsEmpty ? ' empty' : ''}`;
	});
}

const short = { received: 7, count: 7, firstCount: 7 };

/** A short list that was asked as often as it may be. */
const shortAsked = { ...short, asked: Array<string>(4).fill('') };
const ids = { field: 'id', values: [49, 50] };
const page = (value: number) => ({ signs: [sign('page', 'page', value)] });
const offset = (value: number) => ({ signs: [sign('offset', 'offset', value)] });
const PAGES = { signs: [sign('pages', 'totalPages', 5)] };
const pagingSign = (name: string) => sign('unread', name, 'k', { isPaging: true });
const readPage2 = withRequest(EMPTY_MEMORY, new URL(`${REQUEST.url.href}&page=2`));
const named = (name: string) => ({ signs: [sign('unread', name, 7)] });
const discovered = (way: Way, more: Partial<ListState> = {}) => ({ discovered: way, ids, ...more });

/** The first of all usual parameters at once, each going back by another number of contacts. */
const ALL = 'offset=49 skip=47 start=45 startIndex=43';

type Row = [
	name: string,
	Partial<ListState>,
	answers: Outcome[],
	expected: string[],
	ownQuery?: string,
];

it.each<Row>([
	[
		'a cursor',
		{ signs: [sign('cursor', 'nextCursor', 'x')] },
		['same', 'error', 'error'],
		[
			'cursor=x new empty',
			'nextCursor=x new empty',
			'next_cursor=x next-cursor=x after=x pageToken=x',
			'next_cursor=x new',
		],
	],
	[
		'a cursor in snake case',
		{ signs: [sign('cursor', 'next_page_token', 'x')] },
		['same', 'same'],
		[
			'page_token=x new empty',
			'next_page_token=x new empty',
			'pageToken=x nextPageToken=x next-page-token=x page-token=x',
		],
	],
	['a link', { signs: [sign('link', 'next', '/v1/contacts?p=2')] }, [], ['p=2 new empty']],
	['a link elsewhere', { signs: [sign('link', 'next', 'https://other.example')] }, [], [ALL]],
	['the next page', { signs: [sign('nextPage', 'nextPage', 2)] }, [], ['page=2 new empty']],
	['the next page again', { signs: [sign('nextPage', 'nextPage', 1)] }, [], ['page=1 new empty']],
	['no next page before', { signs: [sign('nextPage', 'nextPage', 0)] }, [], [ALL]],
	[
		'the next offset',
		{ signs: [sign('nextOffset', 'nextOffset', 50)] },
		[],
		['offset=50 new empty'],
	],
	['no next offset before', { signs: [sign('nextOffset', 'nextOffset', 49)] }, [], [ALL]],
	[
		'no next page of this one',
		{ signs: [sign('nextPage', 'n', 3), ...page(3).signs] },
		[],
		['page=3 new'],
	],
	['a stated page', page(1), ['elsewhere', 'same'], ['page=2 new', 'page=1 new', ALL]],
	['a stated page 0', page(0), ['empty', 'same'], ['page=1 new', 'page=2 new', 'end']],
	['a stated page, there', page(1), ['emptyThere'], ['page=2 new', 'end']],
	['a stated page, empty', page(1), ['empty', 'same'], ['page=2 new', 'page=1 new', 'end']],
	['a stated page, empty twice', page(1), ['empty', 'empty'], ['page=2 new', 'page=1 new', ALL]],
	['a stated page, new', page(1), ['mixed'], ['page=2 new', ALL]],
	['a stated page that was read', { ...page(1), memory: readPage2 }, [], [ALL]],
	[
		'a stated page that was asked for as the next one',
		{ signs: [sign('nextPage', 'page', 2), ...page(1).signs] },
		['same', 'same', 'same'],
		['page=2 new empty', 'cursor=2 new empty', 'after=2 pageToken=2 next=2 startCursor=2', ALL],
	],
	[
		'a stated page, not in an own parameter',
		page(1),
		[],
		['page=7 offset=49 skip=47 start=45'],
		'page=7',
	],
	[
		'a cursor, also in an own parameter',
		{ signs: [sign('cursor', 'nextCursor', 'x')] },
		[],
		['cursor=x new empty'],
		'cursor=7',
	],
	['a stated offset', offset(0), ['empty', 'mixed'], ['offset=50 new', 'offset=49 back', ALL]],
	[
		'a stated offset in camel case',
		{ signs: [sign('offset', 'startPosition', 0)] },
		['same', 'same'],
		['startPosition=50 new', 'offset=50 new', 'start_position=50 new'],
	],
	['a stated offset 1', offset(1), ['emptyThere'], ['offset=51 new', 'end']],
	['a stated end', offset(50), ['empty', 'same'], ['offset=50 new', 'offset=49 back', ALL]],
	['a stated end from 1', offset(51), ['mixed'], ['offset=51 new', ALL]],
	[
		'a stated end of one contact',
		{ ...offset(1), count: 1, received: 1, firstCount: 1 },
		['empty'],
		['offset=2 new', 'page=2 pageNumber=2 page_number=2 page[number]=2'],
	],
	['an impossible offset', offset(7), [], ['offset=7 new']],
	[
		'an impossible offset far away',
		{ signs: [sign('offset', 'o', 7, { isFar: true })] },
		[],
		[ALL],
	],
	['an impossible offset later', { ...offset(7), pages: 2 }, [], [ALL]],
	['a number of pages', PAGES, ['empty', 'mixed'], ['page=1 new', 'page=0 new', ALL]],
	['a number of pages, end', PAGES, ['empty', 'same'], ['page=1 new', 'page=0 new', 'end']],
	['OData', named('@odata.context'), [], ['$skip=49 back']],
	['Elasticsearch', named('_shards'), [], ['from=49 back']],
	['Solr', named('response.numFound'), [], ['start=49 back']],
	['JSON:API', named('jsonapi.version'), ['same'], ['page[number]=1 new', 'page[number]=2 new']],
	[
		'an address',
		{ signs: [sign('unread', 'u', '/v1/contacts?p=2'), sign('unread', 'v', '/other?p=2')] },
		['same'],
		['p=2 new', ALL],
	],
	[
		'a field about pages',
		{ signs: [sign('unread', 'pageKey', 'k', { isPaging: true }), sign('unread', 'z', 'k')] },
		['same', 'same', 'same', 'same', 'error'],
		[
			'pageKey=k new',
			ALL,
			'first=49 firstResult=47 first_result=45 pageOffset=43',
			'Offset=49 Skip=47 resultOffset=45 result_offset=43',
			'page_key=k new',
			'page-key=k new',
		],
	],
	[
		'three fields about pages',
		{ signs: ['page1', 'page2', 'page3', 'page4'].map((name) => pagingSign(name)) },
		['same', 'same', 'same'],
		['page1=k new', 'page2=k new', 'page3=k new', ALL],
	],
	[
		'three other fields, once one of all has led to something',
		{
			signs: [
				pagingSign('pageKey'),
				...['a', 'b', 'c', 'd'].map((name) => sign('unread', name, 'k')),
			],
		},
		['same', 'mixed', 'same', 'same', 'same', 'same'],
		['pageKey=k new', ALL, 'pageKey=k new', 'a=k new', 'b=k new', 'c=k new', 'page=1 new'],
	],
	['no flag', { signs: [sign('unread', 'pageKey', true, { isPaging: true })] }, [], [ALL]],
	[
		'nothing',
		{},
		['mixed', 'same', 'same'],
		[ALL, 'page=1 new', 'page=2 new', 'pageNumber=2 page_number=2 page[number]=2 _page=2'],
	],
	['nothing, where the list is nowhere', { location: undefined }, [], [ALL]],
	['nothing, refused', {}, ['error', 'same', 'empty'], [ALL, 'page=1 new', 'page=2 new', 'end']],
	[
		'nothing, refused twice beside a flag that says more',
		{ signs: [sign('more', 'hasMore', true)] },
		['error', 'same', 'error'],
		[ALL, 'page=1 new', 'page=2 new', 'nothing'],
	],
	['nothing of a short list', shortAsked, [], ['nothing']],
	...(['new', 'mixed', 'same'] as const).map((answer): Row => [
		`a short list whose last answer is ${answer}`,
		{ ...short, asked: Array<string>(3).fill('') },
		[answer],
		['offset=6 skip=4 start=2 startIndex=6', answer === 'same' ? 'nothing' : 'page=1 new'],
	]),
	...[
		['cursor', 'p=60 new empty'] as const,
		['nextPage', 'page=60 new empty'] as const,
		['nextOffset', 'p=60 new empty'] as const,
		['page', 'p=60 new'] as const,
		['offset', 'p=60 new'] as const,
	].map(([meaning, expected]): Row => [
		`a short list with a ${meaning}`,
		{ ...shortAsked, signs: [sign(meaning, 'p', 60)] },
		[],
		[expected],
	]),
	[
		'a short list with a field about pages',
		{ ...shortAsked, signs: [sign('unread', 'pageKey', 7, { isPaging: true })] },
		[],
		['pageKey=7 new'],
	],
	[
		'a found page',
		discovered({ kind: 'page', parameter: 'p', value: 9, first: 0 }),
		[],
		['p=1 new'],
	],
	[
		'a found offset',
		discovered({ kind: 'offset', parameter: 'o', value: 9, first: 1 }),
		[],
		['o=50 back'],
	],
	[
		'a found contact',
		discovered({ kind: 'lastContact', parameter: 'a', value: 9, field: 'id' }),
		[],
		['a=49 back'],
	],
	[
		'a found contact, without IDs',
		{ discovered: { kind: 'lastContact', parameter: 'a', value: 9, field: 'id' } },
		[],
		[ALL],
	],
	[
		'a found cursor',
		discovered(
			{ kind: 'cursor', parameter: 'a', value: 9, field: 'v' },
			{ signs: [sign('unread', 'w', 'x'), sign('unread', 'v', 'y')] },
		),
		[],
		['a=y new'],
	],
	[
		'a found link',
		discovered({ kind: 'link', link: '/', field: 'v' }, { signs: [sign('unread', 'v', 'y')] }),
		[],
		['offset=49 page=2 pageNumber=2 page_number=2'],
	],
])('asks by %s', (_name, state, answers, expected, ownQuery = '') => {
	const url = new URL(`${REQUEST.url.href}&${ownQuery}`);
	expect(asked(state, answers, { ...REQUEST, url })).toEqual(expected);
});

it('finds once what is asked in a place', () => {
	const outcomes: Outcome[][] = [];
	const state = listState();
	const attempt = nextAttempt(state, REQUEST, outcomes);
	expect(nextAttempt(state, REQUEST, outcomes)).toBe(attempt);
	expect(nextAttempt(listState(page(1)), REQUEST, outcomes)).not.toEqual(attempt);
});
