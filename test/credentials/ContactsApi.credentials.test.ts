import { ContactsApi } from '../../credentials/ContactsApi.credentials';
import { authenticate } from '../../credentials/contactsApi/authenticate';
import { connectionTest } from '../../credentials/contactsApi/connectionTest';

describe('The Contacts API credential', () => {
	it('has the names, icons and functions that n8n looks for', () => {
		expect(new ContactsApi()).toMatchObject({
			name: 'contactsApi',
			displayName: 'Contacts API',
			icon: {
				light: 'file:../nodes/Contacts/contacts.svg',
				dark: 'file:../nodes/Contacts/contacts.dark.svg',
			},
			documentationUrl: 'https://www.npmjs.com/package/n8n-nodes-contacts-api#credential',
			authenticate,
			test: connectionTest,
			// n8n's list of allowed domains
			hideDomainRestrictionFields: true,
		});
	});

	it('requires all fields but Organization ID and Scopes, and masks the refresh token', () => {
		const fields = new ContactsApi().properties;
		const described = fields.map(({ name, displayName, type, default: usual, required = false }) =>
			[name, displayName, type, usual, required].flat(),
		);
		expect(described).toEqual([
			['authUrl', 'Auth URL', 'string', '', true],
			['baseUrl', 'Base URL', 'string', '', true],
			['clientId', 'Client ID', 'string', '', true],
			['refreshToken', 'Refresh Token', 'string', '', true],
			['orgId', 'Organization ID', 'string', '', false],
			['scopes', 'Scopes', 'multiOptions', false],
		]);
		// What n8n's editor saves for a new credential, whatever the default is.
		expect(fields[5]!.default).toEqual([]);
		expect(fields[5]!.description).toContain('only named in messages');
		const masked = fields.filter(({ typeOptions }) => typeOptions?.password);
		expect(masked.map(({ name }) => name)).toEqual(['refreshToken']);
		expect(fields[5]!.options).toMatchObject([
			{ name: 'Read Contacts (contacts.read)', value: 'contacts.read' },
			{ name: 'Write Contacts (contacts.write)', value: 'contacts.write' },
		]);
		// An example would look like a secret that is there.
		const examples = fields.flatMap(({ name, placeholder }) => (placeholder ? name : []));
		expect(examples).toEqual(['authUrl', 'baseUrl', 'clientId', 'orgId']);
	});

	it('has no hook or field for a token that n8n would store', () => {
		const type = new ContactsApi();
		expect(type).not.toHaveProperty('preAuthentication');
		expect(type.properties.filter((property) => property.typeOptions?.expirable)).toEqual([]);
	});
});
