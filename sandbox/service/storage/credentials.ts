import type { Database } from './database.ts';
import { hashSecret, type ResourceServer } from './secrets.ts';

/** Current state of a refresh token, its client and the client's organization. */
export interface TokenSubject {
	refreshTokenId: string;
	revoked: boolean;
	clientId: string;
	clientActive: boolean;
	scopes: string[];
	/** Key of the organization in the database. */
	organization: number;
	orgId: string;
	organizationGranted: boolean;
	contactCount: number;
}

export type Credentials = ReturnType<typeof createCredentials>;

/**
 * Reads the database at every call, so that changes by the operator apply to the next request.
 *
 * @param ownResourceServer the API host itself, which is not in the database
 */
export function createCredentials(database: Database, ownResourceServer: ResourceServer) {
	const selectSubject = `
		SELECT refresh_tokens.id AS refreshTokenId, revoked_at, clients.id AS clientId, status, scopes,
			organizations.key AS organization, organizations.id AS orgId, permission, contact_count
		FROM refresh_tokens
		JOIN clients ON clients.id = refresh_tokens.client
		JOIN organizations ON organizations.key = clients.organization`;
	const byHash = database.prepare(`${selectSubject} WHERE hash = ? AND client = ?`);
	const byId = database.prepare(`${selectSubject} WHERE refresh_tokens.id = ?`);
	const resourceServer = database.prepare(
		'SELECT 1 FROM resource_servers WHERE id = ? AND hash = ?',
	);

	return {
		/** @returns the subject if the client has exactly this refresh token */
		findByRefreshToken: (clientId: string, refreshToken: string) =>
			readSubject(byHash.get(hashSecret(refreshToken), clientId)),
		findByRefreshTokenId: (refreshTokenId: string) => readSubject(byId.get(refreshTokenId)),
		isResourceServer: (id: string, secret: string) =>
			(id === ownResourceServer.id && secret === ownResourceServer.secret) ||
			resourceServer.get(id, hashSecret(secret)) !== undefined,
	};
}

function readSubject(row: Record<string, unknown> | undefined): TokenSubject | undefined {
	return (
		row && {
			refreshTokenId: row['refreshTokenId'] as string,
			revoked: row['revoked_at'] !== null,
			clientId: row['clientId'] as string,
			clientActive: row['status'] === 'active',
			scopes: JSON.parse(row['scopes'] as string) as string[],
			organization: row['organization'] as number,
			orgId: row['orgId'] as string,
			organizationGranted: row['permission'] === 'granted',
			contactCount: row['contact_count'] as number,
		}
	);
}
