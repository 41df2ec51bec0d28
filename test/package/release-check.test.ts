import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPT = join(__dirname, '../release-check.mjs');

const URL = 'https://github.com/acme/n8n-nodes-contacts-api';
const README = `![Form](${URL}/raw/HEAD/docs/form.png) [Limits](${URL}/blob/HEAD/docs/limits.md#time)`;

const folder = temporaryFolder();

/** @returns what the check prints about a repository that is complete but for this */
function check(manifest: object, files: object, environment = {}) {
	const author = { name: 'Ada Owner', email: 'ada@acme.test' };
	const repository = { type: 'git', url: `git+${URL}.git` };
	const addresses = { repository, bugs: { url: `${URL}/issues` }, homepage: `${URL}#readme` };
	const all = {
		'README.md': README,
		'CHANGELOG.md': '## [0.1.0] - 2026-11-23',
		'SECURITY.md': 'Write to security@acme.test.',
		LICENSE: 'MIT License\n\nCopyright (c) 2026 Ada Owner\n',
		'package.json': JSON.stringify({ version: '0.1.0', author, ...addresses, ...manifest }),
		...files,
	};
	for (const [file, text] of Object.entries(all)) writeFileSync(join(folder, file), text);
	const { stdout, stderr } = spawnSync(process.execPath, [SCRIPT, '--write'], {
		cwd: folder,
		// Without the variables of a GitHub workflow that runs this test.
		env: { PATH: process.env.PATH, ...environment },
		encoding: 'utf8',
	});
	return stdout + stderr;
}

it('The release check completes the addresses in the README, and says nothing else', () => {
	const links = '![Form](docs/form.png) [Limits](docs/limits.md#time)';
	const others = '[Install](#install) [n8n](https://n8n.io)';
	const ready = `Ready for a release from ${URL}.\n`;
	expect(check({}, { 'README.md': `${links} ${others}` })).toBe(ready);
	expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe(`${README} ${others}`);
});

it.each([
	['the placeholders of the template', 'n8n-nodes-contacts-api maintainers', 'a <b@c.example>'],
	['nothing', '', undefined],
])('The release check lists everything that is missing at once: %s', (_name, holder, author) => {
	const other = 'https://github.com/other/contacts';
	const manifest = { author, repository: undefined, bugs: `${other}/issues`, homepage: other };
	const files = {
		'README.md': '[Limits](docs/limits.md)',
		'CHANGELOG.md': '## [Unreleased]',
		'SECURITY.md': 'Write to maintainers@contacts.example.',
		LICENSE: `Copyright (c) 2026 ${holder}\n`,
	};
	const problems = check(manifest, files).split('\n- ').slice(1);
	const missing = ['repository', 'bugs', 'homepage', 'author', ...Object.keys(files)];
	expect(problems.map((problem) => problem.split(/:| in /)[0])).toEqual(missing);
});

it('The release check compares package.json with the repository of the workflow', () => {
	const output = check({}, {}, { GITHUB_REPOSITORY: 'fork/contacts' });
	expect(output.split('\n- ').slice(1)).toHaveLength(3);
});
