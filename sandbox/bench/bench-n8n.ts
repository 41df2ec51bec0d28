import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { N8nInstallation } from '../n8n/install.ts';
import { launchN8n } from '../n8n/launch.ts';
import { freePorts } from '../system/ports.ts';
import { N8nClient } from '../n8n/rest-client.ts';
import type { BenchService } from './bench-service.ts';
import {
	type CredentialReference,
	type Lister,
	type Listing,
	type ListTask,
	listWorkflow,
	type WebhookWorkflow,
} from './workflows.ts';

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
	environment: Record<string, string>;
}

/** Starts an n8n and logs in. */
export async function startBenchN8n(options: BenchN8nOptions) {
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
	/** Publishes any workflow. @returns a function that runs it once and returns the last node's first item */
	const publishWorkflow = async <Answer>(
		build: (credential: CredentialReference) => WebhookWorkflow,
		{ origins, contacts }: Pick<ListTask, 'origins' | 'contacts'>,
	) => {
		const name = `Contacts API, ${contacts}`;
		const data = { ...origins, ...(await service.client(contacts)) };
		const { id } = await client.createCredential({ name, type: 'contactsApi', data });
		const { path, ...input } = build({ id, name });
		await client.activateWorkflow(await client.createWorkflow(input));
		return () => callWebhook<Answer>(`${running.url}/webhook/${path}`, input.name);
	};
	return {
		pid: running.pid,
		exited: running.exited,
		publishWorkflow,
		/** Publishes a workflow that lists contacts. @returns a function that runs it once */
		publish: (lister: Lister, task: ListTask) =>
			publishWorkflow<Listing>((credential) => listWorkflow(lister, task, credential), task),
		stop: () => running.stop(),
	};
}

async function callWebhook<Answer>(url: string, workflow: string): Promise<Answer> {
	let response = await get(url);
	// n8n responds to the activation before the webhook is registered.
	for (let tries = 0; response.statusCode === 404 && tries < WEBHOOK_TRIES; tries++) {
		await delay(100);
		response = await get(url);
	}
	const answer = (await json(response)) as Answer & { message?: string };
	if (response.statusCode !== 200) throw new Error(`${workflow}: ${answer.message}`);
	return answer;
}

/** Without the five-minute timeout of fetch: listing a million contacts may take longer. */
async function get(url: string): Promise<IncomingMessage> {
	const [response] = (await once(http.get(url), 'response')) as [IncomingMessage];
	return response;
}
