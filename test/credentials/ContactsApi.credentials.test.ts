import { ContactsApi } from '../../credentials/ContactsApi.credentials';
import { authenticate } from '../../credentials/contactsApi/authenticate';
import { connectionTest } from '../../credentials/contactsApi/connectionTest';

describe('The Contacts API credential', () => {
	const type = new ContactsApi();
	const namesOf = (properties: typeof type.properties) => properties.map(({ name }) => name);

	it('has the functions that n8n looks for, and no list of allowed domains of its own', () => {
		expect(type).toMatchObject({
			name: 'contactsApi',
			authenticate,
			test: connectionTest,
			hideDomainRestrictionFields: true,
		});
	});

	it('requires all fields but Organization ID and Scopes, and masks the refresh token alone', () => {
		const required = type.properties.filter((property) => property.required);
		const masked = type.properties.filter(({ typeOptions }) => typeOptions?.password);
		const all = ['authUrl', 'baseUrl', 'clientId', 'refreshToken', 'orgId', 'scopes'];
		expect(namesOf(type.properties)).toEqual(all);
		expect(namesOf(required)).toEqual(all.slice(0, 4));
		expect(namesOf(masked)).toEqual(['refreshToken']);
	});

	it('has no hook or field for a token that n8n would store', () => {
		expect(type).not.toHaveProperty('preAuthentication');
		expect(type.properties.filter(({ typeOptions }) => typeOptions?.expirable)).toEqual([]);
	});

	it('lists contacts.read by default', () => {
		const { options, default: usual } = type.properties.at(-1)!;
		expect(options).toMatchObject([{ value: 'contacts.read' }, { value: 'contacts.write' }]);
		expect(usual).toEqual(['contacts.read']);
	});
});
