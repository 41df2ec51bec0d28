import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPT = join(__dirname, '../release-check.mjs');

const URL = 'https://github.com/acme/n8n-nodes-contacts-api';
const READY = `Ready for a release from ${URL}.\n`;

/** A package.json that matches the repository at URL. */
const MANIFEST = {
	version: '0.1.0',
	author: { name: 'Ada Owner', email: 'ada@acme.test' },
	repository: { type: 'git', url: `git+${URL}.git` },
	bugs: { url: `${URL}/issues` },
	homepage: `${URL}#readme`,
};

const COMPLETE = {
	'package.json': JSON.stringify(MANIFEST),
	'README.md': `![Form](${URL}/raw/HEAD/docs/form.png) [Limits](${URL}/blob/HEAD/docs/limits.md#time)`,
	'CHANGELOG.md': '## [0.1.0] - 2026-11-23',
	'SECURITY.md': 'Write to security@acme.test.',
	LICENSE: 'MIT License\n\nCopyright (c) 2026 Ada Owner\n',
};

describe('The release check', () => {
	const folder = temporaryFolder();
	const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
	beforeAll(() => git('init', '--quiet'));

	/** @returns what the check prints about a repository that is complete but for these files */
	const check = (files: object, { remote = URL, environment = {}, args = [] as string[] } = {}) => {
		git('config', 'remote.origin.url', remote);
		for (const [file, text] of Object.entries({ ...COMPLETE, ...files })) {
			writeFileSync(join(folder, file), text);
		}
		const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], {
			cwd: folder,
			// Without the variables of a GitHub workflow that runs this test.
			env: { PATH: process.env.PATH, ...environment },
			encoding: 'utf8',
		});
		expect(status).toBe(stderr === '' ? 0 : 1);
		return stdout + stderr;
	};

	it.each([
		[`${URL}.git`],
		['ssh://git@github.com:22/acme/n8n-nodes-contacts-api'],
		['git@github.com:acme/n8n-nodes-contacts-api.git'],
		['https://ada:secret@github.com/acme/n8n-nodes-contacts-api'],
	])('knows the repository by the remote %s', (remote) => {
		expect(check({}, { remote })).toBe(READY);
	});

	it('knows the repository of the workflow, which comes first', () => {
		const environment = { GITHUB_REPOSITORY: 'fork/n8n-nodes-contacts-api' };
		expect(check({}, { environment })).toContain('fork/n8n-nodes-contacts-api.git');
	});

	const other = 'https://github.com/other/n8n-nodes-contacts-api';

	it.each<[string, object]>([
		['repository in package.json', { repository: { url: `git+${other}.git` } }],
		['bugs in package.json', { bugs: `${other}/issues` }],
		['homepage in package.json', { homepage: 'https://www.npmjs.com/package/contacts' }],
		['author in package.json', { author: 'Maintainers <maintainers@contacts.example>' }],
		['author in package.json', { author: undefined }],
	])('refuses the %s: %j', (subject, values) => {
		const changed = { 'package.json': JSON.stringify({ ...MANIFEST, ...values }) };
		expect(problemsIn(check(changed))).toEqual([expect.stringContaining(`${subject}: `)]);
	});

	it('lists everything that is missing at once', () => {
		const files = {
			'README.md': '[Limits](docs/limits.md)',
			'CHANGELOG.md': '## [Unreleased]',
			'SECURITY.md': 'Write to maintainers@contacts.example.',
			LICENSE: 'Copyright (c) 2026 n8n-nodes-contacts-api maintainers\n',
		};
		const problems = problemsIn(check(files, { remote: '/srv/contacts' }));
		const subjects = problems.map((problem) => problem.split(':')[0]);
		const inManifest = ['repository', 'bugs', 'homepage'].map((name) => `${name} in package.json`);
		expect(subjects.slice(1)).toEqual([...inManifest, ...Object.keys(files)]);
		expect(subjects[0]).toContain('the repository is not known');
		expect(problemsIn(check({ LICENSE: '' }))).toHaveLength(1);
	});

	it('completes the addresses in the README with --write, except those within it', () => {
		const others = '[Install](#install) [n8n](https://n8n.io)';
		const relative = `![Form](docs/form.png) [Limits](docs/limits.md#time) ${others}`;
		expect(check({ 'README.md': relative }, { args: ['--write'] })).toBe(READY);
		const written = readFileSync(join(folder, 'README.md'), 'utf8');
		expect(written).toBe(`${COMPLETE['README.md']} ${others}`);
	});
});

const problemsIn = (output: string) => output.trim().split('\n- ').slice(1);
