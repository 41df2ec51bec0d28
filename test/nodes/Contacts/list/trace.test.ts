/** The lines about how a list was read, which errors show and n8n logs. */
import { type Contact, type Pagination, readWhole, type ServiceResponse } from '../read';
import { A, B, C, contactsOf, D, inTurn, range, Response } from '../services';

const full = (rest: object) => ({ list: [A, B], ...rest });

it.each<[string, unknown[], string[], Partial<Pagination>?]>([
	[
		'cursors without their values',
		[full({ nextCursor: 'secret', total: 3 }), { list: [C], nextCursor: null, total: 3 }],
		[
			'Page 1, the first: 2 new contacts (first); says cursor nextCursor, total total=3; ask follows',
			'Page 2, trying cursor from nextCursor: 1 new contacts (stated); says noNext nextCursor, total total=3; the list ends with 3 contacts (said)',
		],
	],
	[
		'links without their addresses',
		[full({ next: '/secret' }), { list: [C], next: null }],
		[
			'Page 1, the first: 2 new contacts (first); says link next; page follows',
			'Page 2, by the link in next: 1 new contacts (stated); says noNext next; the list ends with 3 contacts (said)',
		],
	],
	[
		'positions and a status',
		[full({ page: 1 }), { list: [C, D], page: 2 }, new Response({ status: 404 })],
		[
			'Page 1, the first: 2 new contacts (first); says page page=1; page follows',
			'Page 2, by page=2: 2 new contacts (setByHand); says page page=2; page follows',
			'Page 3, by page=3: status 404; the list ends with 4 contacts (pastTheEnd)',
		],
		{ mode: 'pageNumber' },
	],
	[
		'a failure',
		[full({ hasMore: true })],
		['Page 1, the first: 2 new contacts (first); says more hasMore=true; nextUnknown'],
		{ mode: 'off' },
	],
	[
		'a page that is read again',
		[
			full({ page: 1, total: 8 }),
			{ list: [C, D], page: 2, total: 7 },
			{ list: [B, C], page: 1, total: 7 },
		],
		[
			'Page 1, the first: 2 new contacts (first); says page page=1, total total=8; page follows',
			'Page 2, by page=2: 2 new contacts (setByHand); says page page=2, total total=7; check follows',
			'Page 3, to compare, by its first address: not the next page; listChanged',
		],
		{ mode: 'pageNumber' },
	],
])('has %s', async (_name, answers, expected, pagination = {}) => {
	const { lines } = await readWhole(inTurn([], ...answers), { pageSize: 2, pagination });
	expect(lines).toEqual(expected);
});

const reading = async (response: ServiceResponse) => {
	const service = { contacts: contactsOf(43), respond: () => response };
	return await readWhole(service, { pageSize: 20 });
};

it('has at most ten signs', async () => {
	const signs = Object.fromEntries(range(20).map((n) => [`total${n}`, n + 20]));
	const { lines } = await reading({ body: { contacts: contactsOf(20), ...signs } });
	expect(lines[0]!.match(/total/g)).toHaveLength(10);
});

it('has the status 206, and questions', async () => {
	const { lines } = await reading({ status: 206, body: contactsOf(20) });
	expect(lines[0]).toContain('says more status 206=true');
	expect(lines[1]).toMatch(/^Page 2, trying .*; ask follows$/);
});

it('is in the error, which is about the last page that was read', async () => {
	const body = { contacts: contactsOf(20), more: true };
	const { message, advice, lines } = await reading({ body });
	expect(message).toBe('The list continues after page 1, but the next page was not found');
	expect(advice).toMatchObject({ trace: lines.slice(-8) });
});

it.each(['cursor_eyJhbGciOiJIUzI1NiJ9', 'next_ann.bell@example.com', 'next page of Ann Bell'])(
	'has no name that may be data, nor have errors and suggestions: %s',
	async (name) => {
		const signs: Contact = { more: true, marker: 'b3BhcXVl20', [name]: 'b3BhcXVl19' };
		const outcome = await reading({ body: { contacts: contactsOf(20), ...signs } });
		expect(outcome.result).toBe('error');
		const shown = JSON.stringify({ ...outcome, requests: [], contacts: [] });
		expect(shown).not.toContain(name);
		expect(shown).toContain('(not shown)');
		expect(outcome.advice!.suggestions).toContainEqual(
			expect.objectContaining({ mode: 'cursor', cursorField: 'marker' }),
		);
	},
);
