import { ContactsApi } from '../../credentials/ContactsApi.credentials';

describe('The Contacts API credential', () => {
	const type = new ContactsApi();

	it('requires all fields but Organization ID and Scopes, and masks the refresh token', () => {
		const described = type.properties.map((field) => {
			const { name, default: usual, required = false, placeholder = '', typeOptions } = field;
			return [name, usual, required, placeholder !== '', typeOptions?.password ?? false].flat();
		});
		expect(described).toEqual([
			['authUrl', '', true, true, false],
			['baseUrl', '', true, true, false],
			['clientId', '', true, true, false],
			// An example would look like a secret that is there.
			['refreshToken', '', true, false, true],
			['orgId', '', false, true, false],
			['scopes', 'contacts.read', false, false, false],
		]);
		const scopes = ['contacts.read', 'contacts.write'].map((value) => ({ value }));
		expect(type.properties[5]!.options).toMatchObject(scopes);
	});

	it("has none of n8n's own features for domains and for tokens to be stored", () => {
		expect(type.hideDomainRestrictionFields).toBe(true);
		expect(type).not.toHaveProperty('preAuthentication');
		expect(type.properties.filter(({ typeOptions }) => typeOptions?.expirable)).toEqual([]);
	});
});
