/**
 * Runs a script on Node.js 24 or newer, which n8n and node:sqlite need:
 *
 *     node sandbox/node24.mjs SCRIPT [ARGUMENT...]
 *
 * Uses the current Node.js if it is new enough, otherwise the binary of the locked `node` package. Ends
 * as the script does, and passes signals on to it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { foregroundChild } from 'foreground-child';

const root = dirname(import.meta.dirname);
const isNewEnough = Number(process.versions.node.split('.')[0]) >= 24;
const node = isNewEnough ? process.execPath : bundledNode();
const PATH = [dirname(node), process.env.PATH].join(delimiter);

foregroundChild(node, process.argv.slice(2), { env: { ...process.env, PATH } });

function bundledNode() {
	const binary = join(root, 'node_modules/node/bin/node');
	if (!existsSync(binary)) {
		console.error(`This is Node.js ${process.version}; installing Node.js 24 (once) ...`);
		const args = ['rebuild', 'node', '--ignore-scripts=false', '--silent'];
		spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
	}
	if (!existsSync(binary)) {
		console.error('Node.js 24 could not be installed. Install it yourself and try again.');
		process.exit(1);
	}
	return binary;
}
