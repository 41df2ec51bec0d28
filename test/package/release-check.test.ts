import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
	const folder = mkdtempSync(join(tmpdir(), 'contacts-release-'));
	afterAll(() => rmSync(folder, { recursive: true }));
	const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
	beforeAll(() => {
		git('init', '--quiet');
		git('remote', 'add', 'origin', URL);
	});
	afterEach(() => git('remote', 'set-url', 'origin', URL));

	/** @returns what the check prints about a repository that is complete but for these files */
	const check = (files: object = {}, environment: object = {}, ...args: string[]): string => {
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
		[URL, READY],
		[`${URL}.git`, READY],
		['ssh://git@github.com:22/acme/n8n-nodes-contacts-api', READY],
		['git@github.com:acme/n8n-nodes-contacts-api.git', READY],
		['https://ada:secret@github.com/acme/n8n-nodes-contacts-api', READY],
		['/srv/contacts', 'git remote add origin'],
	])('with the remote %s prints %s', (remote, expected) => {
		git('remote', 'set-url', 'origin', remote);
		expect(check()).toContain(expected);
	});

	it("prefers the workflow's repository to the remote", () => {
		const fork = { GITHUB_REPOSITORY: 'fork/n8n-nodes-contacts-api' };
		expect(check({}, fork)).toContain('- repository');
	});

	it.each<[string, unknown]>([
		['repository', { type: 'git', url: 'git+https://github.com/other/n8n-nodes-contacts-api.git' }],
		['bugs', 'https://github.com/other/n8n-nodes-contacts-api/issues'],
		['homepage', 'https://www.npmjs.com/package/n8n-nodes-contacts-api'],
		['author', 'Maintainers <maintainers@contacts.example>'],
	])('refuses in package.json as %s: %j', (field, value) => {
		const manifest = JSON.stringify({ ...MANIFEST, [field]: value });
		expect(check({ 'package.json': manifest })).toMatch(
			new RegExp(`^Not ready for a release:\n- ${field} in package\\.json: enter .+\n$`),
		);
	});

	it.each(['Copyright (c) 2026 n8n-nodes-contacts-api maintainers\n', 'Copyright (c) 2026\n'])(
		'refuses the license with %j',
		(text) => {
			expect(check({ LICENSE: text })).toMatch('Not ready for a release:\n- LICENSE: ');
		},
	);

	it('lists everything that is missing at once, also where the repository is not known', () => {
		git('remote', 'set-url', 'origin', '/srv/contacts');
		const missing = check({
			'package.json': '{ "version": "0.1.0" }',
			'README.md': '[Limits](docs/limits.md)',
			'CHANGELOG.md': '## [Unreleased]',
			'SECURITY.md': 'Write to maintainers@contacts.example.',
			LICENSE: '',
		});
		const subjects = missing.split('\n- ').slice(1);
		expect(subjects.map((text) => /^(\S+ in )?\S+/.exec(text)![0])).toEqual([
			'the',
			'repository in package.json:',
			'bugs in package.json:',
			'homepage in package.json:',
			'author in package.json:',
			'README.md:',
			'CHANGELOG.md:',
			'SECURITY.md:',
			'LICENSE:',
		]);
	});

	it('completes the addresses in the README with --write, except those within it', () => {
		const others = '[Install](#install) [n8n](https://n8n.io)';
		const relative = `![Form](docs/form.png) [Limits](docs/limits.md#time) ${others}`;
		expect(check({ 'README.md': relative }, {}, '--write')).toBe(READY);
		const written = readFileSync(join(folder, 'README.md'), 'utf8');
		expect(written).toBe(`${COMPLETE['README.md']} ${others}`);
	});
});
