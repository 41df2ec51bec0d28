import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { defaultCacheFolder } from './n8n/install.ts';
import { freePorts } from './system/ports.ts';

export interface StartOptions {
	/** End after the workflow's first run instead of leaving n8n open. */
	once: boolean;
	/** Begin with an empty data folder. */
	fresh: boolean;
	ports: { n8n: number; auth: number; api: number };
	dataFolder: string;
	cacheFolder: string;
}

/**
 * Reads the command line and the environment variables beside it.
 *
 * @param args without the program's own name
 * @param root the repository's folder
 * @throws CommanderError after help or a message has been printed; its exitCode is the program's
 */
export async function readStartOptions(args: string[], root: string): Promise<StartOptions> {
	const command = startCommand(root).parse(args, { from: 'user' });
	const {
		once = false,
		fresh = false,
		data,
		cache,
		n8nPort,
		authPort,
		apiPort,
	} = command.opts<{
		once?: boolean;
		fresh?: boolean;
		data: string;
		cache: string;
		n8nPort?: number;
		authPort?: number;
		apiPort?: number;
	}>();
	// A run of its own, perhaps one of several at once on a CI machine, should not clash with any.
	const usual = once ? await portsOfItsOwn() : DEFAULT_PORTS;
	return {
		once,
		fresh,
		ports: { n8n: n8nPort ?? usual.n8n, auth: authPort ?? usual.auth, api: apiPort ?? usual.api },
		dataFolder: resolve(data),
		cacheFolder: resolve(cache),
	};
}

/** n8n's usual port, and two beside 443 for the service's hosts. */
const DEFAULT_PORTS = { n8n: 5678, auth: 8443, api: 8444 };

async function portsOfItsOwn(): Promise<StartOptions['ports']> {
	const [n8n, auth, api] = await freePorts(3);
	return { n8n: n8n!, auth: auth!, api: api! };
}

function startCommand(root: string): Command {
	const { n8n, auth, api } = DEFAULT_PORTS;
	return new Command('npm start --')
		.description(
			'Shows the Contacts node in a real n8n: builds the package, starts the Contacts service and n8n ' +
				'on this computer only, runs an example workflow and leaves n8n open. Ctrl-C stops everything.',
		)
		.option('--once', 'stop after the first run; exit code 0 when it returned contacts')
		.option('--fresh', 'throw the data folder away first')
		.addOption(
			portOption('--n8n-port <port>', 'where n8n listens', n8n, 'CONTACTS_SANDBOX_N8N_PORT'),
		)
		.addOption(
			portOption(
				'--auth-port <port>',
				"where the service's authorization host listens",
				auth,
				'CONTACTS_SANDBOX_AUTH_PORT',
			),
		)
		.addOption(
			portOption(
				'--api-port <port>',
				"where the service's API host listens",
				api,
				'CONTACTS_SANDBOX_API_PORT',
			),
		)
		.addOption(
			new Option('--data <folder>', "the service's and n8n's data, n8n's login and log")
				.env('CONTACTS_SANDBOX_DATA')
				.default(resolve(root, '.cache/sandbox'), '.cache/sandbox in the repository'),
		)
		.addOption(
			new Option('--cache <folder>', 'where n8n is installed, for every clone (2.2 GB)')
				.env('CONTACTS_SANDBOX_CACHE')
				.default(defaultCacheFolder(process.env), '$XDG_CACHE_HOME or ~/.cache'),
		)
		.addHelpText(
			'after',
			"\nThe first start downloads n8n through npm, with npm's own registry and proxy settings.",
		)
		.exitOverride();
}

function portOption(flags: string, description: string, usual: number, variable: string): Option {
	return new Option(flags, `${description} (default: ${usual}, with --once a free one)`)
		.env(variable)
		.argParser(readPort);
}

function readPort(text: string): number {
	const port = Number(text);
	if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
		throw new InvalidArgumentError('A port is a whole number from 1 to 65535.');
	}
	return port;
}
