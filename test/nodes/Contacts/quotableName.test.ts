import fc from 'fast-check';

import { quotableName } from '../../../nodes/Contacts/quotableName';
import { runs } from '../../support/runs';

describe('A name in a message', () => {
	it.each([
		'data.contacts',
		'edges[].node',
		'@odata.nextLink',
		'contacts@odata.count',
		'$skiptoken',
		'X-Total-Count',
		'dc:title',
		'paginationContinuationToken',
		'next_page_continuation_token',
		'größe',
		'連絡先',
		'page2',
		'the response itself',
		'1'.repeat(19),
	])('is shown as it is: %s', (name) => {
		expect(quotableName(name)).toBe(name);
	});

	it.each([
		'',
		'Bearer x',
		'ada@example.com',
		'contacts.ada@example.com',
		'a/b',
		'the response itself!',
		'1'.repeat(20),
		'line\nbreak',
		'<b>',
		'\u202egnp',
		'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln',
		'token.eyJhbGciOiJub25lIn0',
		'x'.repeat(60) + '1',
		'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
		'550e8400e29b41d4a716446655440000',
		'n'.repeat(40) + '.' + '<',
	])('is hidden if it may be more than a name: %j', (name) => {
		expect(quotableName(name)).toBe('(not shown)');
	});

	it('has at most 50 characters', () => {
		expect(quotableName('n'.repeat(2_000_000))).toBe('n'.repeat(50));
	});

	it('is never a token', () => {
		const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
		const segment = fc
			.string({ unit: fc.constantFrom(...base64url), minLength: 20, maxLength: 400 })
			.filter((text) => /\d/.test(text));
		const place = fc.constantFrom('TOKEN', 'data.TOKEN', 'TOKEN.items', 'list[TOKEN]', '@TOKEN');
		fc.assert(
			fc.property(segment, place, (token, path) => {
				expect(quotableName(path.replace('TOKEN', () => token))).toBe('(not shown)');
			}),
			runs(1_000),
		);
	});
});
