import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProvisionedClient } from '../service/storage/operator.ts';
import { openStore, type Store } from '../service/storage/store.ts';

const PAGE_SIZE_MAXIMUM = 1_000;

/** The Contacts service in a process of its own, with organizations of different sizes. */
export interface BenchService {
	authUrl: string;
	baseUrl: string;
	ca: string;
	caFile: string;
	/** A client of the organization that has this many contacts. */
	client(contacts: number): ProvisionedClient;
	stop(): Promise<void>;
}

/**
 * Fills the database if it is not yet, and starts the service on it. Pages have a link to the next
 * one, which all that is compared here can follow.
 */
export async function startBenchService(dataDir: string, sizes: number[]): Promise<BenchService> {
	const store = await openStore({ dataDir, initialContacts: 0 });
	await fill(store, sizes);
	store.settings.change({ pageStyle: 'nextLink', maxPageSize: PAGE_SIZE_MAXIMUM });
	const child = spawn(
		process.execPath,
		[
			...[join(import.meta.dirname, '../service/cli.ts'), '--data-dir', dataDir, '--json'],
			...['start', '--auth-port', '0', '--api-port', '0'],
		],
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	);
	const [line] = (await once(child.stdout, 'data')) as [Buffer];
	const { authUrl, baseUrl, caFile } = JSON.parse(line.toString()) as Record<string, string>;
	return {
		authUrl: authUrl!,
		baseUrl: baseUrl!,
		caFile: caFile!,
		ca: await readFile(caFile!, 'utf8'),
		client: (contacts) => store.operator.provisionClient({ orgId: organization(contacts) }),
		stop: async () => {
			child.kill();
			await once(child, 'exit');
			store.close();
		},
	};
}

async function fill({ operator }: Store, sizes: number[]): Promise<void> {
	for (const count of sizes) {
		const orgId = organization(count);
		const existing = operator.listOrganizations().find((known) => known.orgId === orgId);
		if (existing?.contacts === count) continue;
		operator.provisionClient({ orgId });
		await operator.fillContacts({ orgId, count, seed: 1 });
	}
}

function organization(contacts: number): string {
	return `org_of_${contacts}`;
}
