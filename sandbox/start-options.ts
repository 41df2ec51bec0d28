import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { settingsSchema } from './service/settings.ts';
import { freePorts } from './system/ports.ts';

export type StartOptions = Awaited<ReturnType<typeof readStartOptions>>;

/** n8n's default port, and one for each host of the service. */
const DEFAULT_PORTS = [5678, 8443, 8444];

/**
 * Reads the options from the command line.
 *
 * @param args command-line arguments, without executable and script
 * @param root folder of the repository
 * @throws CommanderError after it has printed help or an error message; it has the exit code
 */
export async function readStartOptions(args: string[], root: string) {
	const portOption = 'or any free one with --once';
	const command = new Command('npm start --')
		.description(
			'Demonstrates the Contacts node in n8n: builds the package, starts the Contacts service and n8n, ' +
				'reachable from this computer only, runs an example workflow and keeps n8n open. ' +
				'Press Ctrl-C to stop.',
		)
		.option('--once', 'exit after the first run, with exit code 0 if it returned contacts', false)
		.option('--fresh', 'delete the data folder first', false)
		.option(
			'--like <api>',
			'show the node on the responses of a public API, such as "HubSpot CRM v3"; "npm run service -- shapes" lists them',
			readShape,
		)
		.option('--n8n-port <port>', `port of n8n (5678, ${portOption})`, readPort)
		.option('--auth-port <port>', `port of the authorization host (8443, ${portOption})`, readPort)
		.option('--api-port <port>', `port of the API host (8444, ${portOption})`, readPort)
		.option(
			'--data <folder>',
			"data of the service and of n8n, n8n's login and log (default: .cache/sandbox in the repository)",
		)
		.addHelpText(
			'after',
			'\nThe first start downloads n8n with npm, using your registry and proxy settings, and installs it' +
				'\nfor all clones in $XDG_CACHE_HOME or ~/.cache (2.2 GB).',
		)
		.exitOverride()
		.parse(args, { from: 'user' });
	const { once, fresh, like, n8nPort, authPort, apiPort, data } = command.opts<{
		once: boolean;
		fresh: boolean;
		like?: string;
		n8nPort?: number;
		authPort?: number;
		apiPort?: number;
		data?: string;
	}>();
	// Several runs may share a CI machine.
	const [n8n, auth, api] = once ? await freePorts(3) : DEFAULT_PORTS;
	return {
		once,
		fresh,
		/** Public API that the service answers like. */
		like,
		ports: { n8n: n8nPort ?? n8n!, auth: authPort ?? auth!, api: apiPort ?? api! },
		// npm runs scripts in the folder of the package.
		dataFolder: data ? resolve(process.env.INIT_CWD ?? '', data) : resolve(root, '.cache/sandbox'),
	};
}

/** @returns the API's name as the list has it */
function readShape(name: string): string {
	const { data, error } = settingsSchema.shape.like.safeParse(name);
	if (error) throw new InvalidArgumentError(`${error.issues[0]!.message}.`);
	return data!;
}

function readPort(text: string): number {
	const port = Number(text);
	if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
		throw new InvalidArgumentError('A port is a whole number from 1 to 65535.');
	}
	return port;
}
