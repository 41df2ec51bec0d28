import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { RESPONSE_LIMITS } from '../../../../nodes/Contacts/response/parseWithinBudget';

const HOOK = join(__dirname, '../../../support/run-typescript.cjs');
const SCRIPT = join(__dirname, 'readPageFromStdin.ts');

const { values, mebibytes } = RESPONSE_LIMITS;
const MEBIBYTE = 1024 * 1024;

const list = (count: number, element: (n: number) => string) =>
	`[${Array.from({ length: count }, (_, n) => element(n)).join()}]`;

/** A contact with a list, beside which there are five values in the whole page. */
const contactWith = (inner: string) => `[{"id":1,"a":${inner}},{"id":2}]`;
const left = values - 6;

describe('A page at the limits is read and stored in a process with a heap of 512 MB:', () => {
	it.each<[string, () => string]>([
		['objects without fields', () => contactWith(list(left, () => '{}'))],
		['different texts', () => contactWith(list(left, (n) => `"text ${n}"`))],
		[
			'long texts, each with a character that takes two bytes',
			() => contactWith(list(32, () => `"漢${'a'.repeat((mebibytes * MEBIBYTE) / 32 - 10)}"`)),
		],
		[
			'usual contacts',
			() =>
				list(60_000, (n) => {
					const phones = [`+47 ${n}`, `+48 ${n}`];
					const address = { city: `City ${n}`, zip: String(n), street: `Street ${n}` };
					const note = 'n'.repeat(300);
					return JSON.stringify({
						id: n,
						name: `Contact ${n}`,
						phones,
						address,
						tags: ['a'],
						note,
					});
				}),
		],
	])(
		'%s',
		async (_name, build) => {
			const options = ['--max-old-space-size=512', '--require', HOOK, SCRIPT];
			const child = spawn(process.execPath, options, { stdio: ['pipe', 'pipe', 'ignore'] });
			child.stdin.end(build());
			expect(await text(child.stdout)).toBe('{"read":true}\n');
		},
		120_000,
	);
});
