import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { defaultCacheFolder } from './n8n/install.ts';
import { settingsSchema } from './service/settings.ts';
import { freePorts } from './system/ports.ts';

export interface StartOptions {
	/** Exit after the first run of the workflow instead of keeping n8n open. */
	once: boolean;
	/** Start with an empty data folder. */
	fresh: boolean;
	/** Public API that the service answers like. */
	like: string | undefined;
	ports: { n8n: number; auth: number; api: number };
	dataFolder: string;
	cacheFolder: string;
}

/**
 * Reads the options from the command line and from environment variables.
 *
 * @param args command-line arguments, without executable and script
 * @param root folder of the repository
 * @throws CommanderError after it has printed help or an error message; it has the exit code
 */
export async function readStartOptions(args: string[], root: string): Promise<StartOptions> {
	const command = startCommand(root).parse(args, { from: 'user' });
	const {
		once = false,
		fresh = false,
		like,
		data,
		cache,
		n8nPort,
		authPort,
		apiPort,
	} = command.opts<{
		once?: boolean;
		fresh?: boolean;
		like?: string;
		data: string;
		cache: string;
		n8nPort?: number;
		authPort?: number;
		apiPort?: number;
	}>();
	// Several runs may share a CI machine.
	const defaults = once ? await pickFreePorts() : DEFAULT_PORTS;
	return {
		once,
		fresh,
		like,
		ports: {
			n8n: n8nPort ?? defaults.n8n,
			auth: authPort ?? defaults.auth,
			api: apiPort ?? defaults.api,
		},
		// npm runs scripts in the folder of the package.
		dataFolder: resolve(process.env.INIT_CWD ?? '', data),
		cacheFolder: resolve(process.env.INIT_CWD ?? '', cache),
	};
}

/** n8n's default port, and one for each host of the service. */
const DEFAULT_PORTS = { n8n: 5678, auth: 8443, api: 8444 };

async function pickFreePorts(): Promise<StartOptions['ports']> {
	const [n8n, auth, api] = await freePorts(3);
	return { n8n: n8n!, auth: auth!, api: api! };
}

function startCommand(root: string): Command {
	const { n8n, auth, api } = DEFAULT_PORTS;
	return new Command('npm start --')
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
			requireShape,
		)
		.addOption(portOption('--n8n-port <port>', 'port of n8n', n8n, 'CONTACTS_SANDBOX_N8N_PORT'))
		.addOption(
			portOption(
				'--auth-port <port>',
				"port of the service's authorization host",
				auth,
				'CONTACTS_SANDBOX_AUTH_PORT',
			),
		)
		.addOption(
			portOption(
				'--api-port <port>',
				"port of the service's API host",
				api,
				'CONTACTS_SANDBOX_API_PORT',
			),
		)
		.addOption(
			new Option('--data <folder>', "data of the service and of n8n, n8n's login and log")
				.env('CONTACTS_SANDBOX_DATA')
				.default(resolve(root, '.cache/sandbox'), '.cache/sandbox in the repository'),
		)
		.addOption(
			new Option('--cache <folder>', 'where n8n is installed, for all clones (2.2 GB)')
				.env('CONTACTS_SANDBOX_CACHE')
				.default(defaultCacheFolder(process.env), '$XDG_CACHE_HOME or ~/.cache'),
		)
		.addHelpText(
			'after',
			'\nThe first start downloads n8n with npm, using your registry and proxy settings.',
		)
		.exitOverride();
}

function portOption(
	flags: string,
	description: string,
	defaultPort: number,
	variable: string,
): Option {
	return new Option(flags, `${description} (default: ${defaultPort}, or any free port with --once)`)
		.env(variable)
		.argParser(readPort);
}

/** @returns the API's name as the list has it */
function requireShape(name: string): string {
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
