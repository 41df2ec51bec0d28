import { inspect } from 'node:util';

import { AccessToken } from '../../../credentials/contactsApi/accessToken';
import { jwt } from '../../support/credentials';

const NOW = 1_800_000_000_000;
const inSeconds = (seconds: number) => NOW / 1000 + seconds;

describe('AccessToken', () => {
	it.each([
		['has no exp', jwt({ sub: 'x' }), false],
		['expires in an hour', jwt({ exp: inSeconds(3600) }), false],
		['expires in 31 seconds', jwt({ exp: inSeconds(31) }), false],
		['expires in 30 seconds', jwt({ exp: inSeconds(30) }), true],
		['has expired', jwt({ exp: inSeconds(-1) }), true],
		['has an exp that is not a number', jwt({ exp: String(inSeconds(-1)) }), false],
		['has claims that are null', `x.${Buffer.from('null').toString('base64url')}.x`, false],
		['has claims that are not JSON', 'x.bm90LWpzb24.x', false],
		['is no JWT', 'opaque', false],
	])('is spent or not when it %s', (_name, token, expected) => {
		expect(new AccessToken(token, undefined).isSpent(NOW)).toBe(expected);
	});

	it('shows its scopes and not the token, however it is looked at', () => {
		const token = new AccessToken('canary', ['contacts.read']);
		const shown = [
			inspect(token, { showHidden: true, depth: Infinity }),
			JSON.stringify(token),
			JSON.stringify(Object.getOwnPropertyDescriptors(token)),
			`${token as unknown as string}`,
		].join('');
		expect(shown).toContain('contacts.read');
		expect(shown).not.toContain('canary');
	});
});
