import { inStyleOf, wordsIn } from '../../../../nodes/Contacts/pagination/fieldNames';

it.each([
	['vidOffset', ['vid', 'offset']],
	['vid-offset', ['vid', 'offset']],
	['VID_OFFSET', ['vid', 'offset']],
	['NextURL', ['next', 'url']],
	['HTTPPage2', ['http', 'page2']],
	['@odata.nextLink', ['odata', 'next', 'link']],
	['', []],
])('the words in %j are %j', (name, words) => {
	expect(wordsIn(name)).toEqual(words);
});

it.each([
	['next_page_token', 'pageToken', 'page_token'],
	['meta.next-page-token', 'pageToken', 'page-token'],
	['NextPageToken', 'pageToken', 'PageToken'],
	['nextPageToken', 'pageToken', 'pageToken'],
	['next', 'pageToken', 'pagetoken'],
])('in the style of %s, the parameter %s is written %s', (name, parameter, styled) => {
	expect(inStyleOf(name, parameter)).toBe(styled);
});
