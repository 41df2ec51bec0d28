import { ContactsApi } from '../../../credentials/ContactsApi.credentials';
import { authenticate } from '../../../credentials/contactsApi/authenticate';
import { statusMessages, websiteMessage } from '../../../credentials/contactsApi/connectionCheck';
import { formatMessage } from '../../../credentials/contactsApi/explainedError';

const credential = new ContactsApi();

it('The credential requires four fields, all empty at first, and masks the refresh token', () => {
	const { properties } = credential;
	expect(credential).toMatchObject({ authenticate, hideDomainRestrictionFields: true });
	// n8n would store a token from this hook.
	expect(credential).not.toHaveProperty('preAuthentication');
	const required = properties.filter((field) => field.required).map(({ name }) => name);
	expect(required.join()).toBe('authUrl,baseUrl,clientId,refreshToken');
	expect(properties.flatMap((field) => field.default)).toEqual(['', '', '', '', '']);
	const masked = properties.filter(({ typeOptions }) => typeOptions?.password);
	expect(masked.map(({ name }) => name)).toEqual(['refreshToken']);
	// An example would look like a secret that is there.
	expect(masked[0]).not.toHaveProperty('placeholder');
	const scopes = ['contacts.read', 'contacts.write'].map((value) => ({ value }));
	expect(properties.at(-1)!.options).toMatchObject(scopes);
});

it("The credential's test lists one contact, follows no redirect, and explains what n8n would not", () => {
	expect(credential.test.request).toEqual({
		baseURL: '={{ $credentials.baseUrl }}',
		url: '/v1/contacts',
		qs: { pageSize: 1 },
		disableFollowRedirect: true,
		encoding: 'text',
	});
	const statuses = Object.keys(statusMessages).map(Number);
	expect(statuses).toEqual(expect.arrayContaining([301, 307, 400, 401, 403, 404, 422, 500, 529]));
	for (const status of [307, 400, 422]) {
		expect(statusMessages[status]!.message).toMatch(/^Connected, but the Contacts API re/);
	}
	const website = { key: '0', value: '<', message: formatMessage(websiteMessage) };
	expect(credential.test.rules).toEqual([
		...statuses.map((value) => ({
			type: 'responseCode',
			properties: { value, message: formatMessage(statusMessages[value]!) },
		})),
		{ type: 'responseSuccessBody', properties: website },
	]);
});
