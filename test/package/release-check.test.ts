import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = join(__dirname, '../release-check.mjs');

const URL = 'https://github.com/acme/n8n-nodes-contacts-api';

/** A package.json that matches the repository at URL. */
const COMPLETE = {
	name: 'n8n-nodes-contacts-api',
	author: { name: 'Ada Owner', email: 'ada@acme.test' },
	repository: { type: 'git', url: `git+${URL}.git` },
	bugs: { url: `${URL}/issues` },
	homepage: `${URL}#readme`,
};

const README = `![Form](${URL}/raw/HEAD/docs/form.png) [Limits](${URL}/blob/HEAD/docs/limits.md#time)`;
const SECURITY = 'Write to security@acme.test.';
const LICENSE = 'MIT License\n\nCopyright (c) 2026 Ada Owner\n';

describe('The release check', () => {
	const folder = mkdtempSync(join(tmpdir(), 'contacts-release-'));
	const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
	beforeAll(() => {
		git('init', '--quiet');
		git('remote', 'add', 'origin', URL);
	});
	const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
	beforeEach(() => {
		git('remote', 'set-url', 'origin', URL);
		write('README.md', README);
		write('SECURITY.md', SECURITY);
		write('LICENSE', LICENSE);
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	const check = (manifest: object, environment: Record<string, string> = {}, ...args: string[]) => {
		write('package.json', JSON.stringify(manifest));
		const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], {
			cwd: folder,
			// Without the variables of a GitHub workflow that runs this test.
			env: { PATH: process.env.PATH, ...environment },
			encoding: 'utf8',
		});
		return { status, stdout, stderr };
	};

	it('passes if everything refers to the repository and names somebody', () => {
		expect(check(COMPLETE)).toEqual({
			status: 0,
			stdout: `Ready for a release from ${URL}.\n`,
			stderr: '',
		});
	});

	it.each(['author', 'repository', 'bugs', 'homepage'] as const)(
		'refuses a missing %s',
		(field) => {
			const { [field]: _, ...manifest } = COMPLETE;
			const { status, stderr } = check(manifest);
			expect(status).toBe(1);
			expect(stderr).toContain(`- ${field} in package.json: missing\n`);
		},
	);

	it.each([
		['repository', { type: 'git', url: 'git+https://github.com/other/n8n-nodes-contacts-api.git' }],
		['bugs', 'https://github.com/other/n8n-nodes-contacts-api/issues'],
		['homepage', 'https://www.npmjs.com/package/n8n-nodes-contacts-api'],
		['author', 'Maintainers <maintainers@contacts.example>'],
	])('refuses another %s: %j', (field, value) => {
		const { status, stderr } = check({ ...COMPLETE, [field]: value });
		expect(status).toBe(1);
		expect(stderr).toContain(`- ${field} in package.json: `);
		expect(stderr.match(/^- /gm)).toHaveLength(1);
	});

	it('treats a field without a URL as missing', () => {
		const { status, stderr } = check({ ...COMPLETE, repository: { type: 'git' } });
		expect(status).toBe(1);
		expect(stderr).toContain('- repository in package.json: missing\n');
	});

	it('says what to enter', () => {
		const { name, author } = COMPLETE;
		const { status, stderr } = check({ name, author, repository: '' });
		expect(status).toBe(1);
		const [, fields] = /commit it:\n(.*)$/s.exec(stderr)!;

		const entered = { name, author, ...(JSON.parse(`{${fields}}`) as object) };

		expect(entered).toEqual(COMPLETE);
		expect(check(entered).status).toBe(0);
	});

	it.each([
		['SECURITY.md', 'Write to maintainers@contacts.example.'],
		['LICENSE', 'Copyright (c) 2026 n8n-nodes-contacts-api maintainers\n'],
		['LICENSE', 'Copyright (c) 2026\n'],
		['README.md', '[Limits](docs/limits.md)'],
		['README.md', '![Form](docs/form.png)'],
	])('refuses %s with %j', (file, text) => {
		write(file, text);
		const { status, stderr } = check(COMPLETE);
		expect(status).toBe(1);
		expect(stderr).toContain(`- ${file}: `);
		expect(stderr.match(/^- /gm)).toHaveLength(1);
	});

	it('completes the addresses in the README with --write, except those within it', () => {
		const others = '[Install](#install) [n8n](https://n8n.io)';
		write('README.md', `![Form](docs/form.png) [Limits](docs/limits.md#time) ${others}`);
		expect(check(COMPLETE, {}, '--write').status).toBe(0);
		expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe(`${README} ${others}`);
	});

	it.each([
		`${URL}.git`,
		'git@github.com:acme/n8n-nodes-contacts-api.git',
		'ssh://git@github.com:22/acme/n8n-nodes-contacts-api',
	])('understands the remote %s', (remote) => {
		git('remote', 'set-url', 'origin', remote);
		expect(check(COMPLETE).status).toBe(0);
	});

	it('does not print a token in the URL of the remote', () => {
		git('remote', 'set-url', 'origin', 'https://ada:secret@github.com/acme/other.git');
		const { status, stderr } = check(COMPLETE);
		expect(status).toBe(1);
		expect(stderr).toContain('https://github.com/acme/other:');
		expect(stderr).not.toContain('secret');
	});

	it("prefers the workflow's repository to the remote", () => {
		const of = (name: string) => ({ GITHUB_REPOSITORY: name });
		expect(check(COMPLETE, of('acme/n8n-nodes-contacts-api')).status).toBe(0);
		expect(check(COMPLETE, of('fork/n8n-nodes-contacts-api')).status).toBe(1);
	});

	it('fails if no repository is known', () => {
		git('remote', 'set-url', 'origin', '/srv/contacts');
		const { status, stderr } = check(COMPLETE);
		expect(status).toBe(1);
		expect(stderr).toContain('git remote add origin');
	});
});
