/**
 * Checks the types, the credential and the node with the oldest n8n that supports all features.
 *
 * Installs that n8n's engine into .cache/ (under a minute, once). docs/installation.md says what older
 * versions lack, under "Compatibility".
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import jestConfig from './jest.config.js';

/** The versions in n8n 2.35.3. */
const PACKAGES = { 'n8n-core': '2.35.2', 'n8n-workflow': '2.35.1', zod: '3.25.76' };

const root = join(import.meta.dirname, '..');
const folder = join(root, '.cache/oldest-n8n', PACKAGES['n8n-core']);

install();
checkTypes();
runTests();

function install() {
	if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return;
	mkdirSync(folder, { recursive: true });
	const manifest = { private: true, dependencies: PACKAGES };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
	const flags = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
	run('npm', ['install', ...flags], { cwd: folder });
}

function checkTypes() {
	const paths = Object.fromEntries(
		['n8n-workflow', 'zod'].map((name) => [name, [join(folder, 'node_modules', name)]]),
	);
	const config = {
		extends: join(root, 'tsconfig.json'),
		compilerOptions: { paths, noEmit: true, rootDir: root },
		include: ['index.ts', 'credentials', 'nodes'].map((path) => join(root, path)),
	};
	const project = join(folder, 'tsconfig.json');
	writeFileSync(project, JSON.stringify(config));
	run('node', [join(root, 'node_modules/typescript/bin/tsc'), '-p', project]);
}

function runTests() {
	const packages = join(folder, 'node_modules');
	const config = {
		...jestConfig.projects[0],
		testTimeout: jestConfig.testTimeout,
		testMatch: ['<rootDir>/test/{corpus,engine,unit/credentials,unit/nodes}/**/*.test.ts'],
		moduleNameMapper: {
			'^@n8n/backend-network$': '<rootDir>/test/oldest-n8n-network.js',
			'^(n8n-core|n8n-workflow|zod|reflect-metadata|@n8n/[^/]+|@n8n/backend-network/dist/.+)$': `${packages}/$1`,
		},
	};
	run('node', ['node_modules/jest/bin/jest.js', '--config', JSON.stringify(config)]);
}

function run(command, args, options) {
	execFileSync(command, args, { cwd: root, stdio: 'inherit', ...options });
}
