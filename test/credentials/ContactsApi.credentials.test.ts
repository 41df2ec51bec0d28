import { ContactsApi } from '../../credentials/ContactsApi.credentials';
import { authenticate } from '../../credentials/contactsApi/authenticate';
import { connectionTest } from '../../credentials/contactsApi/connectionTest';

describe('The Contacts API credential', () => {
	const type = new ContactsApi();

	it('has the name and the icon that n8n shows', () => {
		expect(type).toMatchObject({
			name: 'contactsApi',
			displayName: 'Contacts API',
			icon: {
				light: 'file:../nodes/Contacts/contacts.svg',
				dark: 'file:../nodes/Contacts/contacts.dark.svg',
			},
			documentationUrl: 'https://www.npmjs.com/package/n8n-nodes-contacts-api#credential',
		});
	});

	const text = { type: 'string', required: true, default: '' };
	it.each([
		{
			...text,
			name: 'authUrl',
			displayName: 'Auth URL',
			placeholder: 'e.g. https://auth.example.com',
			description: 'Address of the authorization host, which issues access tokens at /token',
		},
		{
			...text,
			name: 'baseUrl',
			displayName: 'Base URL',
			placeholder: 'e.g. https://api.example.com',
			description: 'Address of the API host, the only one that the access token is sent to',
		},
		{
			...text,
			name: 'clientId',
			displayName: 'Client ID',
			placeholder: 'e.g. client_4f2a',
			description: 'Identifies the client, as issued by the operator of the service',
		},
		{
			...text,
			name: 'refreshToken',
			displayName: 'Refresh Token',
			typeOptions: { password: true },
			description:
				'Long-lived secret that is exchanged for access tokens; treat it like a password',
		},
		{
			...text,
			name: 'orgId',
			displayName: 'Organization ID',
			placeholder: 'e.g. org_18c3',
			description:
				"Identifies the client's organization; kept here for reference, and not sent to the service",
		},
		{
			name: 'scopes',
			displayName: 'Scopes',
			type: 'multiOptions',
			options: [
				{ name: 'Read Contacts (contacts.read)', value: 'contacts.read' },
				{ name: 'Write Contacts (contacts.write)', value: 'contacts.write' },
			],
			default: ['contacts.read'],
			description:
				'Permissions that the operator granted; an expression may return others, as a list or separated by spaces',
		},
	])('has the field $displayName', (expected) => {
		expect(type.properties.find(({ name }) => name === expected.name)).toEqual(expected);
	});

	it('has no other fields, and masks only the refresh token', () => {
		expect(type.properties.map(({ name }) => name)).toEqual([
			'authUrl',
			'baseUrl',
			'clientId',
			'refreshToken',
			'orgId',
			'scopes',
		]);
		const masked = type.properties.filter(({ typeOptions }) => typeOptions?.password);
		expect(masked.map(({ name }) => name)).toEqual(['refreshToken']);
	});

	it('has no hook or field for a token that n8n would store', () => {
		expect(type).not.toHaveProperty('preAuthentication');
		expect(type.properties.filter((property) => property.typeOptions?.expirable)).toEqual([]);
		expect(type.authenticate).toBe(authenticate);
	});

	it("hides n8n's list of allowed domains", () => {
		expect(type.hideDomainRestrictionFields).toBe(true);
	});

	it('is tested by listing one contact', () => {
		expect(type.test).toBe(connectionTest);
	});
});
