import { inspect } from 'node:util';

import { AccessToken } from '../../../credentials/contactsApi/accessToken';
import { jwt } from '../../support/credentials';

const NOW = 1_800_000_000_000;
const inSeconds = (seconds: number) => NOW / 1000 + seconds;

describe('AccessToken', () => {
	it.each([
		['has no exp', jwt({ sub: 'x' })],
		['has an exp that is not a number', jwt({ exp: String(inSeconds(-1)) })],
		['has claims that are null', `x.${Buffer.from('null').toString('base64url')}.x`],
		['has claims that are not JSON', 'x.bm90LWpzb24.x'],
		['is no JWT', 'opaque'],
	])('does not expire when it %s', (_name, value) => {
		const token = new AccessToken(value, undefined, NOW);
		expect(token.isExpired(Number.MAX_SAFE_INTEGER)).toBe(false);
		expect(token.isExpiring(Number.MAX_SAFE_INTEGER)).toBe(false);
	});

	it.each([
		['an hour', 3_600, 3_570],
		['20 seconds', 20, 10],
		['no time, because it has expired,', -1, -0.5],
	])('that lives %s (%d s) expires then, and is expiring after %d s', (_name, life, expiring) => {
		const token = new AccessToken(jwt({ exp: inSeconds(life) }), undefined, NOW);
		expect(token.isExpiring(NOW + expiring * 1_000 - 1)).toBe(false);
		expect(token.isExpiring(NOW + expiring * 1_000)).toBe(true);
		expect(token.isExpired(NOW + life * 1_000 - 1)).toBe(false);
		expect(token.isExpired(NOW + life * 1_000)).toBe(true);
	});

	it('shows its scopes, but never the token', () => {
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
