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
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

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

/** In bytes; a larger package has something that does not belong in it. */
const MAX_SIZE = 100_000;

describe('The packed package', () => {
	const folder = mkdtempSync(join(tmpdir(), 'contacts-tarball-'));
	const installed = join(folder, 'installed');
	let tarball: string;
	let manifest: ReturnType<typeof JSON.parse>;
	beforeAll(async () => {
		const built = build(join(folder, 'source'));
		tarball = await packPackage({ packageFolder: built, into: join(folder, 'packed') });
		mkdirSync(installed, { recursive: true });
		execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
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

	it('has the name and the version for the compiled code, and nothing for development', () => {
		const compiled = readFileSync(join(installed, 'dist/package.json'), 'utf8');
		const names = Object.keys(JSON.parse(compiled) as object);
		expect(names).toEqual(expect.arrayContaining(['name', 'version', 'n8n']));
		expect(names).not.toContain('scripts');
		expect(names).not.toContain('devDependencies');
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

	it('requires only modules of n8n and Node.js', () => {
		const required = findInCode(installed, /\brequire\(['"]([^.'"][^'"]*)/g).map(
			([, name]) => name,
		);
		const others = required.filter((name) => !name.startsWith('node:'));
		expect([...new Set(others)].sort()).toEqual(['n8n-workflow', 'zod']);
	});

	it('has its icons', () => {
		const icons = findInCode(installed, /['"]file:([^'"]+\.svg)/g);
		expect(icons).toHaveLength(4);
		for (const [file, icon] of icons) {
			expect(readFileSync(join(installed, dirname(file), icon), 'utf8')).toMatch(/^<svg /);
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

/** @returns what the group of the pattern matches in each JavaScript file */
function findInCode(folder: string, pattern: RegExp): Array<[file: string, found: string]> {
	return filesIn(folder)
		.filter((name) => name.endsWith('.js'))
		.flatMap((name) => {
			const text = readFileSync(join(folder, name), 'utf8');
			return [...text.matchAll(pattern)].map(([, found]): [string, string] => [name, found!]);
		});
}
