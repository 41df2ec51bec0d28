import { type ProvisionedClient, startService } from '../service/index.ts';
import { startRelay } from './relay.ts';

export const ROUND_TRIP_MS = 40;

/** How the service splits a list into pages; all contenders can read both. */
export type PageStyle = 'cursor' | 'page number';

/** Where a client reaches both hosts of the service. */
export interface Origins {
	authUrl: string;
	baseUrl: string;
}

export type BenchService = Awaited<ReturnType<typeof startBenchService>>;

/** Starts the service, and relays in front of it that add latency. */
export async function startBenchService() {
	const service = await startService({ initialContacts: 0 });
	const { authUrl, baseUrl, caFile, operator, configure, close } = service;
	const clients = new Map<number, ProvisionedClient>();
	const delayed = async (origin: string) => {
		const port = await startRelay(Number(new URL(origin).port), ROUND_TRIP_MS);
		return `https://127.0.0.1:${port}`;
	};
	return {
		caFile,
		/** Over loopback. */
		direct: { authUrl, baseUrl },
		/** With a round trip of {@link ROUND_TRIP_MS}. */
		line: { authUrl: await delayed(authUrl), baseUrl: await delayed(baseUrl) },
		/** @returns the client of an organization with this many contacts, which the first call adds */
		client: async (contacts: number) => {
			const orgId = `org_of_${contacts}`;
			const client = clients.get(contacts) ?? operator.provisionClient({ orgId });
			if (!clients.has(contacts)) await operator.fillContacts({ orgId, count: contacts });
			clients.set(contacts, client);
			return client;
		},
		setPageStyle: (style: PageStyle) => void configure({ like: `Plain: ${style}` }),
		stop: close,
	};
}
