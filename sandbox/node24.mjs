/**
 * Runs a script on Node.js 24 or newer, which n8n and node:sqlite need:
 *
 *     node sandbox/node24.mjs SCRIPT [ARGUMENT...]
 *
 * Uses the Node.js it is started with when that is new enough, and otherwise the binary that the
 * locked `node` package brings. Exits with the script's exit code.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
const node = isNewEnough(process.version) ? process.execPath : bundledNode();

const child = spawn(node, process.argv.slice(2), {
	stdio: 'inherit',
	env: { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) },
});
// A terminal sends Ctrl-C to the script as well: this process only waits for the script to finish.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
// npm hands SIGTERM to its shell, which ends without telling anybody: this process is then left alone.
const parent = process.ppid;
setInterval(() => {
	if (process.ppid !== parent) child.kill('SIGTERM');
}, 500).unref();
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));

function isNewEnough(version) {
	return Number(version.slice(1).split('.')[0]) >= 24;
}

function bundledNode() {
	const binary = join(
		root,
		'node_modules/node/bin',
		process.platform === 'win32' ? 'node.exe' : 'node',
	);
	if (!existsSync(binary)) {
		console.error(
			`This is Node.js ${process.version}; getting Node.js 24 for the sandbox (once) ...`,
		);
		const { status } = spawnSync('npm', ['rebuild', 'node', '--ignore-scripts=false', '--silent'], {
			cwd: root,
			stdio: ['ignore', 'ignore', 'inherit'],
			shell: process.platform === 'win32',
		});
		if (status !== 0 || !existsSync(binary)) {
			console.error(
				'Node.js 24 could not be installed. Run "npm ci" with a network connection and try again, or install Node.js 24 yourself.',
			);
			process.exit(1);
		}
	}
	return binary;
}
