import { cp } from 'node:fs/promises';
import { join } from 'node:path';

import type { Environment } from '../../../sandbox/n8n/environment.ts';
import { launchN8n, type RunningN8n } from '../../../sandbox/n8n/launch.ts';
import { freePorts } from '../../../sandbox/system/ports.ts';
import { N8nClient, type Owner } from '../../../sandbox/n8n/rest-client.ts';
import { LAUNCHER_FOLDER, OUTPUT_FOLDER, TEMPLATE_FOLDER } from './folders.ts';
import { installPinnedN8n } from './installation.ts';
import { inTemporaryFolder } from './resources.ts';

export const OWNER: Owner = {
	email: 'ada@example.com',
	password: 'Only-on-loopback-1',
	firstName: 'Ada',
	lastName: 'Owner',
};

/** An n8n for the tests of a file, with the packed package installed. */
export interface N8nInstance {
	client: N8nClient;
	running: RunningN8n;
	userFolder: string;
	/** Log files of all its starts. */
	logFiles: string[];
	/** Stops n8n and starts it again on the same data. */
	restart(): Promise<void>;
	/** Stops n8n and deletes its data, but not the logs. */
	close(): Promise<void>;
}

interface InstanceOptions {
	/** Names the log file. */
	name: string;
	environment: Environment;
	/** Default `start`. Workers of queue mode have no editor to log in to. */
	command?: 'start' | 'worker';
	commandArguments?: string[];
}

/** Starts an n8n with an empty database and logs in. */
export async function startN8n(options: InstanceOptions): Promise<N8nInstance> {
	const logFiles: string[] = [];
	const [port] = await freePorts(1);
	const launch = async (userFolder: string) => {
		const logFile = join(OUTPUT_FOLDER, `${options.name}-${logFiles.length + 1}.log`);
		logFiles.push(logFile);
		return await launchN8n({
			installation: await installPinnedN8n(),
			launcherFolder: LAUNCHER_FOLDER,
			userFolder,
			port: port!,
			logFile,
			command: options.command,
			commandArguments: options.commandArguments,
			environment: { N8N_LOG_LEVEL: 'debug', ...options.environment },
		});
	};
	return await inTemporaryFolder('n8n-e2e-', async (userFolder) => {
		await cp(TEMPLATE_FOLDER, userFolder, { recursive: true });
		const running = await launch(userFolder);
		const client = new N8nClient(running.url);
		if (options.command !== 'worker') await client.logIn(OWNER);
		const instance: N8nInstance = {
			client,
			running,
			userFolder,
			logFiles,
			restart: async () => {
				await instance.running.stop();
				instance.running = await launch(userFolder);
				await client.logIn(OWNER);
			},
			close: async () => await instance.running.stop(),
		};
		return instance;
	});
}
