import { Command, InvalidArgumentError } from 'commander';
import { settingsSchema } from './service/settings.ts';

export interface StartOptions {
	once: boolean;
	fresh: boolean;
	/** Compiles each edit into n8n, which then reloads the node. */
	watch: boolean;
	/** Public API that the service answers like, by its name in the list of shapes. */
	like?: string;
}

/**
 * Reads the options from the command line.
 *
 * @param args command-line arguments, without executable and script
 * @throws CommanderError after it has printed help or an error message; it has the exit code
 */
export function readStartOptions(args: string[]): StartOptions {
	return new Command('npm start --')
		.description(
			'Demonstrates the Contacts node in n8n: builds the package, starts the Contacts service and n8n, ' +
				'reachable from this computer only, runs an example workflow and keeps n8n open. ' +
				'Press Ctrl-C to stop.',
		)
		.option('--once', 'exit after the first run, with exit code 0 if it returned contacts', false)
		.option('--fresh', 'delete the data of the last start first', false)
		.option('--watch', 'compile each edit into n8n, as "npm run dev" does', false)
		.option(
			'--like <api>',
			'show the node on the responses of a public API, such as "HubSpot CRM v3"; "npm run service -- shapes" lists them',
			readShape,
		)
		.addHelpText(
			'after',
			'\nThe first start downloads n8n with npm, using your registry and proxy settings, and installs it' +
				'\nfor all clones in $XDG_CACHE_HOME or ~/.cache (2.2 GB). Data and logs are in .cache/sandbox.',
		)
		.exitOverride()
		.parse(args, { from: 'user' })
		.opts<StartOptions>();
}

/** @returns the API's name as the list has it */
function readShape(name: string): string {
	const { data, error } = settingsSchema.shape.like.safeParse(name);
	if (error) throw new InvalidArgumentError(`${error.issues[0]!.message}.`);
	return data;
}
