import fc from 'fast-check';

import { readLinkHeader } from '../../../../nodes/Contacts/response/linkHeader';
import { runs } from '../../../support/runs';

describe('A Link header', () => {
	it.each([
		['</2>; rel="next"', '/2'],
		['</2>; rel=next', '/2'],
		["</2>; rel='next'", '/2'],
		['</2> ; REL = "NEXT"', '/2'],
		['</2>; rel="last  next"', '/2'],
		['</2>; title="say \\"hi\\", <x>"; rel="next"', '/2'],
		['</2?ids=1,2>; rel="next"', '/2?ids=1,2'],
		['</1>; rel="prev", </2>; rel="next", </9>; rel="last"', '/2'],
		['</2>; rel="next", </3>; rel="next"', '/2'],
		['</0>; title="; rel=next"; rel="prev", </2>; rel="next"', '/2'],
		['</0>; rel="prev"; rel="next", </2>; rel="next"', '/2'],
		['</2>; rel="next"; title="unclosed', '/2'],
		['<>; rel="next"', ''],
	])('%s leads to %j', (header, next) => {
		expect(readLinkHeader(header)).toEqual({ next, isPaged: true });
	});

	it.each(['</1>; rel="first"', '</1>; rel="prev nofollow"', '</2>; rel="next"; results="false"'])(
		'%s belongs to the last page',
		(header) => {
			expect(readLinkHeader(header)).toEqual({ isPaged: true });
		},
	);

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

	it('is read among any other links and parameters', () => {
		const token = fc.stringMatching(/^[a-z]{1,8}$/).filter((name) => !/^(rel|results)$/.test(name));
		const quoted = fc.string().map((value) => value.replace(/["\\]/g, '\\$&'));
		const parameter = fc.tuple(token, quoted).map(([name, value]) => `; ${name}="${value}"`);
		const parameters = fc.array(parameter).map((all) => all.join(''));
		const other = parameters.map((all) => `</other>${all}; rel="self"`);
		fc.assert(
			fc.property(fc.array(other), parameters, parameters, fc.array(other), (a, b, c, d) => {
				const header = [...a, `</2>${b}; rel="next"${c}`, ...d].join(', ');
				expect(readLinkHeader(header).next).toBe('/2');
			}),
			runs(200),
		);
	});
});
