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
		const described = { description: expect.stringMatching(/./) };
		const optional = { ...described, type: 'string', default: '' };
		const text = { ...optional, required: true };
		const placeholder = expect.stringMatching(/^e\.g\. ./);
		const example = { ...text, placeholder };
		expect(new ContactsApi().properties[4]).not.toHaveProperty('required');
		expect(new ContactsApi().properties).toMatchObject([
			{ ...example, name: 'authUrl', displayName: 'Auth URL' },
			{ ...example, name: 'baseUrl', displayName: 'Base URL' },
			{ ...example, name: 'clientId', displayName: 'Client ID' },
			{
				...text,
				name: 'refreshToken',
				displayName: 'Refresh Token',
				typeOptions: { password: true },
			},
			{ ...optional, placeholder, name: 'orgId', displayName: 'Organization ID' },
			{
				...described,
				name: 'scopes',
				displayName: 'Scopes',
				type: 'multiOptions',
				options: [
					{ name: 'Read Contacts (contacts.read)', value: 'contacts.read' },
					{ name: 'Write Contacts (contacts.write)', value: 'contacts.write' },
				],
				default: ['contacts.read'],
			},
		]);
	});

	it('has no hook or field for a token that n8n would store', () => {
		const type = new ContactsApi();
		expect(type).not.toHaveProperty('preAuthentication');
		expect(type.properties.filter((property) => property.typeOptions?.expirable)).toEqual([]);
	});
});
