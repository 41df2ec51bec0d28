import { ListError } from '../../../../nodes/Contacts/list/listErrors';
import type { Pagination } from '../../../../nodes/Contacts/list/pagination';
import {
	explainFixedPage,
	readQueryParameters,
} from '../../../../nodes/Contacts/operations/queryParameters';
import { paginationOf } from '../../../../nodes/Contacts/operations/readingParameters';
import { RequestError } from '../../../../nodes/Contacts/request/requestErrors';

const read = (name: string | null | undefined, value: unknown, pagination = {}) =>
	readQueryParameters([{ name, value }], paginationOf(pagination));

describe('A query parameter', () => {
	it.each<[string, unknown, string]>([
		['text, unchanged', ' a b ', ' a b '],
		['a number', 0, '0'],
		['a boolean', false, 'false'],
		['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
		['null, as nothing', null, ''],
	])('is sent with %s', (_name, value, expected) => {
		expect(read(' since\n', value)).toEqual([['since', expected]]);
	});

	it('is not sent when an expression returns undefined', () => {
		expect(read('since', undefined)).toEqual([]);
	});

	it.each<[unknown]>([[['a']], [{ a: 1 }], [NaN]])('is refused with the value %j', (value) => {
		expect(() => read('since', value)).toThrow('parameter since is not text, a number');
	});

	it.each([[''], [' '], [undefined], [null]])('is refused with the name %j', (name) => {
		expect(() => read(name, 'a')).toThrow('A query parameter has no name');
	});

	it.each<[string, Partial<Pagination>, string]>([
		['pageSize', {}, 'Page Size'],
		['p', { mode: 'pageNumber', pageParameter: 'p' }, 'Pagination'],
		['offset', { mode: 'offset' }, 'Pagination'],
		['starting_after', { mode: 'lastContact', cursorParameter: 'starting_after' }, 'Pagination'],
	])('is refused if the node sets it itself: %s, %j', (name, pagination, setting) => {
		const description = expect.stringContaining(`use '${setting}' instead`);
		const error = {
			reason: 'queryParameterReserved',
			userMessage: expect.objectContaining({ description }),
		};
		expect(() => read(name, undefined, pagination)).toThrow(expect.objectContaining(error));
	});

	it.each<[string, Partial<Pagination>]>([
		['page', {}],
		['page', { mode: 'pageNumber', pageParameter: 'p' }],
		['cursor', { mode: 'cursor' }],
		['cursor', { mode: 'nextLink' }],
	])('may be %s with %j', (name, pagination) => {
		expect(read(name, '*', pagination)).toEqual([[name, '*']]);
	});
});

describe('A list that cannot be continued', () => {
	const advice = { unreadFields: [], suggestions: [], trace: [] };
	const endUnknown = new ListError('endUnknown', 1, advice);
	const explain = (query: string, error: unknown = endUnknown) =>
		explainFixedPage(error, new URL(`https://api.example.com/v1/contacts?${query}`));

	it.each(['page=3', 'pageSize=50&sort=name&page%5Bnumber%5D=2', '$skip=100', 'start=0'])(
		'fails because of the query parameter that fixes its page: %s',
		(query) => {
			expect(explain(query)).toMatchObject({ reason: 'queryParameterFixesPage' });
		},
	);

	it.each(['pageSize=50', 'page=last', 'from=2026', 'start=2026-01-31', 'cursor=5'])(
		'fails for its own reason with the query parameters %s',
		(query) => {
			expect(explain(query)).toBe(endUnknown);
		},
	);

	it('fails for its own reason where the next page is known', () => {
		const malformed = new ListError('nextMalformed', 1, 'next', advice);
		const failed = new RequestError('unreachable', 1);
		expect([malformed, failed].map((error) => explain('page=3', error))).toEqual([
			malformed,
			failed,
		]);
	});
});
