import type { ListState, Next, Position, Way } from '../../../../nodes/Contacts/list/state';
import {
	nextPosition,
	upcomingPages,
	urlOf,
	wayOfLink,
} from '../../../../nodes/Contacts/list/ways';
import { listRequest, listState } from './lists';

const REQUEST = listRequest();
const page: Position = { kind: 'page', parameter: 'page', value: 2, first: 1 };
const offset: Position = { kind: 'offset', parameter: 'skip', value: 50, first: 0 };
const link = (target: string): Way => ({ kind: 'link', link: target, field: 'next' });

describe('The URL of a page', () => {
	it.each<[string, Way[], string]>([
		['with a parameter', [page], '?pageSize=50&page=2'],
		['with a parameter that the list has', [{ ...page, parameter: 'pageSize' }], '?pageSize=2'],
		['with several', [page, offset], '?pageSize=50&page=2&skip=50'],
		['of a link, with what it leaves out', [link('?cursor=a')], '?cursor=a&pageSize=50'],
		['of a link that has its own', [link('?pageSize=9&cursor=a')], '?pageSize=9&cursor=a'],
		[
			'with a cursor in need of escapes',
			[{ kind: 'cursor', parameter: 'c', value: 'a&b=c d\ud800', field: 'f' }],
			'?pageSize=50&c=a%26b%3Dc+d%EF%BF%BD',
		],
	])('%s', (_name, ways, query) => {
		expect(urlOf(REQUEST, ...ways).href).toBe(`https://api.example.com/v1/contacts${query}`);
	});

	it('keeps all values of a parameter', () => {
		const url = new URL('https://api.example.com/v1/contacts?tag=a&tag=b');
		expect(urlOf({ url }, link('?c=1')).search).toBe('?c=1&tag=a&tag=b');
	});
});

describe('A link', () => {
	it.each<[string, string | undefined]>([
		['?page=2', '/v1/contacts?page=2'],
		['/v1/contacts?page=2#top', '/v1/contacts?page=2'],
		['https://api.example.com/other?x', '/other?x'],
		['https://evil.example/v1/contacts', 'elsewhere'],
		['//evil.example', 'elsewhere'],
		['/\\evil.example', 'elsewhere'],
		['http://api.example.com/v1/contacts', 'elsewhere'],
		['https://user:secret@api.example.com/', 'elsewhere'],
		['javascript:alert(1)', 'elsewhere'],
		['', undefined],
		['https://', undefined],
	])('%j leads to %s', (target, expected) => {
		const way = wayOfLink(REQUEST, target, 'next');
		expect(typeof way === 'object' && way.kind === 'link' ? way.link : way).toBe(expected);
	});
});

it.each<[string, Position, Partial<ListState>, number]>([
	['a page', page, {}, 3],
	['an offset', offset, { received: 100 }, 100],
	['an offset from 1', { ...offset, first: 1 }, { received: 100 }, 101],
	['an offset of an empty page', offset, { received: 50, count: 0 }, 50],
])('The next position after %s', (_name, way, state, value) => {
	expect(nextPosition(listState(state), way).value).toBe(value);
});

describe('The pages after the next one', () => {
	const next = (way: Way, overlap = 0): Next => ({ kind: 'page', way, overlap });
	const echoed = { ...page, echo: { name: 'page', lead: 0 } };

	it.each<[string, Next, [total?: number, pages?: number], Partial<ListState>, string[]]>([
		['of a total', next(echoed), [230], {}, ['3', '4', '5']],
		['of a number of pages', next(echoed), [undefined, 4], {}, ['3', '4']],
		[
			'by offset',
			next({ ...offset, echo: { name: 'o', lead: 0 } }),
			[230],
			{},
			['100', '150', '200'],
		],
		['on later pages', next({ ...page, value: 3 }), [230], { pages: 2, received: 100 }, ['4', '5']],
		['by shorter pages', next(page), [230], { pages: 2, received: 70, count: 20 }, ['3', '4', '5']],
		['of the first page, which states no position', next(page), [230], {}, []],
		['of no stated end', next(echoed), [], {}, []],
		['of empty pages', next(echoed), [230], { count: 0, firstCount: 0 }, []],
		['at the end', next(echoed), [60], {}, []],
		['beyond the end', next(echoed), [undefined, 1], {}, []],
		['of a proof', next(echoed, 1), [230], {}, []],
		['of a link', next(link('?a')), [230], {}, []],
		['of nothing', { kind: 'end' }, [230], {}, []],
	])('%s', (_name, after, [total, pages], state, expected) => {
		const urls = upcomingPages(REQUEST, listState(state), after, total, pages);
		expect(
			urls.map(({ searchParams }) => searchParams.get('page') ?? searchParams.get('skip')),
		).toEqual(expected);
	});

	it('are at most 20, and none beyond the limit', () => {
		const upcoming = (limit: number) =>
			upcomingPages({ ...REQUEST, limit }, listState(), next(echoed), 5_000, undefined).length;
		expect([upcoming(Infinity), upcoming(200), upcoming(50)]).toEqual([20, 2, 0]);
	});
});
