import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { N8nInstallation } from '../n8n/install.ts';
import { launchN8n } from '../n8n/launch.ts';
import { N8nClient } from '../n8n/rest-client.ts';
import { freePorts } from '../system/ports.ts';
import type { BenchService } from './bench-service.ts';
import { type Lister, type Listing, type ListTask, listWorkflow } from './workflows.ts';

const LAUNCHER_FOLDER = join(import.meta.dirname, '../n8n');

/** At intervals of a tenth of a second. */
const WEBHOOK_TRIES = 100;

export type BenchN8n = Awaited<ReturnType<typeof startBenchN8n>>;

interface BenchN8nOptions {
	installation: N8nInstallation;
	service: BenchService;
	/** n8n's user folder, in which the package is installed. */
	userFolder: string;
	logFile: string;
}

/** Starts an n8n and logs in. */
export async function startBenchN8n({ service, ...launch }: BenchN8nOptions) {
	const [port] = await freePorts(1);
	const running = await launchN8n({
		...launch,
		launcherFolder: LAUNCHER_FOLDER,
		port: port!,
		environment: { NODE_EXTRA_CA_CERTS: service.caFile },
	});
	const client = new N8nClient(running.url);
	await client.logIn({
		email: 'bench@example.com',
		password: 'Bench-on-loopback-1',
		firstName: 'Bench',
		lastName: 'Mark',
	});
	return {
		/** Publishes a workflow that lists contacts. @returns a function that runs it once */
		publish: async (lister: Lister, task: ListTask) => {
			const name = `Contacts API, ${task.contacts}`;
			const data = { ...task.origins, ...(await service.client(task.contacts)) };
			const { id } = await client.createCredential({ name, type: 'contactsApi', data });
			const { path, ...input } = listWorkflow(lister, task, { id, name });
			await client.activateWorkflow(await client.createWorkflow(input));
			return () => callWebhook(`${running.url}/webhook/${path}`, input.name);
		},
		stop: () => running.stop(),
	};
}

async function callWebhook(url: string, workflow: string): Promise<Listing> {
	// n8n closes kept connections after a few seconds, perhaps while a request is on its way.
	const options = { headers: { Connection: 'close' } };
	let response = await fetch(url, options);
	// n8n responds to the activation before the webhook is registered.
	for (let tries = 0; response.status === 404 && tries < WEBHOOK_TRIES; tries++) {
		await delay(100);
		response = await fetch(url, options);
	}
	const answer = (await response.json()) as Listing & { message?: string };
	if (!response.ok) throw new Error(`${workflow}: ${answer.message}`);
	return answer;
}
