import * as fc from 'fast-check';

import { readExplanation } from '../../../../../nodes/Contacts/request/explanation';
import { runs } from '../../../../support/runs';

const TWO_HUNDRED = 'éé '.repeat(67).trim();

const read = (body: unknown) =>
	readExplanation(Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)));

describe('The explanation of a 400 or 422', () => {
	const errors = [{ detail: 'a' }, { detail: 'b' }, { detail: 'a' }, 'c', null];

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
		['no markup', { message: '<b>"1" & 2</b>' }, "'b''1' ' 2'/b'"],
		['words of 19 characters', { message: 'a'.repeat(19) }, 'a'.repeat(19)],
	])('has %s', (_name, body, expected) => {
		expect(read(body)).toBe(expected);
	});

	it('has no word of 20 characters or more, which could be a token in any form', () => {
		const character = fc.constantFrom(...'abcXYZ019-._~+/=%&#;:,"\\');
		const word = fc.string({ unit: character, minLength: 20, maxLength: 22 });
		fc.assert(
			fc.property(word, (token) =>
				expect(read({ message: `wrong ${token}` })).toBe('wrong (not shown)'),
			),
			runs(1_000),
		);
	});
});
