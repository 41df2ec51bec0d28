import { byLink } from '../../../../../nodes/Contacts/paginate/paginators';
import { ownSizeIn, urlOf } from '../../../../../nodes/Contacts/paginate/urls';

const NO_SIZE = { size: undefined, isSizeCommon: false };
const positionsOf = (link: string) => [{ way: byLink('next'), value: link, overlap: 0 }];
const request = { url: new URL('https://api.example.com/v1/contacts?q=a'), pageSize: undefined };

it.each(['%ff=1', 'page=\ud800', 'page=%ff', 'page=+', 'page=%2B'])(
	'A link keeps the parameter %j as it is written',
	(parameter) => {
		const link = `/v1/contacts?${parameter}&q=a`;
		expect(urlOf(request, NO_SIZE, positionsOf(link)).href).toBe(new URL(link, request.url).href);
	},
);

it.each([
	[100, 'limit=100'],
	[100, 'per_page=20&limit=100'],
	[10, 'limit=all&limit=10'],
	[25, 'page%5Bsize%5D=25'],
	[0, 'pageSize=50&page=3&account=7&limit=2026-01-31&count=1000000'],
])('The page size of the user is %d: %s', (size, query) => {
	expect(ownSizeIn(new URL(`?${query}`, request.url))).toBe(size);
});

it.each([
	[33, true, /^\?limit=33&q=100&pageSize=33&%24top=33&per_page=33&/],
	[33, false, /^\?limit=100&q=100&pageSize=33&\$top=20$/],
	[50, false, /^\?limit=100&q=100&pageSize=50&\$top=20$/],
])('The size %d, under other names, too: %j', (size, isSizeCommon, query) => {
	const url = new URL('?limit=100&q=100&pageSize=50&$top=20', request.url);
	expect(urlOf({ url, pageSize: 50 }, { size, isSizeCommon }, []).search).toMatch(query);
});
