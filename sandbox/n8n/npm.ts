import { closeSync, openSync } from 'node:fs';
import { rejectOnAbort } from '../system/reject-on-abort.ts';
import { type Environment, npmEnvironment } from './environment.ts';
import { UserError } from '../system/user-error.ts';
import { lastLines, wholeLog } from '../system/log-file.ts';
import { endGroup, type Exit, spawnInGroup } from '../system/process-group.ts';

export interface NpmRun {
	/** The folder that npm works in. */
	folder: string;
	/** Where npm's output goes; written anew. */
	logFile: string;
	/** Added to the cleaned environment. */
	environment?: Environment;
	signal?: AbortSignal;
}

/**
 * Runs npm on the Node.js of this process, whatever the system's is.
 *
 * @throws NpmError when npm fails; the signal's reason when it aborts, after everything that npm
 *   started has ended
 */
export async function runNpm(args: string[], run: NpmRun): Promise<void> {
	run.signal?.throwIfAborted();
	const log = openSync(run.logFile, 'w');
	try {
		const exit = await finished(args, run, log);
		if (exit.code !== 0) throw await npmError(args, run.logFile);
	} finally {
		closeSync(log);
	}
}

/** npm failed; the message says why, as far as its log tells. */
export class NpmError extends UserError {
	/** The code that npm or the system has for the cause, such as `E404`. */
	readonly code: string | undefined;

	constructor(whatHappened: string, whatToDo: string, code?: string) {
		super(whatHappened, whatToDo);
		this.code = code;
	}
}

async function finished(args: string[], run: NpmRun, log: number): Promise<Exit> {
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

/** What npm and the system call the causes, in the order in which they are looked for. */
const CAUSES: ReadonlyArray<{ sign: RegExp; what: string; remedy: string }> = [
	{
		sign: /\b(ENOSPC|EDQUOT)\b/,
		what: 'The disk is full.',
		remedy:
			"Free some space, or choose a folder on another disk with --cache or --data, or for npm's own cache, and try again.",
	},
	{
		sign: /\b(EACCES|EPERM|EROFS)\b/,
		what: 'npm may not write where it has to.',
		remedy: 'Give yourself access to the folder that the log names and try again.',
	},
	{
		sign: /\b(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(GET|VERIFY)\w*|CERT_\w+)\b/,
		what: 'The certificate of the npm registry is not trusted here.',
		remedy:
			"Set npm's cafile (or NODE_EXTRA_CA_CERTS) to your network's certificates and try again.",
	},
	{
		sign: /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/,
		what: 'The npm registry cannot be reached.',
		remedy: "Check the network connection and npm's registry and proxy settings, and try again.",
	},
	{
		sign: /\b(ETARGET|E404)\b/,
		what: 'The npm registry in use does not have everything that is needed.',
		remedy: 'Use a registry that mirrors the whole of the public one and try again.',
	},
];

async function npmError(args: string[], logFile: string): Promise<NpmError> {
	const log = await wholeLog(logFile);
	const cause = CAUSES.find(({ sign }) => sign.test(log));
	return cause
		? new NpmError(
				cause.what,
				`${cause.remedy} The whole log: ${logFile}`,
				cause.sign.exec(log)?.[0],
			)
		: new NpmError(
				`npm ${args[0]} failed. Its last lines:\n${await lastLines(logFile, 15)}`,
				`The whole log: ${logFile}`,
			);
}
