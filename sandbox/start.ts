/**
 * `npm start`: demonstrates the Contacts node in n8n. See `npm start -- --help`.
 */
import { CommanderError } from 'commander';
import { execa } from 'execa';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describeContacts, describeDemo, describeSettings, listAll } from './demo.ts';
import { installCommunityPackage, installedCode } from './n8n/community-package.ts';
import { installN8n, n8nVersion } from './n8n/install.ts';
import { runNpm } from './n8n/npm.ts';
import { N8nClient, type Owner, type Workflow } from './n8n/rest-client.ts';
import { type RunningN8n, startN8n } from './n8n/start-n8n.ts';
import { contactsOf, importCredential, importWorkflow, runFromManualTrigger } from './seed.ts';
import { type ContactsService, DEFAULT_SHAPE, HOST_PORTS, startService } from './service/index.ts';
import { readStartOptions, type StartOptions } from './start-options.ts';
import { tryLock } from './system/file-lock.ts';
import { PRIVATE_FOLDER, readIfPresent } from './system/files.ts';
import { portsLike } from './system/ports.ts';
import { rejectOnAbort, Stopped, stopSignal } from './system/stop-signal.ts';
import { printError, UserError } from './system/user-error.ts';

const CACHE = resolve('.cache');
/** Everything that is kept between starts. */
const DATA = join(CACHE, 'sandbox');
const FOLDERS = {
	/** n8n's user folder. */
	n8n: join(DATA, 'n8n'),
	service: join(DATA, 'service'),
};
const FILES = {
	/** Login of n8n's owner. */
	login: join(DATA, 'n8n-login.json'),
	certificates: join(DATA, 'trusted-certificates.pem'),
	n8nLog: join(DATA, 'n8n.log'),
	buildLog: join(DATA, 'build.log'),
};
const EXAMPLE = resolve('examples/list-contacts.json');
const CREDENTIAL = { name: 'Contacts API', type: 'contactsApi' };
const N8N_PORT = 5678;

process.exit(await exitCodeOf(main(stopSignal())));

async function main(signal: AbortSignal): Promise<void> {
	const options = readStartOptions(process.argv.slice(2));
	await mkdir(CACHE, PRIVATE_FOLDER);
	const lock = tryLock(join(CACHE, 'start.lock'));
	if (!lock) throw new UserError('Another "npm start" is running in this clone.', 'Stop it first.');
	const running = new AsyncDisposableStack();
	running.adopt(lock, ({ release }) => release());
	try {
		await runDemo(options, signal, running);
	} finally {
		if (signal.aborted) console.log('\nStopping ...');
		await running.disposeAsync();
	}
}

/** Runs every step up to the open editor. Adds to `running` what has to be stopped at the end. */
async function runDemo(
	options: StartOptions,
	signal: AbortSignal,
	running: AsyncDisposableStack,
): Promise<void> {
	if (options.fresh) await rm(DATA, { recursive: true, force: true });
	for (const folder of Object.values(FOLDERS)) await mkdir(folder, PRIVATE_FOLDER);
	await step('Building the package', () =>
		runNpm(['run', 'build'], { folder: resolve(), logFile: FILES.buildLog, signal }),
	);
	const installation = await step('Installing n8n (takes some minutes at the first start)', () =>
		installN8n(signal),
	);
	await step('Adding the package to n8n', () => installCommunityPackage(FOLDERS.n8n, signal));
	// The same ports at each start if possible, so that bookmarks stay valid.
	const [port, authPort, apiPort] = await portsLike([N8N_PORT, ...HOST_PORTS]);
	const service = await step('Starting the Contacts service', async () => {
		const started = await startService({
			dataDir: FOLDERS.service,
			authPort,
			apiPort,
			settings: { like: options.like ?? DEFAULT_SHAPE },
		});
		return running.adopt(started, ({ close }) => close());
	});
	const n8n = await step(`Starting n8n ${n8nVersion}`, async () => {
		const launched = await startN8n({
			userFolder: FOLDERS.n8n,
			port,
			logFile: FILES.n8nLog,
			environment: {
				NODE_EXTRA_CA_CERTS: await writeCertificates(service.ca),
				...(options.watch ? { N8N_DEV_RELOAD: 'true' } : {}),
			},
			signal,
		});
		return running.adopt(launched, ({ stop }) => stop());
	});
	const stopped = Promise.race([
		rejectOnAbort(signal),
		n8n.exited.then((error) => Promise.reject(error)),
	]);
	// Awaited below; until then, a rejection must not count as unhandled.
	stopped.catch(() => undefined);
	const owner = await readOrMakeOwner();
	const workflow = await Promise.race([stopped, runExample(n8n, service, owner, options)]);
	if (options.once) return;
	if (options.watch) running.defer(compileEdits());

	console.log(
		describeDemo({
			workflowUrl: `${n8n.url}/workflow/${workflow.id}`,
			owner,
			service,
			client: service.operator.provisionClient(),
			options,
			data: DATA,
			installation: installation.folder,
		}),
	);
	await stopped.catch((reason: unknown) => {
		// From now on, Ctrl-C is the normal way to end.
		if (!(reason instanceof Stopped)) throw reason;
	});
}

/** Compiles the sources into n8n's copy of the package, again after each edit. @returns what ends it */
function compileEdits(): () => void {
	const args = ['--watch', '--preserveWatchOutput', '--outDir', installedCode(FOLDERS.n8n)];
	const compiler = execa('node_modules/.bin/tsc', args, { stdio: 'inherit', reject: false });
	return () => void compiler.kill();
}

/** Prints a step and how long it took. @returns what the action returns */
async function step<T>(title: string, action: () => Promise<T>): Promise<T> {
	const startedAt = Date.now();
	console.log(`${title} ...`);
	const result = await action();
	console.log(`  ${Math.round((Date.now() - startedAt) / 1_000)} s`);
	return result;
}

async function runExample(
	n8n: RunningN8n,
	service: ContactsService,
	owner: Owner,
	{ like, once }: StartOptions,
): Promise<Workflow> {
	const client = new N8nClient(n8n.url);
	const { workflow, execution } = await step('Running the example workflow', async () => {
		await client.logIn(owner);
		const { authUrl, baseUrl, operator } = service;
		const data = { authUrl, baseUrl, ...operator.provisionClient() };
		const credential = { ...CREDENTIAL, data };
		const id = await importCredential(client, credential);
		const imported = await importWorkflow(client, EXAMPLE, { ...CREDENTIAL, id }, (example) =>
			like ? listAll(example, like) : example,
		);
		return { workflow: imported, execution: await runFromManualTrigger(client, imported) };
	});
	try {
		const contacts = contactsOf(execution, workflow);
		console.log(
			`\nExecution ${execution.id} of the workflow "${workflow.name}" in n8n returned ` +
				`${contacts.length} contacts. The first of them:`,
		);
		console.table(describeContacts(contacts));
	} catch (error) {
		// The responses of some APIs do not say where a list goes on.
		if (once || !like || !(error instanceof UserError)) throw error;
		console.log(`\n${error.message.split('\n')[0]}\n${describeSettings(like)}`);
	}
	return workflow;
}

/**
 * Reads the login of n8n's owner, or makes one with a random password: every user of this computer can
 * reach n8n's port on loopback, and whoever can log in to n8n can run programs.
 */
async function readOrMakeOwner(): Promise<Owner> {
	const stored = await readIfPresent(FILES.login);
	if (stored !== '') return JSON.parse(stored) as Owner;
	const owner = {
		email: 'demo@example.com',
		// The prefix has the digit and the capital letter that n8n requires.
		password: `Demo1-${randomBytes(12).toString('base64url')}`,
		firstName: 'Demo',
		lastName: 'Owner',
	};
	await writeFile(FILES.login, JSON.stringify(owner), { mode: 0o600 });
	return owner;
}

/** Makes a file for n8n's NODE_EXTRA_CA_CERTS: the service's authority and those of this process. */
async function writeCertificates(authority: string): Promise<string> {
	const extra = process.env.NODE_EXTRA_CA_CERTS;
	const others = extra ? await readFile(extra, 'utf8') : '';
	await writeFile(FILES.certificates, `${others}\n${authority}`);
	return FILES.certificates;
}

async function exitCodeOf(run: Promise<void>): Promise<number> {
	try {
		await run;
		return 0;
	} catch (error) {
		if (error instanceof CommanderError) return error.exitCode;
		if (error instanceof Stopped) return 130;
		printError(error);
		return 1;
	}
}
