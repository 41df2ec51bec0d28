import { inspect } from 'node:util';

import fc from 'fast-check';

import { parseTokenResponse } from '../../../credentials/contactsApi/tokenResponse';
import { jwt } from '../../support/credentials';
import { runs } from '../../support/runs';

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
	])('accepts scopes that are %s', (_form, fields, expected) => {
		expect(parse(fields).scopes).toEqual(expected);
	});

	it('ignores unknown fields', () => {
		const body =
			'{"accessToken":"token-1","tokenType":"Bearer","expiresIn":60,"__proto__":{"x":1}}';
		expect(parseTokenResponse(body).authorization).toBe('Bearer token-1');
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

	it('returns a valid header for any accepted response, and quotes no refused one', () => {
		const anything = fc.oneof(fc.string({ unit: 'binary', minLength: 13 }), fc.jsonValue());
		const answer = fc.record(
			{
				accessToken: fc.oneof(anything, fc.constant(jwt({ sub: 'x' }))),
				tokenType: fc.oneof(anything, fc.constant('Bearer')),
				scope: anything,
				scopes: anything,
			},
			{ requiredKeys: [] },
		);
		fc.assert(
			fc.property(answer, (fields) => {
				try {
					const token = parseTokenResponse(JSON.stringify(fields));
					expect(() => new Headers({ Authorization: token.authorization })).not.toThrow();
				} catch (error) {
					expect((error as Error).name).toBe('ContactsApiError');
					const shown = inspect(error, { showHidden: true, depth: Infinity });
					for (const value of Object.values(fields)) {
						if (typeof value === 'string' && value.length > 12) expect(shown).not.toContain(value);
					}
				}
			}),
			runs(5_000),
		);
	});
});
