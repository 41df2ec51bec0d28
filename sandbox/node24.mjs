/**
 * Runs a script on Node.js 24 or newer, which n8n and node:sqlite need:
 *
 *     node sandbox/node24.mjs SCRIPT [ARGUMENT...]
 *
 * Uses the current Node.js if it is new enough, otherwise the binary of the locked `node` package.
 * Exits with the script's exit code.
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
// The terminal sends Ctrl-C to the script as well: wait for the script to exit.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
// npm sends SIGTERM to its shell, which exits without passing it on: then the parent changes.
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
			`This is Node.js ${process.version}; installing Node.js 24 for the sandbox (once) ...`,
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
