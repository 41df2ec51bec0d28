import { isObject, valueAt } from '../../../nodes/Contacts/fields';

describe('A field', () => {
	const body = JSON.parse(`{
		"next": "a",
		"meta": { "next": "b", "@odata.nextLink": "c", "none": null },
		"@odata.nextLink": "d",
		"list": [{ "name": "Ada" }],
		"__proto__": { "next": "e" }
	}`) as unknown;

	it.each([
		['next', 'a'],
		['meta.next', 'b'],
		['@odata.nextLink', 'd'],
		['meta.@odata.nextLink', 'c'],
		['meta.none', null],
		['list.0.name', 'Ada'],
		['__proto__.next', 'e'],
		['', undefined],
		['.', undefined],
		['meta.', undefined],
		['missing', undefined],
		['missing.next', undefined],
		['next.length', undefined],
		['meta.none.next', undefined],
		['constructor', undefined],
		['toString.name', undefined],
	])('at %j is %j', (path, value) => {
		expect(valueAt(body, path)).toEqual(value);
	});

	it.each([[undefined], [null], ['text'], [7], [true]])('is not found in %j', (value) => {
		expect(valueAt(value, 'length')).toBeUndefined();
	});
});

describe('An object', () => {
	it.each([
		[{}, true],
		[Object.create(null), true],
		[[], false],
		[null, false],
		[undefined, false],
		['text', false],
	])('%j: %j', (value, expected) => {
		expect(isObject(value)).toBe(expected);
	});
});
