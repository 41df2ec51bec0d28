import { Command, CommanderError } from 'commander';
import packageJson from '../../../package.json' with { type: 'json' };
import { OperatorError, UsageError } from '../errors.ts';
import { addClientCommands } from './clients.ts';
import { addDataCommands } from './data.ts';
import { addFaultCommands } from './faults.ts';
import { addSettingsCommands } from './settings.ts';
import { addStartCommand } from './start.ts';

/** Exit codes: the command failed, or the command line is invalid. */
const FAILED = 1;
const MISUSED = 2;

/**
 * Runs one command of the operator's command line.
 *
 * @param args command-line arguments, without executable and script
 * @param dataDir default folder of the database
 * @returns the exit code, after it has printed any error
 */
export async function runCommandLine(args: string[], dataDir: string): Promise<number> {
	const program = new Command('npm run service --')
		.description(
			'Runs the Contacts service and acts as its operator. Every command also works while the service runs, and takes effect at once.',
		)
		.version(packageJson.version, '--version', 'print the version of the package')
		.option('--data-dir <folder>', 'folder of the database', dataDir)
		.option('--json', 'print JSON, for scripts')
		.configureHelp({ showGlobalOptions: true });
	const json = args.includes('--json');
	if (json) {
		// Commander's own messages are printed below.
		program.configureOutput({ writeErr: () => {} });
	} else {
		program.showHelpAfterError('Add --help for a list of commands and options.');
	}
	program.exitOverride();
	addStartCommand(program);
	addClientCommands(program);
	addDataCommands(program);
	addSettingsCommands(program);
	addFaultCommands(program);

	const fail = (message: string, exitCode: number) => {
		console.error(json ? JSON.stringify({ error: message }) : message);
		return exitCode;
	};
	try {
		await program.parseAsync(args, { from: 'user' });
		return 0;
	} catch (error) {
		if (error instanceof CommanderError) {
			if (error.exitCode === 0) return 0;
			return json ? fail(error.message.replace(/^error: /, ''), MISUSED) : MISUSED;
		}
		if (error instanceof OperatorError) {
			return fail(error.message, error instanceof UsageError ? MISUSED : FAILED);
		}
		const { code, message } = error as NodeJS.ErrnoException;
		if (code === 'ERR_SQLITE_ERROR') {
			return fail(
				`The database failed: ${message}. Check that the disk has space and that no other program is using the database, and try again.`,
				FAILED,
			);
		}
		throw error;
	}
}
