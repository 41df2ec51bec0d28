import fc from 'fast-check';

import { quotableName } from '../../../../nodes/Contacts/quotableName';
import { runs } from '../../../support/runs';

const split = (names: string) => names.split(' ');

it('A message shows names', () => {
	const names = [
		...split('data.contacts edges[].node page2 X-Total-Count dc:title größe 連絡先'),
		...split('@odata.nextLink contacts@odata.count $skiptoken next_page_continuation_token'),
		'paginationContinuationToken',
		'the response itself',
		'1'.repeat(19),
		'n'.repeat(80),
	];
	expect(names.map(quotableName)).toEqual(names);
});

it('A message hides what is long or may be more than a name', () => {
	const hidden = [
		...'|Bearer x|a/b|the response itself!|line\nbreak|<b>|\u202egnp|ada@example.com'.split('|'),
		...split('contacts.ada@example.com ghp_16C7e42F292c6912E7710c838347Ae178B4a'),
		'550e8400e29b41d4a716446655440000',
		'1'.repeat(20),
		'x'.repeat(60) + '1',
		'n'.repeat(40) + '.<',
		'n'.repeat(81),
		'n'.repeat(2_000_000),
	];
	expect(new Set(hidden.map(quotableName))).toEqual(new Set(['(not shown)']));
});

it('A message shows no token as a name', () => {
	const character = fc.constantFrom(...'ABCXYZabcxyz0189-_');
	const segment = fc.string({ unit: character, minLength: 19, maxLength: 400 });
	const place = fc.constantFrom('TOKEN', 'data.TOKEN', 'TOKEN.items', 'list[TOKEN]', '@TOKEN');
	fc.assert(
		fc.property(segment, place, (token, path) => {
			expect(quotableName(path.replace('TOKEN', `${token}7`))).toBe('(not shown)');
		}),
		runs(1_000),
	);
});
