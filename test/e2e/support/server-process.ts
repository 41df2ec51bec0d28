import { execFile } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { endGroup, spawnInGroup } from '../../../sandbox/system/platform.ts';

export const exec = promisify(execFile);

interface ServerOptions {
	/** The program and its arguments. */
	command: string[];
	/** A program that succeeds if the server accepts requests, and its arguments. */
	probe: [string, ...string[]];
	logFile: string;
}

/**
 * Starts a server and waits until it accepts requests. It ends when this process ends, however that
 * happens.
 *
 * @returns a function that stops it
 */
export async function startServer(options: ServerOptions): Promise<() => Promise<void>> {
	const log = openSync(options.logFile, 'w', 0o600);
	const { child } = spawnInGroup('setpriv', ['--pdeathsig', 'INT', ...options.command], {
		stdio: ['ignore', log, log],
	});
	closeSync(log);
	const stop = () => endGroup(child, SERVER_GRACE_MS);
	const signal = AbortSignal.timeout(START_DEADLINE_MS);
	const [probe, ...args] = options.probe;
	const isReady = async () =>
		await exec(probe, args, { timeout: PROBE_DEADLINE_MS }).then(Boolean, () => false);
	while (!(await isReady())) {
		if (child.exitCode !== null) throw new Error(`The server ended, see ${options.logFile}.`);
		await delay(20, undefined, { signal });
	}
	return stop;
}

const START_DEADLINE_MS = 120_000;
const PROBE_DEADLINE_MS = 5_000;

/** No clients are connected when it is stopped. */
const SERVER_GRACE_MS = 10_000;
