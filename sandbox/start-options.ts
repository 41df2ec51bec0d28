import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { settingsSchema } from './service/settings.ts';
import { freePorts } from './system/ports.ts';

export interface StartOptions {
	/** Exit after the first run of the workflow instead of keeping n8n open. */
	once: boolean;
	/** Start with an empty data folder. */
	fresh: boolean;
	/** Public API that the service answers like. */
	like: string | undefined;
	ports: Record<keyof typeof DEFAULT_PORTS, number>;
	dataFolder: string;
}

/** n8n's default port, and one for each host of the service. */
const DEFAULT_PORTS = { n8n: 5678, auth: 8443, api: 8444 };

/**
 * Reads the options from the command line.
 *
 * @param args command-line arguments, without executable and script
 * @param root folder of the repository
 * @throws CommanderError after it has printed help or an error message; it has the exit code
 */
export async function readStartOptions(args: string[], root: string): Promise<StartOptions> {
	const portOption = 'or any free one with --once';
	const command = new Command('npm start --')
		.description(
			'Demonstrates the Contacts node in n8n: builds the package, starts the Contacts service and n8n, ' +
				'reachable from this computer only, runs an example workflow and keeps n8n open. ' +
				'Press Ctrl-C to stop.',
		)
		.option('--once', 'exit after the first run, with exit code 0 if it returned contacts')
		.option('--fresh', 'delete the data folder first')
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
	const options = command.opts<{
		once?: true;
		fresh?: true;
		like?: string;
		n8nPort?: number;
		authPort?: number;
		apiPort?: number;
		data?: string;
	}>();
	// Several runs may share a CI machine.
	const [n8n, auth, api] = options.once ? await freePorts(3) : Object.values(DEFAULT_PORTS);
	return {
		once: options.once ?? false,
		fresh: options.fresh ?? false,
		like: options.like,
		ports: {
			n8n: options.n8nPort ?? n8n!,
			auth: options.authPort ?? auth!,
			api: options.apiPort ?? api!,
		},
		// npm runs scripts in the folder of the package.
		dataFolder: options.data
			? resolve(process.env.INIT_CWD ?? '', options.data)
			: resolve(root, '.cache/sandbox'),
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
