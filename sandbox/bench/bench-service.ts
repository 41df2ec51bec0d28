import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ProvisionedClient } from '../service/storage/operator.ts';
import { openStore, type Store } from '../service/storage/store.ts';

const PAGE_SIZE_MAXIMUM = 1_000;

export const SCHEMES = ['https', 'http'] as const;
export type Scheme = (typeof SCHEMES)[number];

interface Origins {
	authUrl: string;
	baseUrl: string;
	ca: string;
	caFile: string;
}

/** Contacts services in processes of their own, on one database. */
export interface BenchServices {
	origins: Record<Scheme, Origins>;
	/** A client of the organization that has this many contacts. */
	client(contacts: number): ProvisionedClient;
	stop(): Promise<void>;
}

/**
 * Fills the database if it is not yet, and starts a service for each scheme on it. Pages have a link
 * to the next one, which all that is compared here can follow.
 */
export async function startBenchServices(dataDir: string, sizes: number[]): Promise<BenchServices> {
	const store = await openStore({ dataDir, initialContacts: 0 });
	await fill(store, sizes);
	store.settings.change({ pageStyle: 'nextLink', maxPageSize: PAGE_SIZE_MAXIMUM });
	const children: ChildProcess[] = [];
	const start = async (scheme: Scheme) => {
		const child = fork(join(import.meta.dirname, 'service-process.ts'), [dataDir, scheme]);
		children.push(child);
		const [origins] = (await once(child, 'message')) as [Origins];
		return origins;
	};
	return {
		origins: { https: await start('https'), http: await start('http') },
		client: (contacts) => store.operator.provisionClient({ orgId: organization(contacts) }),
		stop: async () => {
			for (const child of children) {
				child.kill();
				await once(child, 'exit');
			}
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
