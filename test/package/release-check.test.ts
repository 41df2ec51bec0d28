import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

describe('The release check', () => {
	const folder = mkdtempSync(join(tmpdir(), 'contacts-release-'));
	const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
	beforeAll(() => {
		git('init', '--quiet');
		git('remote', 'add', 'origin', URL);
	});
	beforeEach(() => git('remote', 'set-url', 'origin', URL));
	afterAll(() => rmSync(folder, { recursive: true }));

	const check = (manifest: object, environment: Record<string, string> = {}) => {
		writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
		const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT], {
			cwd: folder,
			// Without the variables of a GitHub workflow that runs this test.
			env: { PATH: process.env.PATH, ...environment },
			encoding: 'utf8',
		});
		return { status, stdout, stderr };
	};

	it('passes if package.json refers to the repository', () => {
		expect(check(COMPLETE)).toEqual({
			status: 0,
			stdout: `package.json refers to ${URL}.\n`,
			stderr: '',
		});
	});

	it.each(['author', 'repository', 'bugs', 'homepage'] as const)(
		'refuses a missing %s',
		(field) => {
			const { [field]: _, ...manifest } = COMPLETE;
			const { status, stderr } = check(manifest);
			expect(status).toBe(1);
			expect(stderr).toContain(`- ${field}: missing\n`);
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
		expect(stderr).toContain(`- ${field}: `);
		expect(stderr.match(/^- /gm)).toHaveLength(1);
	});

	it('treats a field without a URL as missing', () => {
		const { status, stderr } = check({ ...COMPLETE, repository: { type: 'git' } });
		expect(status).toBe(1);
		expect(stderr).toContain('- repository: missing\n');
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
