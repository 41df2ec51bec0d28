import {
	ContactsApiError,
	type ErrorReason,
} from '../../../credentials/contactsApi/credentialErrors';
import { parseSettings } from '../../../credentials/contactsApi/settings';
import { CREDENTIALS } from '../../support/credentials';

const parse = (fields: object) => parseSettings({ ...CREDENTIALS, ...fields });

describe('Settings', () => {
	it('identify a token by what the token request sends and by the origin of the API', () => {
		const { id } = parse({});
		expect(id).toMatch(/^[\w+/]{43}=$/);
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

	it('are parsed once, and again when they are edited', () => {
		const credentials = { ...CREDENTIALS };
		const settings = parseSettings(credentials);
		expect(parseSettings(credentials)).toBe(settings);
		credentials.clientId = 'client_2';
		expect(parseSettings(credentials).clientId).toBe('client_2');
		credentials.clientId = '';
		expect(() => parseSettings(credentials)).toThrow("The credential has no 'Client ID'");
	});

	const { authUrl, ...asEntered } = CREDENTIALS;
	const parsed = { ...asEntered, tokenUrl: `${authUrl}/token`, origin: asEntered.baseUrl };
	const api = (path: string) => `https://api.example.com${path}`;
	const apis = (...paths: string[]) => paths.map((path) => ({ baseUrl: api(path) }));

	it.each<[string, object[], object]>([
		['as they are', [{}], parsed],
		[
			'with whitespace around values and slashes at the end of addresses',
			[
				{ authUrl: ` ${authUrl}// `, baseUrl: `\t${api('/')}\n`, clientId: ' client_1\r\n' },
				{ refreshToken: '\nrefresh-canary-0123456789 ', orgId: '\u00a0org_1\u00a0' },
			],
			parsed,
		],
		[
			'without an Organization ID, which is not sent',
			[undefined, null, '', ' '].map((orgId) => ({ orgId })),
			{ orgId: '' },
		],
		['with the default port', [{ baseUrl: 'https://API.Example.com:443' }], parsed],
		['with another port', apis(':8443/v2'), { origin: 'https://api.example.com:8443' }],
		['with localhost', [{ baseUrl: 'HTTP://LOCALHOST/v2' }], { origin: 'http://localhost' }],
		['with IPv4', [{ baseUrl: 'http://127.0.0.1:3000' }], { origin: 'http://127.0.0.1:3000' }],
		['with IPv6', [{ baseUrl: 'http://[::1]:3000' }], { origin: 'http://[::1]:3000' }],
		['with a path', apis('/crm/'), { baseUrl: api('/crm') }],
		[
			'with a path that resembles those of requests',
			apis('/tokens', '/token/v2', '/v1', '/contacts', '/v1/contacts/x', '/xtoken'),
			{ origin: parsed.origin },
		],
		['with a list of scopes', [{ scopes: ['a', 'b'] }], { scopes: ['a', 'b'] }],
		['with scopes as text', [{ scopes: ' a  b ' }], { scopes: ['a', 'b'] }],
		['without scopes', [{ scopes: '' }, { scopes: undefined }], { scopes: [] }],
	])('are accepted %s', (_name, entered, expected) => {
		for (const fields of entered) expect(parse(fields)).toMatchObject(expected);
	});

	const addresses = [
		['authUrl', 'Auth URL'],
		['baseUrl', 'Base URL'],
	];
	const required = [...addresses, ['clientId', 'Client ID'], ['refreshToken', 'Refresh Token']];
	const texts = [...required, ['orgId', 'Organization ID']];
	const gaps = [' ', '\n', '\t', '\u00a0', '\u200b', '\0'];

	it.each<[ErrorReason, string[][], unknown[]]>([
		['fieldMissing', required, [undefined, null, '', ' \n']],
		['fieldNotText', texts, [42, true, {}, ['text']]],
		['fieldHasWhitespace', texts, gaps.map((gap) => `https://secret${gap}value.example`)],
		[
			'addressMalformed',
			addresses,
			[
				...['https://', api('?'), api('?x=1'), api('/#x'), 'https://user@api.example.com'],
				...['https://user:password@api.example.com', 'https://:password@api.example.com'],
				...['http://localhost:80@evil.example', 'http://localhost:password@evil.example'],
			],
		],
		[
			'addressHasPath',
			addresses,
			[api('/token'), api('/oauth/token//'), api('/v1/contacts'), api('/crm/V1/Contacts/')],
		],
		[
			'addressNotHttps',
			addresses,
			[
				...['api.example.com', 'api.example.com:8443', '//api.example.com'],
				...['https:api.example.com', 'ftp://api.example.com', 'xhttps://api.example.com'],
				...['httpsx://api.example.com', 'http://api.example.com', 'http://localhost.evil.com'],
				...['http://localhost.', 'http://127.0.0.1@evil.example', 'http://127.0.0.2'],
				...['http://127.0.0.1.evil.example', 'http://0.0.0.0', 'http://[::2]'],
				'http://[::ffff:127.0.0.1]',
			],
		],
		[
			'scopesMalformed',
			[['scopes', 'Scopes']],
			[42, {}, [1], ['a b'], [''], '"quoted"', 'back\\slash', 'ünicode'],
		],
	])('are refused as %s, in words without the value', (reason, fields, values) => {
		for (const [field, label] of fields) {
			const error = new ContactsApiError(reason as 'fieldMissing', label!);
			for (const value of values) expect(() => parse({ [field!]: value })).toThrow(error);
		}
	});

	it('are refused for the first invalid field in the order of the form', () => {
		expect(() => parseSettings({})).toThrow("The credential has no 'Auth URL'");
	});
});
