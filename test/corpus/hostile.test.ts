/** Counts what the reader does with responses that are made to cost time or memory. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { runs, someOf } from '../support/runs';
import { HOSTILE } from './hostileServices';
import type { Work } from './readHostile';
import { contactsOf, paged } from './services';
import { page } from './positions';
import { reads } from './read';

const HOOK = join(__dirname, '../support/run-typescript.cjs');
const SCRIPT = join(__dirname, 'readHostile.ts');

/** A heap of 512 MB, without what n8n takes of it while it is idle. */
const HEAP = '--max-old-space-size=332';

/** For each character that was sent, of all responses. */
const MOST = { characters: 8, blocks: 8 };
/** What a reading takes that does not depend on the length of the responses. */
const LEAST = 500_000;
/** Longer texts are no links, names or numbers. */
const LONGEST_MATCHED = 8_192;

it('The work for a response grows no faster than the response, which no heap of 512 MB ends', async () => {
	const names = someOf(HOSTILE, HOSTILE.length / 6, runs(1).seed).map(([name]) => name);
	const parameters = [HEAP, '--require', HOOK, SCRIPT, ...names];
	const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'ignore'] });
	const lines = (await text(child.stdout)).trim().split('\n');
	const all = lines.map((line) => JSON.parse(line) as Work & { name: string });
	expect(all.map(({ name }) => name)).toEqual(names);
	const tooMuch = all.filter(
		({ outcome, sent, characters, blocks, longestMatched }) =>
			outcome.startsWith('bug') ||
			characters > MOST.characters * sent + LEAST ||
			blocks > MOST.blocks * sent + LEAST ||
			longestMatched > LONGEST_MATCHED,
	);
	expect(tooMuch).toEqual([]);
});

it.each(Object.values(reads))(
	'A link with doubled slashes leads to no other host',
	async (read) => {
		const service = paged(230, page('page', 1), undefined, {
			body: ({ list, nextLink }) => ({
				contacts: list,
				next: nextLink ? nextLink.replace('.com/', '.com//') : null,
			}),
		});
		const { result, contacts } = await read(service, { pageSize: 50 });
		expect([result, contacts.length]).toEqual(['whole', contactsOf(230).length]);
	},
);
