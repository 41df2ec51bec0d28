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
	/** Issues another refresh token for the client. */
	issueRefreshToken(clientId: string): ProvisionedClient;
	/** The values for the form of the credential. */
	credentialData(client: ProvisionedClient): CredentialData;
	/** Saves a credential in n8n, by default of a new client. */
	credentialIn(n8n: N8n, changes?: Partial<CredentialData>): Promise<CredentialReference>;
	/** Refresh tokens that were issued, and access tokens that were sent. */
	secrets: Secrets;
	/** Remote address of each request. */
	clientAddresses: string[];
	/** Closes the service and starts it again on the same data, after the given work. */
	whileDown(work: () => Promise<void>): Promise<void>;
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
	const first = await startService({ dataDir });
	const [authPort, apiPort] = [first.authUrl, first.baseUrl].map((url) =>
		Number(new URL(url).port),
	);
	const watch = (message: unknown) => {
		const { request } = message as { request: IncomingMessage };
		const { localPort, remoteAddress } = request.socket;
		if (localPort !== authPort && localPort !== apiPort) return;
		clientAddresses.push(remoteAddress!);
		const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
		if (token) secrets.accessTokens.add(token);
	};
	// Node.js publishes every request to a server of this process.
	diagnostics.subscribe('http.server.request.start', watch);
	const remember = (client: ProvisionedClient) => {
		secrets.refreshTokens.add(client.refreshToken);
		return client;
	};
	const watched: WatchedService = {
		service: first,
		secrets,
		clientAddresses,
		provision: (grant) => remember(watched.service.operator.provisionClient(grant)),
		issueRefreshToken: (clientId) => remember(watched.service.operator.issueRefreshToken(clientId)),
		credentialData: ({ clientId, refreshToken, orgId, scopes }) => ({
			authUrl: first.authUrl,
			baseUrl: first.baseUrl,
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
		whileDown: async (work) => {
			await watched.service.close();
			await work();
			watched.service = await startService({ dataDir, authPort, apiPort });
		},
		close: async () => {
			diagnostics.unsubscribe('http.server.request.start', watch);
			await watched.service.close();
		},
	};
	return watched;
}
