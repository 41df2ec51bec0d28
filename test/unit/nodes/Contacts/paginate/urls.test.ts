import { linkIn, ownSizeIn, urlOf } from '../../../../../nodes/Contacts/paginate/urls';

const request = { url: new URL('https://api.example.com/v1/contacts?q=a'), pageSize: undefined };

it('An address that is too long for a server is no link', () => {
	expect(linkIn(request, `/v1/contacts?page=${'2'.repeat(8_000)}`)).toBeUndefined();
});

it('The page size of the user is a small number in a parameter that is named like one', () => {
	const query = '?pageSize=50&page=3&account=7&limit=2026-01-31&count=1000000';
	expect(ownSizeIn(new URL(query, request.url))).toBe(0);
	expect(ownSizeIn(new URL(`${query}&page%5Bsize%5D=25`, request.url))).toBe(25);
});

it.each([
	[33, true, '?limit=33&q=100&pageSize=33&%24top=33'],
	[33, false, '?limit=100&q=100&pageSize=33&$top=20'],
])('The size %d, under other names, too: %j', (size, isSizeCommon, query) => {
	const url = new URL('?limit=100&q=100&pageSize=50&$top=20', request.url);
	expect(urlOf({ url, pageSize: 50 }, { size, isSizeCommon }, []).search).toBe(query);
});
