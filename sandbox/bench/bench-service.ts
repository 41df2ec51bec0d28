import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
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

export type BenchService = Awaited<ReturnType<typeof startBenchService>>;

/** Starts the service, and the relay in front of it that adds latency, each in its own process. */
export async function startBenchService(dataDir: string) {
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
		/** Over loopback, and with a round trip of {@link ROUND_TRIP_MS}. */
		direct,
		line,
		/** PEM of the certificate authority, and a file with it. */
		ca,
		caFile,
		/** Provisions a client of an organization with this many contacts, which the first call adds. */
		client: async (contacts: number) => {
			await fill(store, contacts);
			return store.operator.provisionClient({ orgId: `org_of_${contacts}` });
		},
		setPageStyle: (pageStyle: PageStyle) => void store.settings.change({ pageStyle }),
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
	const orgId = `org_of_${count}`;
	const existing = operator.listOrganizations().find((known) => known.orgId === orgId);
	if (existing?.contacts === count) return;
	console.log(`Creating ${count.toLocaleString('en')} contacts (once) ...`);
	operator.provisionClient({ orgId });
	await operator.fillContacts({ orgId, count, seed: 1 });
}
