import { closeSync, openSync } from 'node:fs';
import { lastLines } from '../system/log-file.ts';
import { endGroup, type Exit, spawnInGroup } from '../system/process-group.ts';
import { rejectOnAbort } from '../system/reject-on-abort.ts';
import { UserError } from '../system/user-error.ts';
import { type Environment, npmEnvironment } from './environment.ts';

interface NpmRun {
	/** Working directory. */
	folder: string;
	/** File for npm's output; overwritten. */
	logFile: string;
	/** Added to the cleaned environment. */
	environment?: Environment;
	signal?: AbortSignal;
}

export class NpmError extends UserError {}

/**
 * Runs npm with the Node.js of this process.
 *
 * @throws NpmError if npm fails, with the last lines of its log; the signal's reason if it aborts, after
 *   everything that npm has started has ended
 */
export async function runNpm(args: string[], run: NpmRun): Promise<void> {
	run.signal?.throwIfAborted();
	const log = openSync(run.logFile, 'w');
	try {
		const exit = await runToExit(args, run, log);
		if (exit.code !== 0) {
			throw new NpmError(
				`npm ${args[0]} failed. Last lines of its log:\n${await lastLines(run.logFile, 15)}`,
				`Check the network, npm's registry and proxy settings, and the disk. Full log: ${run.logFile}`,
			);
		}
	} finally {
		closeSync(log);
	}
}

async function runToExit(args: string[], run: NpmRun, log: number): Promise<Exit> {
	const { child, exited } = spawnInGroup('npm', args, {
		cwd: run.folder,
		env: { ...npmEnvironment(process.env, process.execPath), ...run.environment },
		stdio: ['ignore', log, log],
	});
	try {
		return await Promise.race(run.signal ? [exited, rejectOnAbort(run.signal)] : [exited]);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
		throw new NpmError('npm was not found.', 'Install npm, put it on the PATH and try again.');
	} finally {
		await endGroup(child, NPM_GRACE_MS);
	}
}

/** npm has nothing to save when it is stopped. */
const NPM_GRACE_MS = 2_000;
