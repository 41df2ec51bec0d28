import { Command, CommanderError } from 'commander';
import packageJson from '../../../package.json' with { type: 'json' };
import { OperatorError, UsageError } from '../errors.ts';
import { addOperatorCommands } from './operator.ts';
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
	program.showHelpAfterError('Add --help for a list of commands and options.').exitOverride();
	addStartCommand(program);
	addOperatorCommands(program);
	addSettingsCommands(program);
	try {
		await program.parseAsync(args, { from: 'user' });
		return 0;
	} catch (error) {
		// Commander has printed its message.
		if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : MISUSED;
		if (!(error instanceof OperatorError)) throw error;
		console.error(error.message);
		return error instanceof UsageError ? MISUSED : FAILED;
	}
}
