import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';

import { temporaryFolder } from '../support/temporary-folder.ts';
import { packPackage } from '../../sandbox/n8n/community-package.ts';

const ROOT = join(__dirname, '../..');

/** Files for the build and the package. */
const SOURCES = [
	...['package.json', 'README.md', 'LICENSE', 'index.ts', 'credentials', 'nodes'],
	...['tsconfig.json', 'gulpfile.js'],
];

/** In bytes; a larger package has something that does not belong in it. */
const MAX_SIZE = 100_000;

describe('The packed package', () => {
	const folder = temporaryFolder();
	const installed = join(folder, 'installed');
	let tarball: string;
	beforeAll(async () => {
		const built = build(join(folder, 'source'));
		tarball = await packPackage({ packageFolder: built, into: join(folder, 'packed') });
		fs.mkdirSync(installed, { recursive: true });
		execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
	});

	it('has what the sources compile to, README and license, and nothing else', () => {
		const compiled = ['index.ts', ...filesIn(ROOT, 'credentials'), ...filesIn(ROOT, 'nodes')].map(
			(file) => `dist/${file.replace(/\.ts$/, '.js')}`,
		);
		expect(filesIn(installed)).toEqual(
			// The compiled code reads its version from a copy of package.json.
			['LICENSE', 'README.md', 'package.json', 'dist/package.json', ...compiled].sort(),
		);
		expect(Object.keys(read('dist/package.json')).join()).not.toMatch(/scripts|devDependencies/);
		expect(fs.statSync(tarball).size).toBeLessThan(MAX_SIZE);
	});

	it('has no dependencies but n8n, and no install scripts', () => {
		const { dependencies, peerDependencies, scripts } = read('package.json');
		expect([dependencies, peerDependencies]).toEqual([undefined, { 'n8n-workflow': '*' }]);
		expect(Object.keys(scripts).join()).not.toMatch(/\b(pre|post)?(install|prepare)\b/);
	});

	it('has every file that n8n looks for', () => {
		const { main, n8n } = read('package.json');
		const codex = n8n.nodes[0].replace(/\.js$/, '.json');
		expect(filesIn(installed)).toEqual(
			expect.arrayContaining([main, ...n8n.credentials, ...n8n.nodes, codex]),
		);
		expect(read(codex).node).toBe('n8n-nodes-contacts-api.contacts');
	});

	const read = (file: string): ReturnType<typeof JSON.parse> =>
		JSON.parse(fs.readFileSync(join(installed, file), 'utf8'));
});

/**
 * Builds in another folder, where nothing is outdated or in use. Without node_modules, `tsc` finds no
 * types: that takes half the time, and makes the same JavaScript.
 */
function build(into: string): string {
	for (const name of SOURCES) fs.cpSync(join(ROOT, name), join(into, name), { recursive: true });
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
	return fs
		.readdirSync(join(folder, below), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
		.sort();
}
