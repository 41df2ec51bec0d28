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

	it('requires all fields but Scopes, and masks the refresh token', () => {
		const text = { type: 'string', required: true, default: '' };
		expect(new ContactsApi().properties).toMatchObject([
			{ ...text, name: 'authUrl' },
			{ ...text, name: 'baseUrl' },
			{ ...text, name: 'clientId' },
			{ ...text, name: 'refreshToken', typeOptions: { password: true } },
			{ ...text, name: 'orgId' },
			{
				name: 'scopes',
				type: 'multiOptions',
				options: [{ value: 'contacts.read' }, { value: 'contacts.write' }],
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
