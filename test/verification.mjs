/**
 * Runs n8n's checks for verified packages on what is published, and fails on any finding:
 *
 * - the packed tarball has what the sources compile to, README and license, and nothing else;
 * - n8n's verification scan on the packed tarball, without inline exceptions; the scanner's own command
 *   ignores warnings. `npm run lint` has the scan of the source;
 * - `n8n-node lint` in strict mode, on a copy without tests and sandbox, because it applies n8n's own
 *   eslint.config.mjs to all files.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

import { buildScanConfig } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';

const root = join(import.meta.dirname, '..');
const CONFIGURATION = ['package.json', 'tsconfig.json', 'eslint.config.mjs'];
const PUBLISHED_SOURCES = [...CONFIGURATION, 'index.ts', 'credentials', 'nodes'];
const PUBLISHED_FILES = ['.ts', '.json', '.svg'];

const folder = mkdtempSync(join(tmpdir(), 'contacts-verification-'));
try {
	const pack = ['pack', '--json', '--loglevel=error', '--pack-destination', folder];
	const [{ filename, files }] = JSON.parse(execFileSync('npm', pack, { cwd: root }));
	checkFiles(files.map(({ path }) => path).sort());
	execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder]);
	const findings = await scan(join(folder, 'package'));
	const status = lintInStrictMode(join(folder, 'source'));
	console.log(`n8n-node lint of the source, in strict mode: exit code ${status}`);
	process.exitCode = findings + status === 0 ? 0 : 1;
} finally {
	rmSync(folder, { recursive: true });
}

/** @throws if files are missing, or something was packed that does not belong there */
function checkFiles(packed) {
	const files = ['credentials', 'nodes'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
	);
	const isPublished = (file) => PUBLISHED_FILES.includes(extname(file));
	const sources = ['index.ts', ...files.filter(isPublished)];
	const compiled = sources.map((file) => join('dist', file.replace(/\.ts$/, '.js')));
	const others = ['LICENSE', 'README.md', 'package.json'];
	assert.deepEqual(packed, [...others, ...compiled].sort());
	const { main, n8n } = readJson('package.json');
	const [node] = n8n.nodes;
	for (const file of [main, node, ...n8n.credentials]) assert(packed.includes(file), file);
	const codex = readJson(node.replace(/\.js$/, '.json'));
	assert.equal(codex.node, 'n8n-nodes-contacts-api.contacts');
}

function readJson(file) {
	return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

/** @returns the number of findings of n8n's verification scan */
async function scan(cwd) {
	const overrideConfig = await buildScanConfig();
	const options = { overrideConfigFile: true, overrideConfig, allowInlineConfig: false };
	const eslint = new ESLint({ cwd, ...options });
	const results = await eslint.lintFiles(['**/*.js', '**/*.json']);
	const findings = results.reduce((sum, file) => sum + file.errorCount + file.warningCount, 0);
	console.log(`Verification scan of the tarball: ${results.length} files, ${findings} findings`);
	if (findings > 0) console.log(await (await eslint.loadFormatter('stylish')).format(results));
	return findings;
}

/** @returns the exit code of `n8n-node lint` in a folder that has only the published sources */
function lintInStrictMode(cwd) {
	for (const name of PUBLISHED_SOURCES) {
		cpSync(join(root, name), join(cwd, name), { recursive: true });
	}
	symlinkSync(join(root, 'node_modules'), join(cwd, 'node_modules'));
	const command = join(root, 'node_modules/@n8n/node-cli/bin/n8n-node.mjs');
	return spawnSync(process.execPath, [command, 'lint'], { cwd, stdio: 'inherit' }).status;
}
