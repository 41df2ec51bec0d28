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
const upToFive = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 5 });
const oddText = fc.constantFrom('\\', '"', '[{', '\\"');

/** JSON with odd texts, names and spaces, and duplicate names. */
const { json } = fc.letrec<{ json: string; value: string }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small' },
		fc.constantFrom('null', 'true', '-1.5e+3', '0', '""', '{}', '[]', '[ ]', '{\n}'),
		fc.oneof(fc.string({ unit: 'grapheme' }), oddText).map(quote),
		upToFive(tie('value')).map((values) => `[${values.join(' ,')}]`),
		upToFive(fc.tuple(fc.string({ unit: 'binary' }), tie('value')))
			.map((fields) => fields.map(([name, value]) => `${quote(name)}\t:${value}`))
			.map((fields) => `{${fields.join(',')}}`),
	),
	json: fc
		.tuple(tie('value'), fc.constantFrom('', ' ', '\r\n\t'))
		.map(([value, space]) => space + value + space),
}));

it('A response may reach each limit, and not exceed any', () => {
	fc.assert(
		fc.property(json, (text) => {
			const { values, depth, nameBytes } = measure(text);
			expect(parse(text, { values, depth, nameBytes })).toEqual({ value: JSON.parse(text) });
			expect(parse(text, { values: values - 1 })).toEqual({ failure: 'tooManyValues' });
			if (depth > 0) {
				expect(parse(text, { depth: depth - 1 })).toEqual({ failure: 'nestedTooDeep' });
			}
			if (nameBytes > 0) {
				expect(parse(text, { nameBytes: nameBytes - 1 })).toEqual({ failure: 'nameTooLong' });
			}
		}),
		runs(5_000),
	);
	expect(parse('\ufeff[]')).toEqual({ value: [] });
});

it('A number may be as large as JavaScript can hold, and not larger', () => {
	const largest = String(Number.MAX_VALUE);
	const small = [largest, `-${largest}`, '1e308', '0e999', '1E-400', '9e+99', '1.5e-7'];
	for (const number of [
		...small,
		'9'.repeat(308),
		`${'9'.repeat(198)}e99`,
		`0.${'1'.repeat(400)}`,
	]) {
		const value = Number(number);
		expect(parse(`{"a":[${number}, ${number}]}`)).toEqual({ value: { a: [value, value] } });
		expect(parse(number)).toEqual({ value });
	}
	for (const number of ['1e309', '-1e400', '1.8E+308', '9'.repeat(309), `1${'0'.repeat(250)}e99`]) {
		for (const json of [number, `[1,${number}]`, `{"a":1,"b": ${number} }`]) {
			expect(parse(json)).toEqual({ failure: 'numberTooLarge' });
		}
		expect(parse(`{"${number}":"${number}"}`)).toEqual({ value: { [number]: number } });
	}
});

it('Numbers with exponents are not converted one by one', () => {
	const decode = jest.spyOn(TextDecoder.prototype, 'decode');
	parse(`[${'1e-10,1e-300,1E+99,'.repeat(100)}0]`);
	expect(decode).toHaveBeenCalledTimes(1);
	decode.mockRestore();
});

it.each([
	['more than a million values', `[${'[],'.repeat(1_000_000)}`, 'tooManyValues'],
	['levels without an end', '['.repeat(100_000), 'nestedTooDeep'],
	['a name of 1 MB of escapes', `{"${'\\"'.repeat(500_000)}":1}`, 'nameTooLong'],
])('A response is refused before it is parsed with %s', (_name, text, failure) => {
	const parser = jest.spyOn(JSON, 'parse');
	expect(parse(text)).toEqual({ failure });
	expect(parser).not.toHaveBeenCalled();
	parser.mockRestore();
});

it('A response that is not JSON in UTF-8 is a failure and never an exception, whatever the bytes', () => {
	const syntax = fc.constantFrom(...Buffer.from('[]{}":,\\ \n0e-tfn'));
	const byte = fc.oneof(syntax, fc.integer({ min: 0, max: 255 }));
	fc.assert(
		fc.property(fc.array(byte, { maxLength: 40 }), (bytes) => {
			const body = Uint8Array.from(bytes);
			let expected: object = { failure: 'notJson' };
			try {
				const value: unknown = JSON.parse(new TextDecoder().decode(body));
				expected = isUtf8(body) ? { value } : { failure: 'textInvalid' };
			} catch {}
			expect(parseWithinBudget(body)).toEqual(expected);
		}),
		runs(10_000),
	);
});
