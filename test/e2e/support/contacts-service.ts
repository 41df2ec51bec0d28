import diagnostics from 'node:diagnostics_channel';
import { cp } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';

import type { Credential } from '../../../sandbox/n8n/rest-client.ts';
import { type ProvisionedClient, startService } from '../../../sandbox/service/index.ts';
import { SERVICE_FOLDER } from './folders.ts';
import type { N8n } from './n8n-instance.ts';
import { inTemporaryFolder } from './resources.ts';

/** Of an organization: several pages, and more than a batch of the examples. */
export const INITIAL_CONTACTS = 600;

export type WatchedService = Awaited<ReturnType<typeof startWatchedService>>;

/** A Contacts service in this process for all tests of a file, whose certificate n8n trusts. */
export function watchedService(): WatchedService {
	const watched = {} as WatchedService;
	beforeAll(async () => Object.assign(watched, await startWatchedService()));
	afterAll(async () => await watched.close());
	return watched;
}

async function startWatchedService() {
	const secrets = { refreshTokens: new Set<string>(), accessTokens: new Set<string>() };
	const clientAddresses: string[] = [];
	const service = await inTemporaryFolder('contacts-e2e-', async (dataDir) => {
		await cp(SERVICE_FOLDER, dataDir, { recursive: true });
		return await startService({ dataDir });
	});
	const { authUrl, baseUrl } = service;
	const ports = [authUrl, baseUrl].map((url) => Number(new URL(url).port));
	const watch = (message: unknown) => {
		const { request } = message as { request: IncomingMessage };
		const { localPort, remoteAddress } = request.socket;
		if (!ports.includes(localPort!)) return;
		clientAddresses.push(remoteAddress!);
		const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
		if (token) secrets.accessTokens.add(token);
	};
	// Node.js publishes every request to a server of this process.
	diagnostics.subscribe('http.server.request.start', watch);

	/** Provisions a client, by default of the organization with the initial contacts. */
	const provision = (grant?: { orgId: string }): ProvisionedClient => {
		const client = service.operator.provisionClient(grant);
		secrets.refreshTokens.add(client.refreshToken);
		return client;
	};
	/** Provisions a client of a new organization with so many contacts. */
	const provisionWith = async (orgId: string, count: number) => {
		const client = provision({ orgId });
		await service.operator.fillContacts({ orgId, count });
		return client;
	};
	/** The values for the form of the credential. */
	const credentialData = ({ clientId, refreshToken, orgId, scopes }: ProvisionedClient) => {
		return { authUrl, baseUrl, clientId, refreshToken, orgId, scopes };
	};
	return {
		service,
		/** Refresh tokens that were issued, and access tokens that were sent. */
		secrets,
		/** Remote address of each request. */
		clientAddresses,
		provision,
		provisionWith,
		credentialData,
		/** Saves a credential in n8n, by default of a new client. */
		credentialIn: async (
			{ client }: N8n,
			changes?: Partial<ReturnType<typeof credentialData>>,
		): Promise<Credential> => {
			const data = { ...credentialData(provision()), ...changes };
			return await client.createCredential({ name: 'Contacts API', type: 'contactsApi', data });
		},
		close: async () => {
			diagnostics.unsubscribe('http.server.request.start', watch);
			await service.close();
		},
	};
}
