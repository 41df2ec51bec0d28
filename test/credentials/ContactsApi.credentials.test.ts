import { ContactsApi } from '../../credentials/ContactsApi.credentials';
import { authenticate } from '../../credentials/contactsApi/authenticate';

describe('The Contacts API credential', () => {
	const type = new ContactsApi();

	it('asks for the values of the contract and the two addresses', () => {
		expect(
			type.properties.map(({ name, displayName, type: kind, required, default: value }) => [
				name,
				displayName,
				kind,
				required,
				value,
			]),
		).toEqual([
			['authUrl', 'Auth URL', 'string', true, ''],
			['baseUrl', 'Base URL', 'string', true, ''],
			['clientId', 'Client ID', 'string', true, ''],
			['refreshToken', 'Refresh Token', 'string', true, ''],
			['orgId', 'Organization ID', 'string', true, ''],
			['scopes', 'Scopes', 'multiOptions', undefined, ['contacts.read']],
		]);
	});

	it('masks the refresh token and nothing else', () => {
		const masked = type.properties.filter(({ typeOptions }) => typeOptions?.password);
		expect(masked.map(({ name }) => name)).toEqual(['refreshToken']);
	});

	it('offers the scope names that the contract has seen', () => {
		const scopes = type.properties.find(({ name }) => name === 'scopes')!;
		expect(scopes.options).toMatchObject([{ value: 'contacts.read' }, { value: 'contacts.write' }]);
	});

	it('keeps its token in memory: nothing that n8n would store or expire', () => {
		expect(type).not.toHaveProperty('preAuthentication');
		expect(type.properties.filter((property) => property.typeOptions?.expirable)).toEqual([]);
		expect(type.authenticate).toBe(authenticate);
	});

	it('leaves out the domains that n8n would ask for: one origin is stricter', () => {
		expect(type.hideDomainRestrictionFields).toBe(true);
	});

	it('is tested by listing one contact', () => {
		expect(type.test.request).toEqual({
			baseURL: '={{ $credentials.baseUrl }}',
			url: '/v1/contacts',
			qs: { pageSize: 1 },
		});
	});
});
