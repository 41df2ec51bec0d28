import type { Database } from './database.ts';
import { hashSecret } from './secrets.ts';

export const clientStatuses = ['active', 'suspended', 'revoked'] as const;

export type ClientStatus = (typeof clientStatuses)[number];

/** An organization, stored in the list that is the document `organizations`. */
export interface Organization {
	orgId: string;
	permission: 'granted' | 'denied';
	contactCount: number;
}

/** A client, stored as the document that {@link nameOf} names. */
export interface Client {
	clientId: string;
	orgId: string;
	scopes: string[];
	status: ClientStatus;
	refreshTokens: RefreshToken[];
}

interface RefreshToken {
	id: string;
	/** The secret itself is not stored. */
	hash: string;
	isRevoked: boolean;
}

/** Current state of a refresh token, its client and the client's organization. */
export interface TokenSubject extends Client, Organization {
	refreshToken: RefreshToken;
	/** Position of the organization in the list, from 1. */
	organization: number;
}

/** Name of a client's document. */
export const nameOf = (clientId: string) => `client ${clientId}`;

export type Credentials = ReturnType<typeof createCredentials>;

/** Reads the database at every call, so that changes by the operator apply to the next request. */
export function createCredentials({ read }: Database) {
	const find = (
		clientId: string,
		isWanted: (token: RefreshToken) => boolean,
	): TokenSubject | undefined => {
		const client = read<Client>(nameOf(clientId));
		const refreshToken = client?.refreshTokens.find(isWanted);
		if (!client || !refreshToken) return undefined;
		const organizations = read<Organization[]>('organizations')!;
		const index = organizations.findIndex(({ orgId }) => orgId === client.orgId);
		return { ...organizations[index]!, ...client, refreshToken, organization: index + 1 };
	};
	return {
		/** @returns the subject if the client has exactly this refresh token */
		findByRefreshToken: (clientId: string, refreshToken: string) =>
			find(clientId, ({ hash }) => hash === hashSecret(refreshToken)),
		/** @returns the subject of the claims of an access token */
		findByClaims: ({ sub, refreshTokenId }: { sub: string; refreshTokenId: string }) =>
			find(sub, ({ id }) => id === refreshTokenId),
	};
}
