import { ListError } from '../../../../nodes/Contacts/list/listErrors';
import type { Pagination } from '../../../../nodes/Contacts/list/pagination';
import {
	explainFixedPage,
	readQueryParameters,
} from '../../../../nodes/Contacts/operations/queryParameters';
import { paginationOf } from '../../../../nodes/Contacts/operations/readingParameters';

const read = (name: string | null | undefined, value: unknown, pagination = {}) =>
	readQueryParameters([{ name, value }], paginationOf(pagination));

describe('A query parameter', () => {
	it.each<[string, unknown, string | undefined]>([
		['text, unchanged', ' a b ', ' a b '],
		['a number', 0, '0'],
		['a boolean', false, 'false'],
		['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
		['null, as nothing', null, ''],
		['undefined, not at all', undefined, undefined],
	])('is sent with %s', (_name, value, expected) => {
		expect(read(' since\n', value)).toEqual(expected === undefined ? [] : [['since', expected]]);
	});

	it.each<[string, string | null | undefined, unknown, string, Partial<Pagination>?]>([
		['a list as its value', 'a', ['a'], 'Change its expression in'],
		['an object as its value', 'a', { a: 1 }, 'Change its expression in'],
		['NaN', 'a', NaN, 'Change its expression in'],
		['no name', '', 'a', "Enter its name as in the API's"],
		['a blank name', ' ', 'a', "Enter its name as in the API's"],
		['undefined as its name', undefined, 'a', "Enter its name as in the API's"],
		['null as its name', null, 'a', "Enter its name as in the API's"],
		['the page size', 'pageSize', undefined, "use 'Page Size' instead"],
		['the page', 'p', 2, "use 'Pagination' instead", { mode: 'pageNumber', pageParameter: 'p' }],
		['the offset', 'offset', 2, "use 'Pagination' instead", { mode: 'offset' }],
		['the last contact', 'cursor', 2, "use 'Pagination' instead", { mode: 'lastContact' }],
	])('is refused with %s', (_name, name, value, text, pagination = {}) => {
		const refused = () => read(name, value, pagination);
		const userMessage = expect.objectContaining({ description: expect.stringContaining(text) });
		expect(refused).toThrow(expect.objectContaining({ userMessage }));
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
	const malformed = new ListError('nextMalformed', 1, 'next', advice);
	const fixed = { reason: 'queryParameterFixesPage' };

	it.each<[string, ListError, object]>([
		['page=3', endUnknown, fixed],
		['pageSize=50&sort=name&page%5Bnumber%5D=2', endUnknown, fixed],
		['$skip=100', endUnknown, fixed],
		['start=0', endUnknown, fixed],
		...['pageSize=50', 'page=last', 'from=2026', 'start=2026-01-31', 'cursor=5'].map(
			(query): [string, ListError, ListError] => [query, endUnknown, endUnknown],
		),
		['page=3', malformed, malformed],
	])('with the query %s fails because of it, or for its own reason', (query, error, expected) => {
		const url = new URL(`https://api.example.com/v1/contacts?${query}`);
		expect(explainFixedPage(error, url)).toMatchObject(expected);
	});
});
