import { readQueryParameters } from '../../../../../nodes/Contacts/operations/queryParameters';
import { paginationOf } from '../../../../../nodes/Contacts/operations/readingParameters';
import type { Pagination } from '../../../../../nodes/Contacts/paginate';

const read = (name: unknown, value: unknown, pagination = {}) =>
	readQueryParameters([{ name, value }], paginationOf(pagination));

it('A query parameter is sent with plain values as text, null as nothing, and undefined not at all', () => {
	const values = [' a b ', 0, false, new Date(0), null, undefined];
	const sent = values.flatMap((value) => read(' since\n', value));
	const texts = [' a b ', '0', 'false', '1970-01-01T00:00:00.000Z', ''];
	expect(sent).toEqual(texts.map((text) => ['since', text]));
});

const HOSTILE = { toString: 1, valueOf: 1 };

it.each<[advice: string, names: unknown[], values: unknown[], Partial<Pagination>?]>([
	['the expression for a in', ['a'], [['a'], { a: 1 }, NaN, Symbol('a'), HOSTILE]],
	['each parameter has a name', ['', ' ', undefined, null, {}], ['a']],
	["use 'Page Size'", ['pageSize'], [undefined]],
	["use 'Pagination'", ['p'], [2], { mode: 'pageNumber', pageParameter: 'p' }],
	["use 'Pagination'", ['offset'], [2], { mode: 'offset' }],
	["use 'Pagination'", ['cursor'], [2], { mode: 'lastContact' }],
])('A query parameter is refused: %s, %j, %p, %j', (advice, names, values, pagination = {}) => {
	const userMessage = expect.objectContaining({ description: expect.stringContaining(advice) });
	const error = expect.objectContaining({ userMessage });
	for (const name of names) {
		for (const value of values) expect(() => read(name, value, pagination)).toThrow(error);
	}
});

it.each<[string, Partial<Pagination>]>([
	['page', {}],
	['page', { mode: 'pageNumber', pageParameter: 'p' }],
	['cursor', { mode: 'cursor' }],
	['cursor', { mode: 'nextLink' }],
])('A query parameter may be %s with %j', (name, pagination) => {
	expect(read(name, '*', pagination)).toEqual([[name, '*']]);
});
