import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPT = join(__dirname, '../release-check.mjs');

const URL = 'https://github.com/acme/n8n-nodes-contacts-api';
const READY = `Ready for a release from ${URL}.\n`;

const MANIFEST = {
	version: '0.1.0',
	author: { name: 'Ada Owner', email: 'ada@acme.test' },
	repository: { type: 'git', url: `git+${URL}.git` },
	bugs: { url: `${URL}/issues` },
	homepage: `${URL}#readme`,
};

const COMPLETE = {
	'README.md': `![Form](${URL}/raw/HEAD/docs/form.png) [Limits](${URL}/blob/HEAD/docs/limits.md#time)`,
	'CHANGELOG.md': '## [0.1.0] - 2026-11-23',
	'SECURITY.md': 'Write to security@acme.test.',
	LICENSE: 'MIT License\n\nCopyright (c) 2026 Ada Owner\n',
};

describe('The release check', () => {
	const folder = temporaryFolder();

	/** @returns what the check prints about a repository that is complete but for this */
	const check = (manifest: object, files: object, { environment = {}, args = [''] } = {}) => {
		const packageJson = JSON.stringify({ ...MANIFEST, ...manifest });
		const all = { ...COMPLETE, 'package.json': packageJson, ...files };
		for (const [file, text] of Object.entries(all)) writeFileSync(join(folder, file), text);
		const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], {
			cwd: folder,
			// Without the variables of a GitHub workflow that runs this test.
			env: { PATH: process.env.PATH, ...environment },
			encoding: 'utf8',
		});
		expect(status).toBe(stderr === '' ? 0 : 1);
		return stdout + stderr;
	};
	const problemsIn = (output: string) => output.split('\n- ').slice(1);

	it('says nothing about a complete repository', () => {
		expect(check({}, {})).toBe(READY);
	});

	it.each([
		['the placeholders of the template', 'n8n-nodes-contacts-api maintainers', 'a <b@c.example>'],
		['nothing', '', undefined],
	])('lists everything that is missing at once: %s', (_name, holder, author) => {
		const other = 'https://github.com/other/contacts';
		const manifest = { author, repository: undefined, bugs: `${other}/issues`, homepage: other };
		const files = {
			'README.md': '[Limits](docs/limits.md)',
			'CHANGELOG.md': '## [Unreleased]',
			'SECURITY.md': 'Write to maintainers@contacts.example.',
			LICENSE: `Copyright (c) 2026 ${holder}\n`,
		};
		const problems = problemsIn(check(manifest, files));
		expect(problems.map((problem) => problem.split(/:| in /)[0])).toEqual([
			...['repository', 'bugs', 'homepage', 'author'],
			...Object.keys(files),
		]);
	});

	it('compares package.json with the repository of the workflow', () => {
		const environment = { GITHUB_REPOSITORY: 'fork/contacts' };
		expect(problemsIn(check({}, {}, { environment }))).toHaveLength(3);
	});

	it('completes the addresses in the README with --write, except those within it', () => {
		const others = '[Install](#install) [n8n](https://n8n.io)';
		const relative = `![Form](docs/form.png) [Limits](docs/limits.md#time) ${others}`;
		expect(check({}, { 'README.md': relative }, { args: ['--write'] })).toBe(READY);
		const written = readFileSync(join(folder, 'README.md'), 'utf8');
		expect(written).toBe(`${COMPLETE['README.md']} ${others}`);
	});
});
