import { Argument, Command, CommanderError } from 'commander';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { stopSignal } from '../system/stop-signal.ts';
import { portsLike } from '../system/ports.ts';
import { printError, UserError } from '../system/user-error.ts';
import { HOST_PORTS, startService } from './index.ts';
import { settingsSchema } from './settings.ts';
import { allServices, servicesLike } from '../corpus/corpus.ts';
import { type ClientStatus, clientStatuses } from './storage/credentials.ts';
import { openStore, type Store } from './storage/store.ts';

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
		.option('--data-dir <folder>', 'folder of the database', dataDir)
		.configureHelp({ showGlobalOptions: true })
		.showHelpAfterError('Add --help for a list of commands and options.')
		.exitOverride();
	// npm runs scripts in another folder than that of the caller.
	addCommands(program, () =>
		resolve(process.env['INIT_CWD'] ?? '', program.opts<{ dataDir: string }>().dataDir),
	);
	try {
		await program.parseAsync(args, { from: 'user' });
		return 0;
	} catch (error) {
		// Commander has printed its message.
		if (error instanceof CommanderError) return error.exitCode;
		printError(error);
		return 1;
	}
}

/** @param folder makes the path of the database's folder, once the options are known */
function addCommands(program: Command, folder: () => string) {
	/** Makes the action of a command: it works on the store, and its result is printed as JSON. */
	const onStore =
		<Arguments extends unknown[]>(
			action: (store: Store, ...args: Arguments) => object | Promise<object>,
		) =>
		async (...args: Arguments) => {
			const store = openStore({ dataDir: folder(), mustExist: true });
			try {
				printJson(await action(store, ...args));
			} finally {
				store.close();
			}
		};

	program
		.command('start')
		.description('start the service, on this computer only; Ctrl-C stops it')
		.option('--like <api>', 'answer like a public API; the command "shapes" lists them')
		.action(async ({ like }: { like?: string }) => await serve(folder(), like));

	program
		.command('provision')
		.description('create a client and print its credentials, which are shown only once')
		.option('--org <orgId>', 'organization of the client, created if it does not exist')
		.option('--scope <scopes...>', 'scopes, separated by spaces or commas', ['contacts.read'])
		.action(
			onStore(({ operator }, { org: orgId, scope }: { org?: string; scope: string[] }) =>
				operator.provisionClient({ orgId, scopes: scope.flatMap((text) => text.split(/[\s,]+/)) }),
			),
		);

	program
		.command('revoke')
		.description("revoke a client's refresh tokens; their access tokens become invalid at once")
		.argument('<clientId>')
		.action(
			onStore(({ operator }, clientId: string) => {
				operator.revokeRefreshToken({ clientId });
				return { revoked: clientId };
			}),
		);

	program
		.command('status')
		.description("set a client's status; unless it is active, its API calls fail with 403")
		.argument('<clientId>')
		.addArgument(new Argument('<status>').choices(clientStatuses))
		.action(
			onStore(({ operator }, clientId: string, status: ClientStatus) => {
				operator.setClientStatus(clientId, status);
				return { clientId, status };
			}),
		);

	program
		.command('fill')
		.description('add made-up contacts to an organization')
		.argument('<count>', 'number of contacts', Number)
		.option('--org <orgId>', 'id of the organization', 'org_demo')
		.action(
			onStore(async ({ operator }, count: number, { org: orgId }: { org: string }) => {
				return { orgId, contacts: await operator.fillContacts({ orgId, count }) };
			}),
		);

	program
		.command('settings')
		.description('show or change settings, for example: settings like="GitHub" maxPageSize=20')
		.argument('[changes...]', 'name=value')
		.addHelpText('after', () => ['\nSettings:', ...SETTING_TEXTS].join('\n  '))
		.action(
			onStore(({ settings }, changes: string[]) =>
				settings.change(Object.fromEntries(changes.map(parseChange))),
			),
		);

	program
		.command('shapes')
		.description('list what the service can be like, public APIs first of all')
		.argument('[name]', 'show those with this in their names, with what is documented')
		.action((text: string | undefined) => {
			if (text === undefined) {
				return console.log(
					allServices()
						.map(({ name }) => name)
						.join('\n'),
				);
			}
			printJson(
				servicesLike(text).map(({ name, source, documented }) => ({ name, source, documented })),
			);
		});
}

const SETTING_TEXTS = Object.entries(settingsSchema.shape).map(
	([name, { description }]) => `${name}: ${description}`,
);

/** Runs the service until the process is told to stop. */
async function serve(dataDir: string, like: string | undefined) {
	const stopped = once(stopSignal(), 'abort');
	const [authPort, apiPort] = await portsLike(HOST_PORTS);
	const changes = like === undefined ? {} : { like };
	const service = await startService({ dataDir, authPort, apiPort, settings: changes });
	const { authUrl, baseUrl, caFile, settings } = service;
	console.log(
		`The Contacts service is ready: ${authUrl} (tokens), ${baseUrl} (API). Clients must trust ${caFile} (NODE_EXTRA_CA_CERTS, curl --cacert). Its lists are like ${settings.like}. Ctrl-C stops it.`,
	);
	await stopped;
	await service.close();
}

function printJson(value: object) {
	console.log(JSON.stringify(value, null, 2));
}

function parseChange(text: string): [name: string, value: unknown] {
	const [, name, value] = /^(\w+)=(.*)$/s.exec(text) ?? [];
	if (name === undefined || value === undefined) {
		throw new UserError(`${text} is not a change.`, 'Give it as name=value.');
	}
	return [name, /^(\d+|null)$/.test(value) ? JSON.parse(value) : value];
}
