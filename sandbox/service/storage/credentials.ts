import type { Database } from './database.ts';
import { hashSecret } from './secrets.ts';

/** Current state of a refresh token, its client and the client's organization. */
export interface TokenSubject {
	refreshTokenId: string;
	/** 0 or 1. */
	revoked: number;
	clientId: string;
	status: string;
	scopes: string[];
	/** Key of the organization in the database. */
	organization: number;
	orgId: string;
	permission: string;
	contactCount: number;
}

export type Credentials = ReturnType<typeof createCredentials>;

/** Reads the database at every call, so that changes by the operator apply to the next request. */
export function createCredentials(database: Database) {
	const selectSubject = `
		SELECT refresh_tokens.id AS refreshTokenId, revoked, clients.id AS clientId, status, scopes,
			organizations.key AS organization, organizations.id AS orgId, permission,
			contact_count AS contactCount
		FROM refresh_tokens
		JOIN clients ON clients.id = refresh_tokens.client
		JOIN organizations ON organizations.key = clients.organization`;
	const byHash = database.prepare(`${selectSubject} WHERE hash = ? AND client = ?`);
	const byId = database.prepare(`${selectSubject} WHERE refresh_tokens.id = ?`);
	const readSubject = (row: object | undefined) => {
		if (row === undefined) return undefined;
		const subject = row as Omit<TokenSubject, 'scopes'> & { scopes: string };
		return { ...subject, scopes: JSON.parse(subject.scopes) as string[] };
	};
	return {
		/** @returns the subject if the client has exactly this refresh token */
		findByRefreshToken: (clientId: string, refreshToken: string) =>
			readSubject(byHash.get(hashSecret(refreshToken), clientId)),
		findByRefreshTokenId: (refreshTokenId: string) => readSubject(byId.get(refreshTokenId)),
	};
}
