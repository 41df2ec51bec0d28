import { cp } from 'node:fs/promises';
import { join } from 'node:path';

import type { Environment } from '../../../sandbox/n8n/environment.ts';
import { N8nClient, type Owner } from '../../../sandbox/n8n/rest-client.ts';
import { startN8n as startPinnedN8n } from '../../../sandbox/n8n/start-n8n.ts';
import { OUTPUT_FOLDER, SERVICE_FOLDER, TEMPLATE_FOLDER } from './folders.ts';
import { inTemporaryFolder } from './resources.ts';

export const OWNER: Owner = {
	email: 'ada@example.com',
	password: 'Only-on-loopback-1',
	firstName: 'Ada',
	lastName: 'Owner',
};

export type N8n = Awaited<ReturnType<typeof startN8n>>;

interface InstanceOptions {
	/** Names the log file. */
	name: string;
	environment?: Environment;
	/** `worker` and its arguments for a worker of queue mode, which has no editor to log in to. */
	command?: string[];
}

/** Starts an n8n with an empty database, which trusts the service's certificate, and logs in. */
export async function startN8n({ name, environment, command = ['start'] }: InstanceOptions) {
	const logFile = join(OUTPUT_FOLDER, `${name}.log`);
	return await inTemporaryFolder('n8n-e2e-', async (userFolder) => {
		await cp(TEMPLATE_FOLDER, userFolder, { recursive: true });
		const { url, stop } = await startPinnedN8n({
			userFolder,
			logFile,
			command,
			// Ends n8n also where a test that hangs is killed.
			runner: ['setpriv', '--pdeathsig', 'TERM'],
			environment: {
				N8N_LOG_LEVEL: 'debug',
				NODE_EXTRA_CA_CERTS: join(SERVICE_FOLDER, 'ca.crt'),
				...environment,
			},
		});
		const client = new N8nClient(url);
		if (command[0] !== 'worker') await client.logIn(OWNER);
		/** `close` stops n8n and deletes its data, but not the log. */
		return { url, client, userFolder, logFile, close: stop };
	});
}
