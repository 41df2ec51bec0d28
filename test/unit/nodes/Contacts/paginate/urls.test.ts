import { linkIn, withLink } from '../../../../../nodes/Contacts/paginate/urls';

const request = { url: new URL('https://api.example.com/v1/contacts?q=a'), pageSize: undefined };

it('An address that is too long for a server is no link', () => {
	expect(linkIn(request, `/v1/contacts?page=${'2'.repeat(8_000)}`)).toBeUndefined();
});

it('A link keeps a name that is no UTF-8 as it is written', () => {
	const link = '/v1/contacts?%ff=1&q=a';
	expect(withLink(request, undefined, link).href).toBe(new URL(link, request.url).href);
});

it.each(['\ud800', '%ff', '+', '%2B'])(
	'A link keeps the parameter %j as it is written',
	(value) => {
		const link = `/v1/contacts?page=${value}&q=a`;
		expect(withLink(request, undefined, link).href).toBe(new URL(link, request.url).href);
	},
);
