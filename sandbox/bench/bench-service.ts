import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ProvisionedClient } from '../service/storage/operator.ts';
import { openStore, type Store } from '../service/storage/store.ts';

export const ROUND_TRIP_MS = 40;

const MAX_PAGE_SIZE = 1_000;

/** How the service splits a list into pages; all contenders can read both. */
export type PageStyle = 'cursor' | 'pageNumber';

/** Where a client reaches both hosts of the service. */
export interface Origins {
	authUrl: string;
	baseUrl: string;
}

/** One Contacts service, reached directly or through a relay that adds latency. */
export interface BenchService {
	/** Over loopback. */
	direct: Origins;
	/** With a round trip of {@link ROUND_TRIP_MS}. */
	line: Origins;
	/** PEM of the certificate authority, and a file with it. */
	ca: string;
	caFile: string;
	/** Provisions a client of an organization with this many contacts, which the first call adds. */
	client(contacts: number): Promise<ProvisionedClient>;
	setPageStyle(pageStyle: PageStyle): void;
	stop(): Promise<void>;
}

/** Starts the service and the relay in front of it, each in its own process. */
export async function startBenchService(dataDir: string): Promise<BenchService> {
	const store = await openStore({ dataDir, initialContacts: 0 });
	store.settings.change({ pageStyle: 'cursor', maxPageSize: MAX_PAGE_SIZE });
	const children: ChildProcess[] = [];
	const start = async (module: string, args: string[]) => {
		const child = fork(join(import.meta.dirname, module), args);
		children.push(child);
		const [message] = (await once(child, 'message')) as [Origins & { ca: string; caFile: string }];
		return message;
	};
	const { ca, caFile, ...direct } = await start('service-process.ts', [dataDir]);
	const line = await start('relay-process.ts', [
		String(ROUND_TRIP_MS),
		direct.authUrl,
		direct.baseUrl,
	]);
	return {
		direct,
		line,
		ca,
		caFile,
		client: async (contacts) => {
			await fill(store, contacts);
			return store.operator.provisionClient({ orgId: organization(contacts) });
		},
		setPageStyle: (pageStyle) => void store.settings.change({ pageStyle }),
		stop: async () => {
			for (const child of children) {
				child.kill();
				await once(child, 'exit');
			}
			store.close();
		},
	};
}

async function fill({ operator }: Store, count: number): Promise<void> {
	const orgId = organization(count);
	const existing = operator.listOrganizations().find((known) => known.orgId === orgId);
	if (existing?.contacts === count) return;
	console.log(`Creating ${count.toLocaleString('en')} contacts (once) ...`);
	operator.provisionClient({ orgId });
	await operator.fillContacts({ orgId, count, seed: 1 });
}

function organization(contacts: number): string {
	return `org_of_${contacts}`;
}
