import {
	isQuantity,
	kindOf,
	soundsLikePaging,
} from '../../../../nodes/Contacts/pagination/soundsLikePaging';

it.each(['vid-offset', 'continue', 'scrollId', 'nextbatch', 'mycursor', 'pageNo', 'hasmoredata'])(
	'%j sounds like paging',
	(name) => {
		expect(soundsLikePaging(name)).toBe(true);
	},
);

it.each(['name', 'pageTitle', 'lastModified', 'accessToken', 'x-request-id', 'next_run_at', ''])(
	'%j does not sound like paging',
	(name) => {
		expect(soundsLikePaging(name)).toBe(false);
	},
);

it.each<[string, boolean]>([
	['meta.scannedCount', true],
	['numberOfPeople', true],
	['page.offset', false],
	['count.next', false],
])('%j is the name of a quantity: %j', (name, expected) => {
	expect(isQuantity(name)).toBe(expected);
});

describe('A field about pages', () => {
	it.each<[unknown, string, ReturnType<typeof kindOf>]>([
		['https://api.example.com/2', 'next', 'link'],
		['/v1/contacts?page=2', 'next', 'link'],
		['?page=2', 'next', 'link'],
		['abc', 'next', 'text'],
		[7, 'offset', 'number'],
		[true, 'more', 'flag'],
		[{ a: 1 }, 'range', 'other'],
		[[1], 'range', 'other'],
		[false, 'range.isLast', 'flag'],
		[0, 'page.nextIndex', 'number'],
	])('with %j in %s holds a %j', (value, name, kind) => {
		expect(kindOf(value, name)).toBe(kind);
	});

	it.each<[unknown, string]>([
		[null, 'next'],
		[undefined, 'next'],
		['', 'next'],
		['2024-05-01T08:00:00Z', 'start'],
		[false, 'last.more'],
		[0, 'page.rest'],
		[{}, 'range'],
		[[], 'range'],
	])('with %j in %s holds nothing', (value, name) => {
		expect(kindOf(value, name)).toBeUndefined();
	});
});
