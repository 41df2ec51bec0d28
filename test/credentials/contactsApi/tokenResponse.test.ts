import { parseTokenResponse } from '../../../credentials/contactsApi/tokenResponse';

const parse = (fields: object) =>
	parseTokenResponse(JSON.stringify({ accessToken: 'token-1', tokenType: 'Bearer', ...fields }));

describe('parseTokenResponse', () => {
	it.each(['Bearer', 'bearer', 'BEARER'])('accepts the token type %s', (tokenType) => {
		expect(parse({ tokenType }).authorization).toBe('Bearer token-1');
	});

	it.each([
		['absent', {}, undefined],
		['a string', { scope: 'contacts.read  contacts.write ' }, ['contacts.read', 'contacts.write']],
		['a list', { scopes: ['contacts.read'] }, ['contacts.read']],
		['both', { scope: 'a b', scopes: ['b', 'c'] }, ['b', 'c', 'a']],
		['both, one of them empty', { scope: 'contacts.read', scopes: [] }, ['contacts.read']],
		['null', { scope: null, scopes: null }, undefined],
		['empty', { scope: '' }, []],
		['an empty list', { scope: null, scopes: [] }, []],
		['beside unknown fields', { scope: 'a', expiresIn: 60, ['__proto__']: { x: 1 } }, ['a']],
	])('accepts scopes that are %s', (_form, fields, expected) => {
		expect(parse(fields).scopes).toEqual(expected);
	});

	it.each(['a', 'a.b_c~d+e/f-g==', 'x'.repeat(8192)])('takes the token %.20s', (accessToken) => {
		expect(parse({ accessToken }).authorization).toBe(`Bearer ${accessToken}`);
	});

	it.each([
		['nothing', ''],
		['HTML', '<html>canary</html>'],
		['a truncated answer', '{"accessToken":"canary'],
		['null', 'null'],
		['a list', '[{"accessToken":"canary","tokenType":"Bearer"}]'],
		['text', '"canary"'],
		['a number', '42'],
		['no token', '{"tokenType":"Bearer","access_token":"canary"}'],
		['a token in the prototype', '{"__proto__":{"accessToken":"canary","tokenType":"Bearer"}}'],
	])('refuses %s', (_name, body) => {
		expect(() => parseTokenResponse(body)).toThrow(
			expect.objectContaining({ reason: 'notATokenResponse' }),
		);
	});

	it.each<[string, string, unknown[]]>([
		['notABearerToken', 'tokenType', [undefined, null, 'mac', 'Bearer ', 'xBearer', 7, ['Bearer']]],
		[
			'tokenUnusable',
			'accessToken',
			[
				...['', null, 42, ['token'], 'Bearer x', 'a\nb', 'a\0b', 'é', 'a=b', '=', 'a\n'],
				'x'.repeat(8193),
			],
		],
		['scopeMalformed', 'scope', [1, ['x']]],
		['scopeMalformed', 'scopes', ['x', [1], {}]],
	])('refuses as %s a malformed %s', (reason, field, values) => {
		for (const value of values) {
			expect(() => parse({ [field]: value })).toThrow(expect.objectContaining({ reason }));
		}
	});
});
