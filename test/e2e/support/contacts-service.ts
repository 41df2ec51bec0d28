import diagnostics from 'node:diagnostics_channel';
import { cp } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';

import {
	type ContactsService,
	type ProvisionedClient,
	startService,
} from '../../../sandbox/service/index.ts';
import { SERVICE_FOLDER } from './folders.ts';
import type { N8n } from './n8n-instance.ts';
import { inTemporaryFolder } from './resources.ts';
import type { CredentialReference } from './workflows.ts';

/** The Contacts service in this process, and every secret that it has issued. */
export interface WatchedService {
	service: ContactsService;
	/** Provisions a client, by default of the organization with 2,500 contacts. */
	provision(grant?: { orgId?: string; scopes?: string[] }): ProvisionedClient;
	/** The values for the form of the credential. */
	credentialData(client: ProvisionedClient): CredentialData;
	/** Saves a credential in n8n, by default of a new client. */
	credentialIn(n8n: N8n, changes?: Partial<CredentialData>): Promise<CredentialReference>;
	/** Refresh tokens that were issued, and access tokens that were sent. */
	secrets: Secrets;
	/** Remote address of each request. */
	clientAddresses: string[];
	close(): Promise<void>;
}

export interface Secrets {
	refreshTokens: Set<string>;
	accessTokens: Set<string>;
}

type CredentialData = Pick<ProvisionedClient, 'clientId' | 'refreshToken' | 'orgId' | 'scopes'> & {
	authUrl: string;
	baseUrl: string;
};

/** Starts a service, whose certificate n8n trusts. */
export async function startWatchedService(): Promise<WatchedService> {
	return await inTemporaryFolder('contacts-e2e-', async (dataDir) => {
		await cp(SERVICE_FOLDER, dataDir, { recursive: true });
		return await watchService(dataDir);
	});
}

async function watchService(dataDir: string): Promise<WatchedService> {
	const secrets: Secrets = { refreshTokens: new Set(), accessTokens: new Set() };
	const clientAddresses: string[] = [];
	const service = await startService({ dataDir });
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
	const watched: WatchedService = {
		service,
		secrets,
		clientAddresses,
		provision: (grant) => {
			const client = service.operator.provisionClient(grant);
			secrets.refreshTokens.add(client.refreshToken);
			return client;
		},
		credentialData: ({ clientId, refreshToken, orgId, scopes }) => ({
			authUrl,
			baseUrl,
			clientId,
			refreshToken,
			orgId,
			scopes,
		}),
		credentialIn: async ({ client }, changes) => {
			const data = { ...watched.credentialData(watched.provision()), ...changes };
			const { id, name } = await client.createCredential({
				name: 'Contacts API',
				type: 'contactsApi',
				data,
			});
			return { id, name };
		},
		close: async () => {
			diagnostics.unsubscribe('http.server.request.start', watch);
			await service.close();
		},
	};
	return watched;
}
