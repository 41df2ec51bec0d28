import { parseSettings } from '../../../../credentials/contactsApi/settings';
import { CREDENTIALS } from '../../../support/credentials';

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
		expect(() => parseSettings(credentials)).toThrow(
			"The credential's 'Client ID' must not be empty",
		);
	});
});

const { authUrl, ...asEntered } = CREDENTIALS;
const parsed = { ...asEntered, tokenUrl: `${authUrl}/token`, origin: asEntered.baseUrl };
const api = (path: string) => `https://api.example.com${path}`;
const origin = (text: string) => [[{ baseUrl: text }], { origin: new URL(text).origin }] as const;
const spaced = { authUrl: ` ${authUrl}// `, baseUrl: `\t${api('/')}\n`, clientId: ' client_1\r\n' };
const padded = { refreshToken: `\n${CREDENTIALS.refreshToken} `, orgId: '\u00a0org_1\u00a0' };
const LIKE_REQUESTS = ['/tokens', '/token/v2', '/v1/v2', '/contacts', '/v1/contacts/x', '/xtoken'];

it.each<[string, readonly object[], object]>([
	['as they are', [{}], parsed],
	['with whitespace around values and slashes at the end of addresses', [spaced, padded], parsed],
	['without an organization', [null, '', ' '].map((orgId) => ({ orgId })), { orgId: '' }],
	['with the default port', [{ baseUrl: 'https://API.Example.com:443' }], parsed],
	['with another port', ...origin(api(':8443/v2'))],
	['with localhost', ...origin('HTTP://LOCALHOST/v2')],
	['with IPv4', ...origin('http://127.0.0.1:3000')],
	['with IPv6', ...origin('http://[::1]:3000')],
	['with a path', [{ baseUrl: api('/crm/') }], { baseUrl: api('/crm') }],
	['with paths like those of requests', LIKE_REQUESTS.map((path) => ({ baseUrl: api(path) })), {}],
	['with a version in Auth URL', [{ authUrl: `${authUrl}/v1` }], {}],
	['with a list of scopes', [{ scopes: ['a', 'b'] }], { scopes: ['a', 'b'] }],
	['with scopes as text', [{ scopes: ' a  b:c ' }], { scopes: ['a', 'b:c'] }],
	["without n8n's permissions", [{ scopes: ['a', 'credential:list', 'b:c'] }], { scopes: ['a'] }],
	['without scopes', [{ scopes: '' }, { scopes: undefined }], { scopes: [] }],
])('Settings are accepted %s', (_name, entered, expected) => {
	for (const fields of entered) expect(parse(fields)).toMatchObject(expected);
});

const addresses = [
	['authUrl', 'Auth URL'],
	['baseUrl', 'Base URL'],
];
const required = [...addresses, ['clientId', 'Client ID'], ['refreshToken', 'Refresh Token']];
const texts = [...required, ['orgId', 'Organization ID']];
const GAPS = [' ', '\n', '\t', '\u00a0', '\u200b', '\0'];
const splitAll = (...lines: string[]) => lines.flatMap((line) => line.split(' '));
const MALFORMED = splitAll(
	'https:// https://api.example.com? https://api.example.com?x=1 https://api.example.com/#x',
	'https://user@api.example.com https://user:password@api.example.com',
	'https://:password@api.example.com http://localhost:80@evil.example',
	'http://localhost:password@evil.example',
);
const NOT_HTTPS = splitAll(
	'api.example.com api.example.com:8443 //api.example.com https:api.example.com',
	'ftp://api.example.com xhttps://api.example.com httpsx://api.example.com',
	'http://api.example.com http://localhost.evil.com http://localhost. http://[::2]',
	'http://127.0.0.1@evil.example http://127.0.0.2 http://127.0.0.1.evil.example',
	'http://0.0.0.0 http://[::ffff:127.0.0.1]',
);
const WITH_PATH = ['/token', '/oauth/token//', '/v1/contacts', '/crm/V1/Contacts/'].map(api);
const SCOPES = [42, {}, [1], ['a b'], [''], '"quoted"', 'back\\slash', 'ünicode'];

it.each<[string, string[][], unknown[]]>([
	['must not be empty', required, [undefined, null, '', ' \n']],
	['must be text', texts, [42, true, {}, ['text']]],
	['must not contain a space', texts, GAPS.map((gap) => `https://secret${gap}value.example`)],
	['must be a web address', addresses, MALFORMED],
	['must not end with', addresses, WITH_PATH],
	['must not end with', [['baseUrl', 'Base URL']], [api('/v1'), api('/crm/V1/')]],
	['must begin with https://', addresses, NOT_HTTPS],
	['must be a list of scope names', [['scopes', 'Scopes']], SCOPES],
])('Settings %s, and are refused in words without the value', (problem, fields, values) => {
	for (const [field, label] of fields) {
		for (const value of values) {
			const refused = () => parse({ [field!]: value });
			expect(refused).toThrow(`The credential's '${label}' ${problem}`);
			expect(refused).not.toThrow('secret');
		}
	}
});

it('Settings are refused for the first invalid field in the order of the form', () => {
	expect(() => parseSettings({})).toThrow("The credential's 'Auth URL' must not be empty");
});
