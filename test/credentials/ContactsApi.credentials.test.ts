import { ContactsApi } from '../../credentials/ContactsApi.credentials';
import { authenticate } from '../../credentials/contactsApi/authenticate';
import { statusMessages, websiteMessage } from '../../credentials/contactsApi/connectionTest';
import { formatMessage } from '../../credentials/contactsApi/explainedError';

describe('The Contacts API credential', () => {
	it('has the names, icons and functions that n8n looks for', () => {
		const credential = new ContactsApi();
		expect(credential).toMatchObject({
			name: 'contactsApi',
			displayName: 'Contacts API',
			icon: {
				light: 'file:../nodes/Contacts/contacts.svg',
				dark: 'file:../nodes/Contacts/contacts.dark.svg',
			},
			documentationUrl: 'https://www.npmjs.com/package/n8n-nodes-contacts-api#credential',
			authenticate,
			// n8n's list of allowed domains
			hideDomainRestrictionFields: true,
		});
		// n8n would store a token from this hook.
		expect(credential).not.toHaveProperty('preAuthentication');
	});

	it('requires all fields but Organization ID and Scopes, and masks the refresh token', () => {
		const { properties } = new ContactsApi();
		const fields = properties.map(({ name, displayName, required = false, typeOptions }) => {
			return [name, displayName, required, typeOptions?.password === true];
		});
		expect(fields).toEqual([
			['authUrl', 'Auth URL', true, false],
			['baseUrl', 'Base URL', true, false],
			['clientId', 'Client ID', true, false],
			['refreshToken', 'Refresh Token', true, true],
			['orgId', 'Organization ID', false, false],
			['scopes', 'Scopes', false, false],
		]);
		// An example would look like a secret that is there.
		expect(properties[3]).not.toHaveProperty('placeholder');
	});

	it('begins with empty fields, and offers both scopes', () => {
		const { properties } = new ContactsApi();
		expect(properties.flatMap((field) => field.default)).toEqual(['', '', '', '', '']);
		expect(properties[5]!.options).toMatchObject([
			{ name: 'Read Contacts (contacts.read)', value: 'contacts.read' },
			{ name: 'Write Contacts (contacts.write)', value: 'contacts.write' },
		]);
	});
});

describe("The credential's test", () => {
	it('lists one contact, follows no redirect, and reads text, to which rules always apply', () => {
		expect(new ContactsApi().test.request).toEqual({
			baseURL: '={{ $credentials.baseUrl }}',
			url: '/v1/contacts',
			qs: { pageSize: 1 },
			disableFollowRedirect: true,
			encoding: 'text',
		});
	});

	it('explains each status for which n8n would show only the status text, and a website', () => {
		const rules = Object.entries(statusMessages).map(([status, message]) => ({
			type: 'responseCode',
			properties: { value: Number(status), message: formatMessage(message) },
		}));
		expect(Object.keys(statusMessages).join()).toBe(
			'301,302,303,307,308,400,401,403,404,405,407,429,500,502,503,504',
		);
		const website = { key: '0', value: '<', message: formatMessage(websiteMessage) };
		expect(new ContactsApi().test.rules).toEqual([
			...rules,
			{ type: 'responseSuccessBody', properties: website },
		]);
	});
});
