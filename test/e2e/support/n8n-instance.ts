import { cp } from 'node:fs/promises';
import { join } from 'node:path';

import type { Environment } from '../../../sandbox/n8n/environment.ts';
import {
	defaultCacheFolder,
	installN8n,
	type N8nInstallation,
} from '../../../sandbox/n8n/install.ts';
import { launchN8n } from '../../../sandbox/n8n/launch.ts';
import { freePorts } from '../../../sandbox/system/ports.ts';
import { N8nClient, type Owner } from '../../../sandbox/n8n/rest-client.ts';
import { LAUNCHER_FOLDER, OUTPUT_FOLDER, SERVICE_FOLDER, TEMPLATE_FOLDER } from './folders.ts';
import { inTemporaryFolder } from './resources.ts';

export const OWNER: Owner = {
	email: 'ada@example.com',
	password: 'Only-on-loopback-1',
	firstName: 'Ada',
	lastName: 'Owner',
};

/** An n8n for the tests of one file. */
export type N8nInstance = Awaited<ReturnType<typeof startN8n>>;

/** An n8n with the packed package, and a client of it that is logged in. */
export type N8n = Pick<N8nInstance, 'url' | 'client' | 'userFolder' | 'logFile'>;

interface InstanceOptions {
	/** Names the log file. */
	name: string;
	environment?: Environment;
	/** Default `start`. Workers of queue mode have no editor to log in to. */
	command?: 'start' | 'worker';
	commandArguments?: string[];
}

/** Installs the n8n that `npm start` uses, unless it is installed. */
export async function installPinnedN8n(signal?: AbortSignal): Promise<N8nInstallation> {
	const cacheFolder = defaultCacheFolder(process.env);
	return await installN8n({ manifestFolder: LAUNCHER_FOLDER, cacheFolder, signal });
}

/** Starts an n8n with an empty database, which trusts the service's certificate, and logs in. */
export async function startN8n(options: InstanceOptions) {
	const { name, environment, ...command } = options;
	const logFile = join(OUTPUT_FOLDER, `${name}.log`);
	const [port] = await freePorts(1);
	return await inTemporaryFolder('n8n-e2e-', async (userFolder) => {
		await cp(TEMPLATE_FOLDER, userFolder, { recursive: true });
		const { url, stop } = await launchN8n({
			installation: await installPinnedN8n(),
			launcherFolder: LAUNCHER_FOLDER,
			userFolder,
			port: port!,
			logFile,
			...command,
			environment: {
				N8N_LOG_LEVEL: 'debug',
				NODE_EXTRA_CA_CERTS: join(SERVICE_FOLDER, 'ca.crt'),
				...environment,
			},
		});
		const client = new N8nClient(url);
		if (options.command !== 'worker') await client.logIn(OWNER);
		/** `close` stops n8n and deletes its data, but not the log. */
		return { url, client, userFolder, logFile, close: stop };
	});
}

const SHARED = 'N8N_SHARED_BY_TESTS';

/** Starts the n8n for all tests that need no settings of their own: a start takes some 15 seconds. */
export async function startSharedN8n(): Promise<N8nInstance> {
	const instance = await startN8n({ name: 'shared' });
	const { url, userFolder, logFile } = instance;
	process.env[SHARED] = JSON.stringify({ url, userFolder, logFile });
	return instance;
}

export async function sharedN8n(): Promise<N8n> {
	const n8n = JSON.parse(process.env[SHARED]!) as Omit<N8n, 'client'>;
	const client = new N8nClient(n8n.url);
	await client.logIn(OWNER);
	return { ...n8n, client };
}
