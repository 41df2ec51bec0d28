import { readLinkHeader } from '../../../../../nodes/Contacts/paginate/links';

it.each<[ReturnType<typeof readLinkHeader>, headers: string[]]>([
	[
		'/2',
		[
			'</2>; rel=next',
			"</2>; rel='next'",
			'</2> ; REL = "NEXT"',
			'</2>; rel="last  next"',
			'</2>; title="say \\"hi\\", <x>"; rel="next"; title="a\\"; rel=prev; b"',
			'</1>; rel="prev", </2>; rel="next", </3>; rel="next", </9>; rel="last"',
			'</0>; title="; rel=next"; rel="prev", </2>; rel="next"',
			'</0>; rel="prev"; rel="next", </2>; rel="next"; title="unclosed',
		],
	],
	['/2?ids=1,2', ['</2?ids=1,2>; rel="next"']],
	[null, ['</1>; rel="prev nofollow"']],
	[
		undefined,
		[
			'',
			'garbage',
			'</style.css>; rel="preload"',
			'</1; rel="next"',
			'</1>; title="; rel=next"',
			'</1>; relation="next"',
			'</1>; rel="next-archive"',
		],
	],
])('%j is what each of these Link headers says: %j', (expected, headers) => {
	expect(headers.map(readLinkHeader)).toEqual(headers.map(() => expected));
});

it('A Link header that no server sends is not read, and may lead on', () => {
	const header = '</1>; rel="next", '.repeat(1_000);
	expect(readLinkHeader(header) === header).toBe(true);
});
