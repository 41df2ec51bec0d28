import fc from 'fast-check';

import { parseSettings } from '../../../credentials/contactsApi/settings';
import { CREDENTIALS } from '../../support/credentials';
import { runs } from '../../support/runs';

describe('parseSettings', () => {
	it('returns the token endpoint, the API URL and its origin', () => {
		expect(parseSettings(CREDENTIALS)).toEqual({
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

	it('removes whitespace around values and trailing slashes of addresses', () => {
		const padded = {
			...CREDENTIALS,
			authUrl: ' https://auth.example.com// ',
			baseUrl: '\thttps://api.example.com/crm/\n',
			clientId: ' client_1\r\n',
			refreshToken: '\nrefresh-canary-0123456789 ',
			orgId: '\u00a0org_1\u00a0',
		};
		expect(parseSettings(padded)).toEqual({
			...parseSettings(CREDENTIALS),
			baseUrl: 'https://api.example.com/crm',
		});
	});

	it('identifies credentials by the values of the token request', () => {
		const id = (fields: object) => parseSettings({ ...CREDENTIALS, ...fields }).id;
		expect(id({ baseUrl: 'https://other.example', orgId: 'org_2', scopes: [] })).toBe(id({}));
		const others = [
			{},
			{ authUrl: 'https://auth.example.org' },
			{ clientId: 'client_2' },
			{ refreshToken: 'refresh-2' },
			// The parts must not run into each other.
			{ clientId: 'client_1","refresh', refreshToken: '-canary' },
		];
		expect(new Set(others.map(id)).size).toBe(others.length);
	});

	it('parses the same values once, and edited ones again', () => {
		const credentials = { ...CREDENTIALS };
		const settings = parseSettings(credentials);
		expect(parseSettings(credentials)).toBe(settings);
		credentials.clientId = 'client_2';
		expect(parseSettings(credentials).clientId).toBe('client_2');
		credentials.orgId = '';
		expect(() => parseSettings(credentials)).toThrow("The credential has no 'Organization ID'");
	});

	it.each([
		['https://API.Example.com:443', 'https://api.example.com'],
		['https://api.example.com:8443/v2', 'https://api.example.com:8443'],
		['http://localhost:3000', 'http://localhost:3000'],
		['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
		['http://[::1]:3000', 'http://[::1]:3000'],
	])('reads %s as the origin %s', (baseUrl, origin) => {
		expect(parseSettings({ ...CREDENTIALS, baseUrl }).origin).toBe(origin);
	});

	it.each([
		['a list', ['contacts.read', 'contacts.write'], ['contacts.read', 'contacts.write']],
		['text with spaces', ' contacts.read  contacts.write ', ['contacts.read', 'contacts.write']],
		['an empty list', [], []],
		['empty text', '', []],
		['nothing', undefined, []],
		['null', null, []],
	])('accepts scopes as %s', (_form, scopes, expected) => {
		expect(parseSettings({ ...CREDENTIALS, scopes } as never).scopes).toEqual(expected);
	});

	const fields = [
		['authUrl', 'Auth URL'],
		['baseUrl', 'Base URL'],
		['clientId', 'Client ID'],
		['refreshToken', 'Refresh Token'],
		['orgId', 'Organization ID'],
	] as const;

	describe.each(fields)('%s', (field, label) => {
		const parse = (value: unknown) => () => parseSettings({ ...CREDENTIALS, [field]: value });

		it.each([[undefined], [null], [''], [' \n']])('is missing when it is %j', (value) => {
			expect(parse(value)).toThrow(`The credential has no '${label}'`);
		});

		it.each([[42], [true], [{}], [['text']]])('is refused as %j', (value) => {
			expect(parse(value)).toThrow(`The credential's '${label}' is not text`);
		});

		it.each([
			['a space', 'https://secret value.example'],
			['a line break', 'https://secret\nvalue.example'],
			['a tab', 'https://secret\tvalue.example'],
			['a no-break space', 'https://secret\u00a0value.example'],
			['a zero-width space', 'https://secretvalue.example\u200b'],
			['a NUL', 'https://secret\u0000value.example'],
		])('is refused with %s inside', (_name, value) => {
			expect(parse(value)).toThrow(
				`The credential's '${label}' contains a space, a line break or an invisible character`,
			);
		});
	});

	const addresses = [
		['authUrl', 'Auth URL'],
		['baseUrl', 'Base URL'],
	] as const;

	describe.each(addresses)('%s', (field, label) => {
		it.each([
			'api.example.com',
			'//api.example.com',
			'https://',
			'ftp://api.example.com',
			'xhttps://api.example.com',
			'httpsx://api.example.com',
			'https://user@api.example.com',
			'https://user:password@api.example.com',
			'https://:password@api.example.com',
			'https://api.example.com?x=1',
			'https://api.example.com/#x',
			'https://api.example.com?',
		])('is not a web address as %s', (value) => {
			expect(() => parseSettings({ ...CREDENTIALS, [field]: value })).toThrow(
				`The credential's '${label}' is not a web address`,
			);
		});

		it.each([
			'http://api.example.com',
			'http://localhost.evil.com',
			'http://localhost.',
			'http://127.0.0.1@evil.example',
			'http://127.0.0.2',
			'http://127.0.0.1.evil.example',
			'http://0.0.0.0',
			'http://[::2]',
			'http://[::ffff:127.0.0.1]',
		])('is not https as %s', (value) => {
			expect(() => parseSettings({ ...CREDENTIALS, [field]: value })).toThrow(
				`The credential's '${label}' does not start with https://`,
			);
		});
	});

	it.each([[42], [{}], [[1]], [['a b']], [['']], ['"quoted"'], [['back\\slash']], ['ünicode']])(
		'refuses scopes as %j',
		(scopes) => {
			expect(() => parseSettings({ ...CREDENTIALS, scopes } as never)).toThrow(
				"The credential's 'Scopes' is not a list of scope names",
			);
		},
	);

	it('names the first invalid field in the order of the form', () => {
		expect(() => parseSettings({})).toThrow("The credential has no 'Auth URL'");
	});

	it('either returns values without whitespace, or names the field without its value', () => {
		const value = fc.oneof(fc.string({ unit: 'binary' }), fc.anything(), fc.webUrl());
		fc.assert(
			fc.property(fc.constantFrom(...fields), value, ([field, label], anything) => {
				try {
					const settings = parseSettings({ ...CREDENTIALS, [field]: anything });
					expect(settings.origin).toMatch(/^https?:\/\/[^/]+$/);
					expect(JSON.stringify(settings)).not.toMatch(/\s/);
				} catch (error) {
					const { name, message } = error as Error;
					expect(name).toBe('ContactsApiError');
					expect(message).toContain(label);
					const text = typeof anything === 'string' ? anything.trim() : '';
					if (text.length > 12) expect(message).not.toContain(text);
				}
			}),
			runs(2_000),
		);
	});
});
