import diagnostics from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

import {
	type ContactsService,
	type ProvisionedClient,
	startService,
} from '../../../sandbox/service/index.ts';

type Options = NonNullable<Parameters<typeof startService>[0]>;

/** The Contacts service in this process, and every secret that it has issued. */
export interface WatchedService {
	service: ContactsService;
	/** Provisions a client, by default of the organization with 2,500 contacts. */
	provision(grant?: { orgId?: string; scopes?: string[] }): ProvisionedClient;
	/** Issues another refresh token for the client. */
	issueRefreshToken(clientId: string): ProvisionedClient;
	/** The values for the form of the credential. */
	credentialData(client: ProvisionedClient): CredentialData;
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

/**
 * Starts the service, by default in memory.
 *
 * @param secrets secrets that an earlier start on the same data has issued
 */
export async function startWatchedService(
	options: Options = {},
	secrets: Secrets = { refreshTokens: new Set(), accessTokens: new Set() },
): Promise<WatchedService> {
	const service = await startService(options);
	const ports = [service.authUrl, service.baseUrl].map((url) => new URL(url).port);
	const clientAddresses: string[] = [];
	const remember = (client: ProvisionedClient) => {
		secrets.refreshTokens.add(client.refreshToken);
		return client;
	};
	const watch = (message: unknown) => {
		const { request } = message as { request: IncomingMessage };
		const { localPort, remoteAddress } = request.socket;
		if (!ports.includes(String(localPort))) return;
		clientAddresses.push(remoteAddress!);
		const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
		if (token) secrets.accessTokens.add(token);
	};
	// Node.js publishes every request to a server of this process.
	diagnostics.subscribe('http.server.request.start', watch);
	return {
		service,
		secrets,
		clientAddresses,
		provision: (grant) => remember(service.operator.provisionClient(grant)),
		issueRefreshToken: (clientId) => remember(service.operator.issueRefreshToken(clientId)),
		credentialData: ({ clientId, refreshToken, orgId, scopes }) => ({
			authUrl: service.authUrl,
			baseUrl: service.baseUrl,
			clientId,
			refreshToken,
			orgId,
			scopes,
		}),
		close: async () => {
			diagnostics.unsubscribe('http.server.request.start', watch);
			await service.close();
		},
	};
}
