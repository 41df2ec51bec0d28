import { readLinkHeader } from '../../../../nodes/Contacts/response/linkHeader';

describe('A Link header', () => {
	it.each([
		['</2>; rel="next"', '/2'],
		['</2>; rel=next', '/2'],
		["</2>; rel='next'", '/2'],
		['</2> ; REL = "NEXT"', '/2'],
		['</2>; rel="last  next"', '/2'],
		['</2>; title="say \\"hi\\", <x>"; rel="next"', '/2'],
		['</2>; title="a\\"; rel=prev; b"; rel="next"', '/2'],
		['</2?ids=1,2>; rel="next"', '/2?ids=1,2'],
		['</1>; rel="prev", </2>; rel="next", </9>; rel="last"', '/2'],
		['</2>; rel="next", </3>; rel="next"', '/2'],
		['</0>; title="; rel=next"; rel="prev", </2>; rel="next"', '/2'],
		['</0>; rel="prev"; rel="next", </2>; rel="next"', '/2'],
		['</2>; rel="next"; title="unclosed', '/2'],
	])('%s leads to %j', (header, next) => {
		expect(readLinkHeader(header)).toEqual({ next, isPaged: true });
	});

	it.each([
		'</1>; rel="first"',
		'</1>; rel="prev nofollow"',
		'<>; rel="next"',
		'</2>; rel="next"; results="false"',
	])('%s belongs to the last page', (header) => {
		expect(readLinkHeader(header)).toEqual({ isPaged: true });
	});

	it.each([
		...['', 'garbage', '</style.css>; rel="preload"', '</1; rel="next"'],
		...['</1>; title="; rel=next"', '</1>; relation="next"', '</1>; rel="next-archive"'],
	])('%j says nothing about pages', (header) => {
		expect(readLinkHeader(header)).toEqual({ isPaged: false });
	});

	it('of 64 KiB is read in linear time, whatever it contains', () => {
		for (const part of ['<', '<a>;', '<a>; ', '"', ';', ' ', '<a>; rel="', '<a>; a=\\"', ',']) {
			const before = process.cpuUsage();
			readLinkHeader(part.repeat(Math.ceil(65_536 / part.length)));
			expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
		}
	});
});
