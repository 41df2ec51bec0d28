import {
	inStyle,
	lastKey,
	normalize,
	styleOf,
	STYLES,
	wordsIn,
} from '../../../../nodes/Contacts/response/words';

describe('The words of a name', () => {
	it.each<[string, string]>([
		['nextPageToken', 'next page token'],
		['next_page_token', 'next page token'],
		['NextPageToken', 'next page token'],
		['nextpagetoken', 'next page token'],
		['VIDNext', 'vid next'],
		['@odata.nextLink', 'odata next link'],
		['hasnextpage', 'has next page'],
		// The fewest words.
		['nextmetadata', 'next metadata'],
		['nextusername', 'next user name'],
		['islast', 'is last'],
		['numberofpages', 'number of pages'],
		// Other two letters are no word.
		['nextno', 'nextno'],
		['lastis', 'lastis'],
		['vidoffset', 'vidoffset'],
		['', ''],
		['next'.repeat(100), 'next'.repeat(100)],
	])('%s are %s', (name, words) => {
		expect(wordsIn(name).join(' ')).toBe(words);
	});
});

it('The last key of a path is what follows the last dot', () => {
	expect(['meta.next', 'next', 'a.b.'].map(lastKey)).toEqual(['next', 'next', '']);
});

it('names are compared without signs and cases', () => {
	expect(normalize('@Next-Page_2é')).toBe('nextpage2');
});

it.each([
	['next_page_token', 'snake', 'page_token'],
	['next-page', 'kebab', 'page-token'],
	['NextPage', 'pascal', 'PageToken'],
	['NEXTpage', 'pascal', 'PageToken'],
	['nextPAGE', 'camel', 'pageToken'],
	['nextPage', 'camel', 'pageToken'],
	['next', 'camel', 'pageToken'],
	['nextpage', 'flat', 'pagetoken'],
])('beside %s, which is in %s case, pageToken is %s', (name, style, expected) => {
	expect(styleOf(name)).toBe(style);
	expect(inStyle(styleOf(name), 'pageToken')).toBe(expected);
});

it.each(['page_no', 'page[number]', 'SkipPages', '$skip'])(
	'%s is the same in all styles',
	(name) => {
		expect(STYLES.map((style) => inStyle(style, name))).toEqual(STYLES.map(() => name));
	},
);
