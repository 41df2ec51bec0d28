import { keysOf, valueAt, valueAtKeys } from '../../../../nodes/Contacts/response/json';

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
		['meta.@odata.nextLink', 'c'],
		['meta.none', null],
		['list.0.name', 'Ada'],
		['__proto__.next', 'e'],
		['', undefined],
		['missing.next', undefined],
		['next.length', undefined],
		['constructor', undefined],
	])('at %j is %j', (path, value) => {
		expect(valueAt(body, path)).toEqual(value);
	});

	it.each([[undefined], [null], ['text'], [7], [true]])('is not found in %j', (value) => {
		expect(valueAt(value, 'length')).toBeUndefined();
	});
});

describe('The keys that lead to a field', () => {
	it.each([
		['a.b', ['a', 'b']],
		['a.b.c', ['a', 'b.c']],
		['a.b.d', undefined],
		['__proto__.toString', undefined],
	])('of %j are %j', (path, keys) => {
		expect(keysOf({ a: { b: 1, 'b.c': 2 } }, path)).toEqual(keys);
	});

	it('lead to undefined when one is missing or its value has no fields', () => {
		expect(valueAtKeys({ a: { b: 1 } }, ['a', 'b'])).toBe(1);
		expect(valueAtKeys({ a: { b: 1 } }, ['a', 'c', 'd'])).toBeUndefined();
		expect(valueAtKeys({ a: null }, ['a', 'b'])).toBeUndefined();
		expect(valueAtKeys({}, ['constructor'])).toBeUndefined();
	});
});
