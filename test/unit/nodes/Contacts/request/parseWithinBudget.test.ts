import { isUtf8 } from 'node:buffer';

import fc from 'fast-check';

import {
	parseWithinBudget,
	RESPONSE_LIMITS,
	type ResponseLimits,
} from '../../../../../nodes/Contacts/request/parseWithinBudget';
import { runs } from '../../../../support/runs';

const parse = (json: string, limits: Partial<ResponseLimits> = {}) =>
	parseWithinBudget(Buffer.from(json), { ...RESPONSE_LIMITS, ...limits });

const beyond = (limit: string) => ({ limit: expect.stringContaining(limit) });

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/gs;

/** Measures JSON token by token, the slow way. */
function measure(json: string): Pick<ResponseLimits, 'values' | 'depth' | 'nameBytes'> {
	const tokens = json.match(TOKEN)!;
	let level = 0;
	// Empty lists count twice.
	const measured = { values: 1, depth: 0, nameBytes: 0 };
	for (const [index, token] of tokens.entries()) {
		if (tokens[index + 1] === ':') {
			measured.nameBytes = Math.max(measured.nameBytes, Buffer.byteLength(token) - 2);
		}
		if (/^[[{,]$/.test(token)) measured.values++;
		if (/^[[{]$/.test(token)) measured.depth = Math.max(measured.depth, ++level);
		if (/^[\]}]$/.test(token)) level--;
	}
	return measured;
}

const oddText = fc.constantFrom('\\', '"', '[', '{', ',', ':', 'é', '😀', '\u2028', 'a');

/** JSON with odd texts and names, and with spaces between its tokens. */
const json = fc
	.tuple(fc.json({ stringUnit: oddText }), fc.constantFrom('', ' ', '\r\n\t'))
	.map(([text, space]) => text.match(TOKEN)!.join(space));

it('A response may reach each limit, and not exceed any', () => {
	fc.assert(
		fc.property(json, (text) => {
			const { values, depth, nameBytes } = measure(text);
			expect(parse(text, { values, depth, nameBytes })).toEqual({ value: JSON.parse(text) });
			expect(parse(text, { values: values - 1 })).toEqual(beyond('values'));
			if (depth > 0) expect(parse(text, { depth: depth - 1 })).toEqual(beyond('levels'));
			if (nameBytes > 0) {
				expect(parse(text, { nameBytes: nameBytes - 1 })).toEqual(beyond('bytes in the name'));
			}
		}),
		runs(5_000),
	);
	expect(parse('\ufeff[]')).toEqual({ value: [] });
});

it.each([
	['more than a million values', `[${'[],'.repeat(1_000_000)}`, '1,000,000 values'],
	['levels without an end', '['.repeat(100_000), '512 levels'],
	['a name of 1 MB of escapes', `{"${'\\"'.repeat(500_000)}":1}`, '10,000 bytes in the name'],
])('A response is refused before it is parsed with %s', (_name, text, limit) => {
	const parser = jest.spyOn(JSON, 'parse');
	expect(parse(text)).toEqual(beyond(limit));
	expect(parser).not.toHaveBeenCalled();
	parser.mockRestore();
});

it('A response that is not JSON in UTF-8 is a failure and never an exception, whatever the bytes', () => {
	const syntax = fc.constantFrom(...Buffer.from('[]{}":,\\ \n0e-tfn'));
	const byte = fc.oneof(syntax, fc.integer({ min: 0, max: 255 }));
	fc.assert(
		fc.property(fc.array(byte, { maxLength: 40 }), (bytes) => {
			const body = Uint8Array.from(bytes);
			let expected: object = { failure: isUtf8(body) ? 'notJson' : 'textInvalid' };
			try {
				const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
				expected = { value: JSON.parse(text) as unknown };
			} catch {}
			expect(parseWithinBudget(body)).toEqual(expected);
		}),
		runs(10_000),
	);
});
