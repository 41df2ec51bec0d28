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

const BEFORE = 'Not ready for a release:\n- ';
const author = 'Maintainers <maintainers@contacts.example>';
const other = 'https://github.com/other/n8n-nodes-contacts-api';

/** package.json with other values. */
const changed = (values: object) => ({
	'package.json': JSON.stringify({ ...MANIFEST, ...values }),
});

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

	it.each<[string, string, Parameters<typeof check>[1]?]>([
		['an address', READY],
		['an address that ends in .git', READY, { remote: `${URL}.git` }],
		['SSH', READY, { remote: 'ssh://git@github.com:22/acme/n8n-nodes-contacts-api' }],
		['the short form', READY, { remote: 'git@github.com:acme/n8n-nodes-contacts-api.git' }],
		['a secret', READY, { remote: 'https://ada:secret@github.com/acme/n8n-nodes-contacts-api' }],
		['a path', `${BEFORE}the repository is not`, { remote: '/srv/contacts' }],
		[
			'another one in the workflow, which comes first',
			`${BEFORE}repository in package.json: enter`,
			{ environment: { GITHUB_REPOSITORY: 'fork/n8n-nodes-contacts-api' } },
		],
	])('reads the remote: %s', (_name, expected, options = {}) => {
		expect(check({}, options)).toContain(expected);
	});

	it.each<[string, object]>([
		[
			'repository in package.json',
			changed({ repository: { type: 'git', url: `git+${other}.git` } }),
		],
		['bugs in package.json', changed({ bugs: `${other}/issues` })],
		['homepage in package.json', changed({ homepage: 'https://www.npmjs.com/package/contacts' })],
		['author in package.json', changed({ author })],
		['author in package.json', changed({ author: undefined })],
		['README.md', { 'README.md': '[Limits](docs/limits.md)' }],
		['CHANGELOG.md', { 'CHANGELOG.md': '## [Unreleased]' }],
		['SECURITY.md', { 'SECURITY.md': 'Write to maintainers@contacts.example.' }],
		['LICENSE', { LICENSE: 'Copyright (c) 2026 n8n-nodes-contacts-api maintainers\n' }],
		['LICENSE', { LICENSE: 'Copyright (c) 2026\n' }],
	])('refuses in %s: %j', (subject, files) => {
		const output = check(files);
		expect(output.startsWith(`${BEFORE}${subject}: `)).toBe(true);
		expect(output.split('\n- ')).toHaveLength(2);
	});

	it('lists everything that is missing at once', () => {
		const files = { 'package.json': '{ "version": "0.1.0" }', LICENSE: '' };
		expect(check(files, { remote: '/srv/contacts' }).split('\n- ')).toHaveLength(7);
	});

	it('completes the addresses in the README with --write, except those within it', () => {
		const others = '[Install](#install) [n8n](https://n8n.io)';
		const relative = `![Form](docs/form.png) [Limits](docs/limits.md#time) ${others}`;
		expect(check({ 'README.md': relative }, { args: ['--write'] })).toBe(READY);
		const written = readFileSync(join(folder, 'README.md'), 'utf8');
		expect(written).toBe(`${COMPLETE['README.md']} ${others}`);
	});
});
