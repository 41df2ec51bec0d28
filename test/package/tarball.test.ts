import { execFileSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { packPackage } from '../../sandbox/n8n/community-package.ts';

const ROOT = join(__dirname, '../..');

/** Files for the build and the package. */
const SOURCES = [
	'package.json',
	'README.md',
	'LICENSE',
	'index.ts',
	'credentials',
	'nodes',
	'tsconfig.json',
	'gulpfile.js',
];

/** The modules of n8n that the package uses. */
const N8N_MODULES = ['n8n-workflow', 'zod'];

/** In bytes; a larger package has something that does not belong in it. */
const MAX_SIZE = 100_000;

describe('The packed package', () => {
	const folder = mkdtempSync(join(tmpdir(), 'contacts-tarball-'));
	const installed = join(folder, 'n8n/node_modules/n8n-nodes-contacts-api');
	let tarball: string;
	let manifest: ReturnType<typeof JSON.parse>;
	beforeAll(async () => {
		const built = build(join(folder, 'source'));
		tarball = await packPackage({ packageFolder: built, into: join(folder, 'packed') });
		mkdirSync(installed, { recursive: true });
		execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
		for (const name of N8N_MODULES) {
			symlinkSync(join(ROOT, 'node_modules', name), join(installed, '..', name));
		}
		manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	it('has what the sources compile to, README and license, and nothing else', () => {
		const compiled = ['index.ts', ...filesIn(ROOT, 'credentials'), ...filesIn(ROOT, 'nodes')].map(
			(file) => `dist/${file.replace(/\.ts$/, '.js')}`,
		);
		expect(filesIn(installed)).toEqual(
			// The compiled code reads its version from a copy of package.json.
			['LICENSE', 'README.md', 'package.json', 'dist/package.json', ...compiled].sort(),
		);
	});

	it('is small, and has no dependencies and no install scripts', () => {
		expect(statSync(tarball).size).toBeLessThan(MAX_SIZE);
		expect(manifest.dependencies).toBeUndefined();
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		expect(Object.keys(manifest.scripts).join()).not.toMatch(
			/\b(install|prepare|preinstall|postinstall)\b/,
		);
	});

	it('has every file that n8n looks for', () => {
		const { credentials, nodes } = manifest.n8n;
		const codex = nodes[0].replace(/\.js$/, '.json');
		for (const file of [manifest.main, ...credentials, ...nodes, codex]) {
			expect(existsSync(join(installed, file))).toBe(true);
		}
		expect(readFileSync(join(installed, codex), 'utf8')).toContain(
			'"node": "n8n-nodes-contacts-api.contacts"',
		);
	});

	it('loads only modules of n8n and Node.js, and has all its icons', () => {
		const { loaded, icons } = load(installed);
		expect(loaded.filter((name) => !name.startsWith('node:')).sort()).toEqual(N8N_MODULES);
		expect(icons).toHaveLength(4);
		for (const icon of icons) {
			expect(readFileSync(join(installed, icon), 'utf8')).toMatch(/^<svg /);
		}
	});
});

/**
 * Builds in another folder, where nothing is outdated or in use. Without node_modules, `tsc` finds no
 * types: that takes half the time, and makes the same JavaScript.
 */
function build(into: string): string {
	for (const name of SOURCES) cpSync(join(ROOT, name), join(into, name), { recursive: true });
	const modules = join(ROOT, 'node_modules');
	const run = (program: string, ...args: string[]) =>
		execFileSync(process.execPath, [join(modules, program), ...args], {
			cwd: into,
			env: { ...process.env, NODE_PATH: modules },
			stdio: 'pipe',
		});
	run('typescript/bin/tsc', '--noCheck', '--types', 'null');
	run('gulp/bin/gulp.js', 'assets');
	return into;
}

function filesIn(folder: string, below = ''): string[] {
	return readdirSync(join(folder, below), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
		.sort();
}

/** Loads the package in a new process. @returns the modules that it requires, and its icons */
function load(folder: string): { loaded: string[]; icons: string[] } {
	const script = `
		const Module = require('node:module');
		const folder = ${JSON.stringify(folder)};
		const loaded = new Set();
		const load = Module._load;
		Module._load = function (request, parent, ...rest) {
			if (parent?.filename?.startsWith(folder) && !request.startsWith('.')) loaded.add(request);
			return load.call(this, request, parent, ...rest);
		};
		const { ContactsApi, Contacts } = require(folder);
		const iconsIn = (icon, folder) => Object.values(icon).map((file) => file.replace('file:', folder));
		const icons = [
			...iconsIn(new ContactsApi().icon, 'dist/credentials/'),
			...iconsIn(new Contacts().description.icon, 'dist/nodes/Contacts/'),
		];
		console.log(JSON.stringify({ loaded: [...loaded], icons }));
	`;
	const output = execFileSync(process.execPath, ['-e', script], {
		cwd: tmpdir(),
		encoding: 'utf8',
	});
	return JSON.parse(output) as ReturnType<typeof load>;
}
