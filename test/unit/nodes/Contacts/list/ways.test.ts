import { targetOf, urlOf } from '../../../../../nodes/Contacts/list/ways';

const request = { url: new URL('https://api.example.com/v1/contacts'), pageSize: undefined };

it('An address that is too long for a server is no link', () => {
	expect(targetOf(request, `/v1/contacts${'/'.repeat(8_000)}`)).toBeUndefined();
});

it('A link whose path starts with two slashes stays at the origin of the list', () => {
	const { link } = targetOf(request, 'https://api.example.com//v1/contacts?page=2')!;
	const position = { way: { kind: 'link' as const, field: 'next' }, value: link };
	const size = { contacts: undefined };
	expect(urlOf(request, size, position).href).toBe('https://api.example.com//v1/contacts?page=2');
});
