import {
	ContactsApiError,
	type ErrorReason,
} from '../../../credentials/contactsApi/credentialErrors';
import { parseSettings } from '../../../credentials/contactsApi/settings';
import { CREDENTIALS } from '../../support/credentials';

const parse = (fields: object) => parseSettings({ ...CREDENTIALS, ...fields });

const fields = [
	['authUrl', 'Auth URL'],
	['baseUrl', 'Base URL'],
	['clientId', 'Client ID'],
	['refreshToken', 'Refresh Token'],
	['orgId', 'Organization ID'],
] as const;

describe('parseSettings', () => {
	it('returns the token endpoint, the API URL and its origin', () => {
		expect(parse({})).toEqual({
			id: expect.stringMatching(/^[\w+/]{43}=$/),
			tokenUrl: 'https://auth.example.com/token',
			baseUrl: 'https://api.example.com',
			origin: 'https://api.example.com',
			clientId: 'client_1',
			refreshToken: 'refresh-canary-0123456789',
			orgId: 'org_1',
			scopes: ['contacts.read'],
		});
	});

	it('identifies credentials by the values of the token request and the origin of the API', () => {
		const { id } = parse({});
		const same = { baseUrl: 'https://api.example.com/v2', orgId: 'org_2', scopes: [] };
		expect(parse(same).id).toBe(id);
		const others = [
			{ authUrl: 'https://auth.example.org' },
			{ baseUrl: 'https://api.example.org' },
			{ clientId: 'client_2' },
			{ refreshToken: 'refresh-2' },
			// The parts must not run into each other.
			{ clientId: 'client_1","refresh', refreshToken: '-canary' },
		];
		expect(new Set([id, ...others.map((other) => parse(other).id)]).size).toBe(6);
	});

	it('parses the same values once, and edited ones again', () => {
		const credentials = { ...CREDENTIALS };
		const settings = parseSettings(credentials);
		expect(parseSettings(credentials)).toBe(settings);
		credentials.clientId = 'client_2';
		expect(parseSettings(credentials).clientId).toBe('client_2');
		credentials.clientId = '';
		expect(() => parseSettings(credentials)).toThrow("The credential has no 'Client ID'");
	});

	it.each<[string, object, object]>([
		[
			'whitespace around values, and slashes at the end of addresses',
			{
				authUrl: ' https://auth.example.com// ',
				baseUrl: '\thttps://api.example.com/crm/\n',
				clientId: ' client_1\r\n',
				refreshToken: '\nrefresh-canary-0123456789 ',
				orgId: '\u00a0org_1\u00a0',
			},
			{ ...parse({}), baseUrl: 'https://api.example.com/crm' },
		],
		...[undefined, null, '', ' '].map((orgId): [string, object, object] => [
			'no Organization ID, which is not sent',
			{ orgId },
			{ orgId: '' },
		]),
		...[
			['https://API.Example.com:443', 'https://api.example.com'],
			['https://api.example.com:8443/v2', 'https://api.example.com:8443'],
			['http://localhost:3000', 'http://localhost:3000'],
			['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
			['http://[::1]:3000', 'http://[::1]:3000'],
			['HTTP://LOCALHOST/v2', 'http://localhost'],
		].map(([baseUrl, origin]): [string, object, object] => ['origins', { baseUrl }, { origin }]),
		...['/tokens', '/token/v2', '/v1', '/contacts', '/v1/contacts/x', '/xtoken'].map(
			(path): [string, object, object] => [
				'other paths',
				{ baseUrl: `https://api.example.com${path}` },
				{ baseUrl: `https://api.example.com${path}` },
			],
		),
		['a list of scopes', { scopes: ['a', 'b'] }, { scopes: ['a', 'b'] }],
		['scopes as text with spaces', { scopes: ' a  b ' }, { scopes: ['a', 'b'] }],
		['no scopes', { scopes: '' }, { scopes: [] }],
		['scopes that are undefined', { scopes: undefined }, { scopes: [] }],
	])('accepts %s: %j', (_name, given, expected) => {
		expect(parse(given)).toMatchObject(expected);
	});

	const url = (part: string) => `https://secret${part}value.example`;
	const addresses = fields.slice(0, 2);
	it.each<[ErrorReason, ReadonlyArray<readonly [string, string]>, unknown[]]>([
		['fieldMissing', fields.slice(0, 4), [undefined, null, '', ' \n']],
		['fieldNotText', fields, [42, true, {}, ['text']]],
		['fieldHasWhitespace', fields, [' ', '\n', '\t', '\u00a0', '\u200b', '\0'].map(url)],
		[
			'addressMalformed',
			addresses,
			[
				...['https://', 'https://api.example.com?', 'https://api.example.com?x=1'],
				...['https://user@api.example.com', 'https://user:password@api.example.com'],
				...['https://:password@api.example.com', 'https://api.example.com/#x'],
				...['http://localhost:80@evil.example', 'http://localhost:password@evil.example'],
			],
		],
		[
			'addressHasPath',
			addresses,
			[
				...['https://auth.example.com/token', 'https://auth.example.com/oauth/token//'],
				...['https://api.example.com/v1/contacts', 'https://api.example.com/crm/V1/Contacts/'],
			],
		],
		[
			'addressNotHttps',
			addresses,
			[
				...[
					'api.example.com',
					'api.example.com:8443',
					'//api.example.com',
					'https:api.example.com',
				],
				...['ftp://api.example.com', 'xhttps://api.example.com', 'httpsx://api.example.com'],
				...['http://api.example.com', 'http://localhost.evil.com', 'http://localhost.'],
				...['http://127.0.0.1@evil.example', 'http://127.0.0.2', 'http://127.0.0.1.evil.example'],
				...['http://0.0.0.0', 'http://[::2]', 'http://[::ffff:127.0.0.1]'],
			],
		],
		[
			'scopesMalformed',
			[['scopes', 'Scopes']],
			[42, {}, [1], ['a b'], [''], '"quoted"', 'back\\slash', 'ünicode'],
		],
	])('refuses as %s, in words without the value', (reason, refused, values) => {
		for (const [field, label] of refused) {
			const error = new ContactsApiError(reason as 'fieldMissing', label);
			for (const value of values) {
				expect(() => parse({ [field]: value })).toThrow(error);
			}
		}
	});

	it('names the first invalid field in the order of the form', () => {
		expect(() => parseSettings({})).toThrow("The credential has no 'Auth URL'");
	});
});
