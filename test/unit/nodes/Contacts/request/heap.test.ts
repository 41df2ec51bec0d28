import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { runs, someOf } from '../../../../support/runs';

const HOOK = join(__dirname, '../../../../support/run-typescript.cjs');
const SCRIPT = join(__dirname, 'readLargePages.ts');

/** A heap of 512 MB, without what n8n takes of it while it is idle. */
const HEAP = '--max-old-space-size=332';

/** The pages of the script. */
const PAGES = ['objects without fields', 'long texts', 'many names', 'usual contacts'];

it('A page takes at most 50 MB for a megabyte, and fits into a heap of 512 MB at the limits', async () => {
	const names = someOf(PAGES, 1, runs(1).seed);
	const options = [HEAP, '--expose-gc', '--require', HOOK, SCRIPT, ...names];
	const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'ignore'] });
	const lines = (await text(child.stdout)).trim().split('\n');
	const pages = lines.map((line) => JSON.parse(line) as Record<string, number>);
	expect(pages).toHaveLength(2 * names.length);
	for (const { megabytes = 0 } of pages) expect(megabytes).toBeLessThan(50);
});
