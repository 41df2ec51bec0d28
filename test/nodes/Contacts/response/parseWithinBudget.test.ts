import fc from 'fast-check';

import {
	parseWithinBudget,
	RESPONSE_LIMITS,
	type ResponseLimits,
} from '../../../../nodes/Contacts/response/parseWithinBudget';
import { runs } from '../../../support/runs';

const parse = (json: string, limits: Partial<ResponseLimits> = {}) =>
	parseWithinBudget(Buffer.from(json), { ...RESPONSE_LIMITS, ...limits });

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/gs;

/** Measures JSON token by token, the slow way. */
function measure(json: string): Pick<ResponseLimits, 'values' | 'depth' | 'nameBytes'> {
	const tokens = json.match(TOKEN)!;
	let level = 0;
	const measured = { values: 0, depth: 0, nameBytes: 0 };
	for (const [index, token] of tokens.entries()) {
		if (tokens[index + 1] === ':') {
			measured.nameBytes = Math.max(measured.nameBytes, Buffer.byteLength(token) - 2);
		} else if (!/^[\]}:,]$/.test(token)) {
			measured.values++;
		}
		if (/^[[{]$/.test(token)) measured.depth = Math.max(measured.depth, ++level);
		if (/^[\]}]$/.test(token)) level--;
	}
	return measured;
}

const quote = (text: string) => JSON.stringify(text);

/** JSON with odd texts, names and spaces, and duplicate names. */
const json = fc
	.tuple(
		fc.letrec<{ value: string }>((tie) => ({
			value: fc.oneof(
				{ depthSize: 'small' },
				fc.constantFrom('null', 'true', '-1.5e+3', '0', '""', '{}', '[]', '[ ]', '{\n}'),
				fc
					.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\\', '"', '[{', '\\"'))
					.map(quote),
				fc.array(tie('value'), { maxLength: 5 }).map((values) => `[${values.join(' ,')}]`),
				fc
					.array(fc.tuple(fc.string({ unit: 'binary' }), tie('value')), { maxLength: 5 })
					.map((fields) => `{${fields.map(([name, v]) => `${quote(name)}\t:${v}`).join(',')}}`),
			),
		})).value,
		fc.constantFrom('', ' ', '\r\n\t'),
	)
	.map(([value, space]) => space + value + space);

describe('A response within the limits', () => {
	it('is parsed', () => {
		expect(parse('{"a":[1,"é",null]}')).toEqual({ value: { a: [1, 'é', null] } });
		expect(parse('\ufeff[]')).toEqual({ value: [] });
	});

	it('may reach each of them, and not exceed any', () => {
		fc.assert(
			fc.property(json, (text) => {
				const measured = measure(text);
				expect(parse(text, measured)).toEqual({ value: JSON.parse(text) });
				const { values, depth, nameBytes } = measured;
				expect(parse(text, { values: values - 1 })).toEqual({ failure: 'tooManyValues' });
				if (depth > 0) {
					expect(parse(text, { depth: depth - 1 })).toEqual({ failure: 'nestedTooDeep' });
				}
				if (nameBytes > 0) {
					const limits = { nameBytes: nameBytes - 1 };
					expect(parse(text, limits)).toEqual({ failure: 'nameTooLong' });
				}
			}),
			runs(20_000),
		);
	});

	it('may be a page of 100,000 contacts with 50 fields', () => {
		const contact = `{${Array.from({ length: 50 }, (_, n) => `"field_${n}":${n}`).join(',')}}`;
		const body = `{"contacts":[${`${contact},`.repeat(99_999)}${contact}]}`;
		const { value } = parse(body) as { value: { contacts: unknown[] } };
		expect(value.contacts).toHaveLength(100_000);
		expect(value.contacts[99_999]).toHaveProperty('field_49', 49);
	});
});

describe('A response beyond a limit', () => {
	const many = (count: number, value = '0') => `[${`${value},`.repeat(count - 2)}${value}]`;
	const nested = (depth: number) => '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2);
	const named = (bytes: number) => `{"${'n'.repeat(bytes)}":1}`;

	it.each([
		['values', many, 10_000_000, 'tooManyValues'],
		['levels', nested, 512, 'nestedTooDeep'],
		['bytes in a name', named, 10_000, 'nameTooLong'],
	])('is refused for too many %s', (_name, build: (size: number) => string, limit, failure) => {
		expect('value' in parse(build(limit))).toBe(true);
		expect(parse(build(limit + 2))).toEqual({ failure });
	});

	it.each([
		['22 million empty objects', () => many(22_000_000, '{}')],
		['20,000 levels', () => nested(20_000)],
		['20 million levels without an end', () => '['.repeat(20_000_000)],
		['a name of 8 MB', () => named(8_000_000)],
		['a name of 60 MB of escapes', () => `{"${'\\"'.repeat(30_000_000)}":1}`],
	])('is refused before it is parsed: %s', (_name, build) => {
		const parser = jest.spyOn(JSON, 'parse');
		expect(parse(build())).toHaveProperty('failure');
		expect(parser).not.toHaveBeenCalled();
		parser.mockRestore();
	});
});

describe('A response that is not JSON', () => {
	it.each(['', '<html>', '{"a":', '"', '"\\', '"a\\"', '[1,]', '{"a" "b"}', ']', '1 2'])(
		'has no value: %j',
		(text) => expect(parse(text)).toEqual({ failure: 'notJson' }),
	);

	it('never makes it throw, whatever the bytes', () => {
		const byte = fc.oneof(
			fc.constantFrom(...Buffer.from('[]{}":,\\ \n0e-tfn')),
			fc.integer({ min: 0, max: 255 }),
		);
		fc.assert(
			fc.property(fc.array(byte, { maxLength: 40 }), (bytes) => {
				const body = Uint8Array.from(bytes);
				const text = new TextDecoder().decode(body);
				let expected: object = { failure: 'notJson' };
				try {
					expected = { value: JSON.parse(text) };
				} catch {}
				expect(parseWithinBudget(body)).toEqual(expected);
			}),
			runs(20_000),
		);
	});
});
