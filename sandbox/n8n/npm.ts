import { execa, ExecaError } from 'execa';
import { describeLog } from '../system/files.ts';
import { UserError } from '../system/user-error.ts';
import { type Environment, npmEnvironment } from './environment.ts';

interface NpmRun {
	/** Working directory. */
	folder: string;
	/** File for npm's output; overwritten. */
	logFile: string;
	/** Added to the cleaned environment. */
	environment?: Environment;
	signal?: AbortSignal | undefined;
}

export class NpmError extends UserError {}

/**
 * Runs npm with the Node.js of this process.
 *
 * @throws NpmError if npm fails, with the last lines of its log; the signal's reason if it aborts
 */
export async function runNpm(args: string[], run: NpmRun): Promise<void> {
	const { folder, logFile, environment, signal } = run;
	signal?.throwIfAborted();
	try {
		await execa('npm', args, {
			cwd: folder,
			env: { ...npmEnvironment(process.env, process.execPath), ...environment },
			extendEnv: false,
			stdin: 'ignore',
			stdout: { file: logFile },
			stderr: { file: logFile },
			buffer: false,
			...(signal && { cancelSignal: signal }),
		});
	} catch (error) {
		signal?.throwIfAborted();
		if (!(error instanceof ExecaError)) throw error;
		throw new NpmError(
			`npm ${args[0]} failed. ${await describeLog(logFile)}`,
			"Check the network, npm's registry and proxy settings, and the disk.",
		);
	}
}
