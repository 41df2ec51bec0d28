import { closeSync, openSync } from 'node:fs';
import { describeLog } from '../system/files.ts';
import { endGroup, spawnInGroup } from '../system/platform.ts';
import { rejectOnAbort } from '../stop-signal.ts';
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
	const { folder, logFile, environment, signal } = run;
	signal?.throwIfAborted();
	const log = openSync(logFile, 'w');
	const { child, exited } = spawnInGroup('npm', args, {
		cwd: folder,
		env: { ...npmEnvironment(process.env, process.execPath), ...environment },
		stdio: ['ignore', log, log],
	});
	try {
		const { code } = await Promise.race(signal ? [exited, rejectOnAbort(signal)] : [exited]);
		if (code !== 0) {
			throw new NpmError(
				`npm ${args[0]} failed. ${await describeLog(logFile)}`,
				"Check the network, npm's registry and proxy settings, and the disk.",
			);
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
		throw new NpmError('npm was not found.', 'Install npm, put it on the PATH and try again.');
	} finally {
		await endGroup(child, NPM_GRACE_MS);
		closeSync(log);
	}
}

/** npm has nothing to save when it is stopped. */
const NPM_GRACE_MS = 2_000;
