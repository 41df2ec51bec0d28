import * as fc from 'fast-check';

import { readExplanation } from '../../../../../nodes/Contacts/request/explanation';
import { Secrets } from '../../../../../nodes/Contacts/secrets';
import { runs } from '../../../../support/runs';

const TOKEN = 'access+canary/0123456789==';

const secrets = new Secrets();
for (const token of [TOKEN, 'пароль-и-ещё-слова', 'a.pre*-/fix.1=.b', 's3cr3t!']) {
	secrets.add(token);
}

const TWO_HUNDRED = 'éé '.repeat(67).trim();

const read = (body: unknown) =>
	readExplanation(Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)), secrets);

describe('The explanation of a 400 or 422', () => {
	const errors = [{ detail: 'a' }, { detail: 'b' }, { detail: 'a' }, 'c', null];
	const key = `key ${'k3'.repeat(10)} of eyJhbGciOi`;

	it.each<[string, unknown, string | undefined]>([
		['nothing where the body is not JSON', Buffer.from('message: a'), undefined],
		['detail rather than title', { title: 'Bad Request', detail: 'No page 0' }, 'No page 0'],
		['message', { message: 'No page 0', code: 7 }, 'No page 0'],
		['error_description', { error: 'x', error_description: 'No page 0' }, 'No page 0'],
		['title', { title: 'No page 0', detail: '' }, 'No page 0'],
		['the details of all errors, once', { errors }, 'a; b'],
		['its own text before its errors', { message: 'a', errors: [{ detail: 'b' }] }, 'a; b'],
		['nothing from other fields', { reason: 'a', errors: { detail: 'b' } }, undefined],
		['nothing from other values', { message: 7, detail: ['a'], title: {} }, undefined],
		['nothing from a list', [{ message: 'a' }], undefined],
		['nothing from white space', { message: ' \n ' }, undefined],
		['200 characters', { message: TWO_HUNDRED }, TWO_HUNDRED],
		['199 of more characters', { message: '𝒙 '.repeat(101) }, `${'𝒙 '.repeat(99)}𝒙…`],
		['no control characters', { message: 'a\0b\u202ec\r\n\td 5%ff' }, 'a b c d 5%ff'],
		['no markup', { message: '<b>"1" & 2</b>' }, "‹b›'1' + 2‹/b›"],
		['no keys', { message: key }, 'key (not shown) of (not shown)'],
		['no long words', { message: `a ${'b'.repeat(60)}` }, 'a (not shown)'],
	])('has %s', (_name, body, expected) => {
		expect(read(body)).toBe(expected);
	});

	const base64 = (text: string) => Buffer.from(text).toString('base64');
	const html = (text: string, radix: number, mark = '') =>
		text.replace(/./g, (c) => `&#${mark}${c.charCodeAt(0).toString(radix)};`);

	it.each([
		['in part', TOKEN.slice(3, 19)],
		['in a part with other characters', 'pre*-/fix.1='],
		['in upper case', TOKEN.toUpperCase()],
		['percent-encoded twice', encodeURIComponent(encodeURIComponent(TOKEN))],
		['in Base64 with line breaks', base64(`Bearer ${TOKEN}`).replace(/.{10}/g, '$&\n')],
		['in base64url', Buffer.from(TOKEN).toString('base64url')],
		['as HTML', html(TOKEN, 10)],
		['as HTML in hexadecimal', html(TOKEN, 16, 'x')],
		['as JSON in JSON', JSON.stringify({ TOKEN }).replaceAll('a', '\\u0061')],
		['in another script', encodeURIComponent('пароль-и-ещё-слова')],
		['when it is short', 'xs3cr3t!y'],
	])('is missing where the body has a token %s', (_name, echo) => {
		expect(read({ message: 'a', debug: [{ echo }] })).toBeUndefined();
		expect(read({ message: 'a', [echo]: 1 })).toBeUndefined();
		expect(read({ message: `a: ${echo}` })).toBeUndefined();
	});

	it('is missing where a body has any token, in any of these encodings, anywhere', () => {
		const encode: Array<(text: string) => string> = [
			...[(text: string) => text, encodeURIComponent],
			...['', ':', 'a:'].map((before) => (text: string) => base64(`${before}${text}b`)),
			(text) => Buffer.from(text).toString('hex'),
			(text) => [...text].join(' '),
		];
		const token = fc.stringMatching(/^[A-Za-z0-9]{6,30}[._~+/-][A-Za-z0-9]{6,30}={0,2}$/);
		const part = fc.tuple(token, fc.constantFrom(...encode), fc.string(), fc.string());
		fc.assert(
			fc.property(part, ([sent, encoded, before, after]) => {
				const known = new Secrets();
				known.add(sent);
				const body = { detail: 'wrong', echo: `${before} ${encoded(sent)} ${after}` };
				expect(readExplanation(Buffer.from(JSON.stringify(body)), known)).toBeUndefined();
			}),
			runs(5_000),
		);
	});

	it('is read in no time where the tokens and the body are as long as can be', () => {
		secrets.add('x1y2z3'.repeat(1_400));
		// The time of the processor: on a busy machine, more time passes.
		const started = process.cpuUsage();
		expect(read({ message: 'a', more: 'y2x1'.repeat(4_000) })).toBe('a');
		expect(read({ message: 'y2x1'.repeat(4_000) })).toBe('(not shown)');
		expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
	});
});
