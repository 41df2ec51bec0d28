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

/** The modules of n8n that community nodes may use. */
const N8N_MODULES = ['n8n-workflow', 'zod', 'lodash', 'luxon'];

/** In bytes; a larger package has something that does not belong in it. */
const MAX_SIZE = 100_000;

describe('The packed package', () => {
	const folder = mkdtempSync(join(tmpdir(), 'contacts-tarball-'));
	const installed = join(folder, 'n8n/node_modules/n8n-nodes-contacts-api');
	let tarball: string;
	beforeAll(async () => {
		const built = build(join(folder, 'source'));
		tarball = await packPackage({ packageFolder: built, into: join(folder, 'packed') });
		mkdirSync(installed, { recursive: true });
		execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
		for (const name of N8N_MODULES) {
			symlinkSync(join(ROOT, 'node_modules', name), join(installed, '..', name));
		}
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

	it(`is smaller than ${MAX_SIZE} bytes`, () => {
		expect(statSync(tarball).size).toBeLessThan(MAX_SIZE);
	});

	it('has no dependencies and no install scripts', () => {
		const manifest = manifestIn(installed);
		expect(manifest.dependencies).toBeUndefined();
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		const hooks = Object.keys(manifest.scripts).filter((name) =>
			/^(pre|post)?(install|prepare)$/.test(name),
		);
		expect(hooks).toEqual([]);
	});

	it('has every file that n8n looks for', () => {
		const { main, n8n } = manifestIn(installed);
		const codex = n8n.nodes.map((file) => file.replace(/\.js$/, '.json'));
		for (const file of [main, ...n8n.credentials, ...n8n.nodes, ...codex]) {
			expect([file, existsSync(join(installed, file))]).toEqual([file, true]);
		}
		const [codexFile] = codex;
		const { node } = JSON.parse(readFileSync(join(installed, codexFile!), 'utf8')) as {
			node: string;
		};
		expect(node).toBe('n8n-nodes-contacts-api.contacts');
	});

	it('loads only modules of n8n and Node.js, and has all its icons', () => {
		const { loaded, credential, node } = load(installed);
		expect(loaded.filter((name) => !name.startsWith('node:')).sort()).toEqual([
			'n8n-workflow',
			'zod',
		]);
		expect(credential.name).toBe('contactsApi');
		expect(node.name).toBe('contacts');
		const { credentials, nodes } = manifestIn(installed).n8n;
		const icons = [
			...Object.values(credential.icon).map((icon) => iconFile(credentials[0]!, icon)),
			...Object.values(node.icon).map((icon) => iconFile(nodes[0]!, icon)),
		];
		expect(icons).toHaveLength(4);
		for (const icon of icons) {
			expect(readFileSync(join(installed, icon), 'utf8')).toMatch(/^<svg /);
		}
	});
});

/** Builds in another folder: the repository's dist/ may be outdated, or in use. */
function build(into: string): string {
	for (const name of SOURCES) cpSync(join(ROOT, name), join(into, name), { recursive: true });
	symlinkSync(join(ROOT, 'node_modules'), join(into, 'node_modules'));
	execFileSync('npm', ['run', 'build'], { cwd: into, stdio: 'pipe' });
	return into;
}

interface Manifest {
	main: string;
	scripts: Record<string, string>;
	dependencies?: unknown;
	peerDependencies: unknown;
	n8n: { credentials: string[]; nodes: string[] };
}

function manifestIn(folder: string): Manifest {
	return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function filesIn(folder: string, below = ''): string[] {
	return readdirSync(join(folder, below), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
		.sort();
}

function iconFile(from: string, icon: string): string {
	return join(dirname(from), icon.replace(/^file:/, ''));
}

interface Named {
	name: string;
	icon: Record<'light' | 'dark', string>;
}

/** Loads the package in a new process, and records the modules that it requires. */
function load(folder: string): { loaded: string[]; credential: Named; node: Named } {
	const script = `
		const Module = require('node:module');
		const loaded = new Set();
		const load = Module._load;
		Module._load = function (request, parent, ...rest) {
			if (parent?.filename?.startsWith(${JSON.stringify(folder)}) && !request.startsWith('.')) loaded.add(request);
			return load.call(this, request, parent, ...rest);
		};
		const { ContactsApi, Contacts } = require(${JSON.stringify(folder)});
		const { name, icon } = new ContactsApi();
		const node = new Contacts().description;
		console.log(JSON.stringify({
			loaded: [...loaded],
			credential: { name, icon },
			node: { name: node.name, icon: node.icon },
		}));
	`;
	const output = execFileSync(process.execPath, ['-e', script], {
		cwd: dirname(folder),
		encoding: 'utf8',
	});
	return JSON.parse(output) as ReturnType<typeof load>;
}
