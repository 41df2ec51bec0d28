import diagnostics from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

import {
	type ContactsService,
	type ProvisionedClient,
	startService,
} from '../../../sandbox/service/index.ts';

type Options = NonNullable<Parameters<typeof startService>[0]>;

/** The Contacts service in this process, and every secret that it has handed out. */
export interface WatchedService {
	service: ContactsService;
	/** A client of the organization with 2,500 contacts, or of another one. */
	provision(grant?: { orgId?: string; scopes?: string[] }): ProvisionedClient;
	/** One more refresh token for the client. */
	issueRefreshToken(clientId: string): ProvisionedClient;
	/** What a person enters in the form of the credential. */
	credentialData(client: ProvisionedClient): CredentialData;
	/** Refresh tokens as handed out, and access tokens as they came in requests. */
	secrets: Secrets;
	/** Where each request came from. */
	clientAddresses: string[];
	close(): Promise<void>;
}

export interface Secrets {
	refreshTokens: Set<string>;
	accessTokens: Set<string>;
}

export type CredentialData = Pick<
	ProvisionedClient,
	'clientId' | 'refreshToken' | 'orgId' | 'scopes'
> & { authUrl: string; baseUrl: string };

/**
 * Starts the service; in memory unless it has a data folder.
 *
 * @param secrets what an earlier start on the same data has handed out
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
	// Node.js's own announcement of every request that a server of this process gets.
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
