import { closeSync, openSync } from 'node:fs';
import { rejectOnAbort } from '../system/reject-on-abort.ts';
import { type Environment, npmEnvironment } from './environment.ts';
import { UserError } from '../system/user-error.ts';
import { lastLines, readLog } from '../system/log-file.ts';
import { endGroup, type Exit, spawnInGroup } from '../system/process-group.ts';

interface NpmRun {
	/** Working directory. */
	folder: string;
	/** File for npm's output; overwritten. */
	logFile: string;
	/** Added to the cleaned environment. */
	environment?: Environment;
	signal?: AbortSignal;
}

/**
 * Runs npm with the Node.js of this process.
 *
 * @throws NpmError if npm fails; the signal's reason if it aborts, after everything that npm has
 *   started has ended
 */
export async function runNpm(args: string[], run: NpmRun): Promise<void> {
	run.signal?.throwIfAborted();
	const log = openSync(run.logFile, 'w');
	try {
		const exit = await runToExit(args, run, log);
		if (exit.code !== 0) throw await npmError(args, run.logFile);
	} finally {
		closeSync(log);
	}
}

/** npm failed; the message has the cause, if npm's log reveals it. */
export class NpmError extends UserError {
	/** Error code of npm or the system, such as `E404`. */
	readonly code: string | undefined;

	constructor(whatHappened: string, whatToDo: string, code?: string) {
		super(whatHappened, whatToDo);
		this.code = code;
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

/** Causes by error codes of npm and the system, in the order in which they are looked for. */
const CAUSES: ReadonlyArray<{ codes: RegExp; message: string; remedy: string }> = [
	{
		codes: /\b(ENOSPC|EDQUOT)\b/,
		message: 'The disk is full.',
		remedy:
			"Free some space, or choose a folder on another disk with --cache or --data, or for npm's own cache, and try again.",
	},
	{
		codes: /\b(EACCES|EPERM|EROFS)\b/,
		message: 'npm lacks permission to write to a folder.',
		remedy: 'Grant yourself access to the folder named in the log and try again.',
	},
	{
		codes:
			/\b(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(GET|VERIFY)\w*|CERT_\w+)\b/,
		message: 'The certificate of the npm registry is not trusted.',
		remedy:
			"Set npm's cafile (or NODE_EXTRA_CA_CERTS) to the certificate authority of your network and try again.",
	},
	{
		codes:
			/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/,
		message: 'The npm registry cannot be reached.',
		remedy: "Check the network connection and npm's registry and proxy settings, and try again.",
	},
	{
		codes: /\b(ETARGET|E404)\b/,
		message: 'The npm registry in use lacks a package.',
		remedy: 'Use the public registry or a complete mirror of it and try again.',
	},
];

async function npmError(args: string[], logFile: string): Promise<NpmError> {
	const log = await readLog(logFile);
	const cause = CAUSES.find(({ codes }) => codes.test(log));
	return cause
		? new NpmError(
				cause.message,
				`${cause.remedy} Full log: ${logFile}`,
				cause.codes.exec(log)?.[0],
			)
		: new NpmError(
				`npm ${args[0]} failed. Last lines of its log:\n${await lastLines(logFile, 15)}`,
				`Full log: ${logFile}`,
			);
}
