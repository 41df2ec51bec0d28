import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { N8nInstallation } from '../n8n/install.ts';
import { launchN8n } from '../n8n/launch.ts';
import { freePorts } from '../system/ports.ts';
import { N8nClient } from '../n8n/rest-client.ts';
import type { BenchService } from './bench-service.ts';
import { type Lister, type Listing, type ListTask, listWorkflow } from './workflows.ts';

const LAUNCHER_FOLDER = join(import.meta.dirname, '../n8n');

/** A tenth of a second apart. */
const WEBHOOK_TRIES = 100;

export interface BenchN8n {
	pid: number;
	/** Publishes a workflow that does the task. @returns a function that runs it once */
	publish(lister: Lister, task: ListTask): Promise<() => Promise<Listing>>;
	stop(): Promise<void>;
}

export interface BenchN8nOptions {
	installation: N8nInstallation;
	service: BenchService;
	/** Has the package installed. */
	userFolder: string;
	logFile: string;
	environment: Record<string, string>;
}

/** Starts an n8n and logs in. */
export async function startBenchN8n(options: BenchN8nOptions): Promise<BenchN8n> {
	const { service, environment, ...launch } = options;
	const [port] = await freePorts(1);
	const running = await launchN8n({
		...launch,
		launcherFolder: LAUNCHER_FOLDER,
		port: port!,
		environment: { NODE_EXTRA_CA_CERTS: service.caFile, ...environment },
	});
	const client = new N8nClient(running.url);
	await client.logIn({
		email: 'bench@example.com',
		password: 'Bench-on-loopback-1',
		firstName: 'Bench',
		lastName: 'Mark',
	});
	return {
		pid: running.pid,
		publish: async (lister, task) => {
			const name = `Contacts API, ${task.contacts}, ${lister}`;
			const data = { ...task.origins, ...(await service.client(task.contacts)) };
			const { id } = await client.createCredential({ name, type: 'contactsApi', data });
			const { path, ...input } = listWorkflow(lister, task, { id, name });
			await client.activateWorkflow(await client.createWorkflow(input));
			return () => callWebhook(`${running.url}/webhook/${path}`, lister);
		},
		stop: () => running.stop(),
	};
}

async function callWebhook(url: string, lister: Lister): Promise<Listing> {
	let response = await fetch(url);
	// n8n answers the activation before the webhook is registered.
	for (let tries = 0; response.status === 404 && tries < WEBHOOK_TRIES; tries++) {
		await delay(100);
		response = await fetch(url);
	}
	const listing = (await response.json()) as Listing & { message?: string };
	if (!response.ok) throw new Error(`${lister}: ${listing.message}`);
	return listing;
}
