import { Argument, Command, CommanderError } from 'commander';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { stopSignal } from '../stop-signal.ts';
import { asText, formatTable } from '../system/format-table.ts';
import { portsLike } from '../system/ports.ts';
import { OperatorError, UsageError } from './errors.ts';
import { HOST_PORTS, startService } from './index.ts';
import { settingsSchema } from './settings.ts';
import { allShapes, shapesLike } from './shapes/table.ts';
import { type ClientStatus, clientStatuses } from './storage/operator.ts';
import { openStore, type Store } from './storage/store.ts';

/** Exit codes: the command failed, or the command line is invalid. */
const FAILED = 1;
const MISUSED = 2;

/** Options of every command. */
interface CommonOptions {
	/** Absolute path of the folder. */
	dataDir: string;
	json: boolean;
}

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
		.option('--json', 'print JSON, for scripts')
		.configureHelp({ showGlobalOptions: true })
		.showHelpAfterError('Add --help for a list of commands and options.')
		.exitOverride();
	addCommands(program, () => {
		const options = program.opts<{ dataDir: string; json?: boolean }>();
		// npm runs scripts in another folder than that of the caller.
		const folder = resolve(process.env['INIT_CWD'] ?? '', options.dataDir);
		return { dataDir: folder, json: options.json ?? false };
	});
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

function addCommands(program: Command, common: () => CommonOptions) {
	/** Makes the action of a command: it works on the store, and its result is printed. */
	const onStore =
		<Arguments extends unknown[]>(
			action: (store: Store, ...args: Arguments) => object | Promise<object>,
		) =>
		async (...args: Arguments) => {
			const { dataDir, json } = common();
			const store = openStore({ dataDir, mustExist: true });
			try {
				const result = await action(store, ...args);
				console.log(json ? JSON.stringify(result) : formatFields(result));
			} finally {
				store.close();
			}
		};

	program
		.command('start')
		.description('start the service, on this computer only; Ctrl-C stops it')
		.option('--like <api>', 'answer like a public API; the command "shapes" lists them')
		.action(async ({ like }: { like?: string }) => await serve(common(), like));

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
		.description('add made-up contacts to an organization, all or none')
		.argument('<count>', 'number of contacts', Number)
		.option('--org <orgId>', 'id of the organization', 'org_demo')
		.option('--seed <number>', 'the same seed makes the same contacts', Number, 1)
		.action(
			onStore(async ({ operator }, count: number, options: { org: string; seed: number }) => {
				const { org: orgId, seed } = options;
				return {
					orgId,
					added: count,
					contacts: await operator.fillContacts({ orgId, count, seed }),
				};
			}),
		);

	program
		.command('settings')
		.description('show or change settings, for example: settings like="GitHub" maxPageSize=20')
		.argument('[changes...]', 'name=value')
		.addHelpText('after', () => `\n${formatTable(settingDescriptions)}`)
		.action(
			onStore(({ settings }, changes: string[]) =>
				settings.change(Object.fromEntries(changes.map(parseChange))),
			),
		);

	program
		.command('shapes')
		.description('list what the service can be like, public APIs first of all')
		.argument('[name]', 'show those with this in their names, with what is documented')
		.action((text: string | undefined) => console.log(describeShapes(text, common().json)));
}

/** Runs the service until the process is told to stop. */
async function serve({ dataDir, json }: CommonOptions, like: string | undefined) {
	const stopped = once(stopSignal(), 'abort');
	const [authPort, apiPort] = await portsLike(HOST_PORTS);
	const changes = like === undefined ? {} : { like };
	const service = await startService({ dataDir, authPort, apiPort, settings: changes });
	const { authUrl, baseUrl, caFile, settings } = service;
	console.log(
		json
			? JSON.stringify({ ready: true, authUrl, baseUrl, caFile, dataDir, like: settings.like })
			: `The Contacts service is ready: ${authUrl} (tokens), ${baseUrl} (API). Clients must trust ${caFile} (NODE_EXTRA_CA_CERTS, curl --cacert). Its lists are like ${settings.like}. Ctrl-C stops it.`,
	);
	await stopped;
	await service.close();
}

function formatFields(result: object): string {
	return Object.entries(result)
		.map(([name, value]) => `${name}: ${value === null ? 'null' : asText(value)}`)
		.join('\n');
}

const settingDescriptions = Object.entries(settingsSchema.shape).map(([name, { description }]) => {
	return { name, description };
});

/** @throws {UsageError} if no shape has the text in its name */
function describeShapes(text: string | undefined, json: boolean): string {
	const found = text === undefined ? allShapes : shapesLike(text);
	if (found.length === 0) {
		throw new UsageError(`No API has ${text} in its name. Without a name, all are listed.`);
	}
	if (text === undefined && !json) return found.map(({ name }) => name).join('\n');
	const rows = found.map(({ name, source = null, documented }) => ({ name, source, documented }));
	return json ? JSON.stringify(rows) : formatTable(rows);
}

function parseChange(text: string): [name: string, value: unknown] {
	const [, name, value] = /^(\w+)=(.*)$/s.exec(text) ?? [];
	if (name === undefined || value === undefined) {
		throw new UsageError(`${text} is not a change. Give it as name=value.`);
	}
	return [name, /^(\d+|null)$/.test(value) ? JSON.parse(value) : value];
}
