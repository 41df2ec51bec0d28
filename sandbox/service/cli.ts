/**
 * The operator's command line: `npm run service -- <command>`.
 *
 * Exit codes: 0 done, 1 it could not be done, 2 the command line makes no sense.
 */
import { Command, CommanderError } from 'commander';
import { resolve } from 'node:path';
import { addClientCommands } from './commands/clients.ts';
import { addContactCommands } from './commands/contacts.ts';
import { addFaultCommands } from './commands/faults.ts';
import { addOpenApiCommand } from './commands/openapi.ts';
import { addOrganizationCommands } from './commands/organizations.ts';
import { addSettingsCommand } from './commands/settings.ts';
import { addStartCommand } from './commands/start.ts';
import { OperatorError } from './errors.ts';

const DATA_DIR = resolve(import.meta.dirname, '../../.cache/sandbox/service');

const program = new Command('npm run service --')
	.description(
		'Runs the Contacts service and acts as its operator. Every command also works while the service runs, and holds at once.',
	)
	.option('--data-dir <folder>', 'folder of the database', DATA_DIR)
	.option('--json', 'print JSON, for scripts')
	.exitOverride()
	.showHelpAfterError('Add --help to see what there is.');

addStartCommand(program);
addClientCommands(program);
addOrganizationCommands(program);
addContactCommands(program);
addSettingsCommand(program);
addFaultCommands(program);
addOpenApiCommand(program);

try {
	await program.parseAsync();
} catch (error) {
	process.exitCode = explain(error);
}

/** Prints what commander has not printed yet. @returns the exit code */
function explain(error: unknown): number {
	if (error instanceof CommanderError) {
		return error.exitCode === 0 ? 0 : 2;
	}
	if (error instanceof OperatorError) {
		console.error(error.message);
		return 1;
	}
	throw error;
}
