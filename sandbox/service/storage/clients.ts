import { z } from 'zod/v4';
import { scopesSchema } from '../scopes.ts';
import type { Database } from './database.ts';
import { requireFound, requireValid } from './operator-input.ts';
import { findOrCreateOrganization } from './organizations.ts';
import { hashSecret, makeIdentifier, makeSecret } from './secrets.ts';
import { now } from './time.ts';

export const clientStatuses = ['active', 'suspended', 'revoked'] as const;
export type ClientStatus = (typeof clientStatuses)[number];

/** "Clients should request only the scopes they need": listing contacts needs this one. */
const DEFAULT_SCOPES = ['contacts.read'];

/** The four values for a client. The refresh token cannot be read again later. */
export interface ProvisionedClient {
	clientId: string;
	refreshToken: string;
	orgId: string;
	scopes: string[];
}

interface RefreshTokenRecord {
	id: string;
	createdAt: string;
	/** When it was last exchanged for an access token; `null` if never. */
	lastUsedAt: string | null;
	revokedAt: string | null;
}

export interface ClientRecord {
	clientId: string;
	orgId: string;
	scopes: string[];
	status: ClientStatus;
	createdAt: string;
	refreshTokens: RefreshTokenRecord[];
}

export interface Clients {
	/**
	 * Creates a client, and its organization if that does not exist. Without `orgId`, the client belongs
	 * to the first organization of the database.
	 */
	provisionClient(grant?: { orgId?: string; scopes?: string[] }): ProvisionedClient;
	/** Issues another refresh token, for rotation; the existing ones stay valid. */
	issueRefreshToken(clientId: string): ProvisionedClient;
	/** Revokes one refresh token, or all of a client's. @returns how many were revoked */
	revokeRefreshToken(which: { clientId: string } | { refreshTokenId: string }): number;
	/** Revokes all refresh tokens of a client and sets its status to revoked. @returns how many */
	blockClient(clientId: string): number;
	/** Sets the scopes of new access tokens; with introspection they apply to issued ones, too. */
	setClientScopes(clientId: string, scopes: string[]): string[];
	setClientStatus(clientId: string, status: ClientStatus): void;
	listClients(): ClientRecord[];
}

export function createClients(database: Database): Clients {
	const issue = (clientId: string) => {
		const refreshToken = makeSecret('refresh');
		const id = makeIdentifier('rt');
		database
			.prepare('INSERT INTO refresh_tokens (id, client, hash, created_at) VALUES (?, ?, ?, ?)')
			.run(id, clientId, hashSecret(refreshToken), now());
		return refreshToken;
	};
	const revoke = (column: 'client' | 'id', value: string) => {
		const { changes } = database
			.prepare(
				`UPDATE refresh_tokens SET revoked_at = ? WHERE ${column} = ? AND revoked_at IS NULL`,
			)
			.run(now(), value);
		return Number(changes);
	};
	const setColumn = (clientId: string, column: 'status' | 'scopes', value: string) => {
		const { changes } = database
			.prepare(`UPDATE clients SET ${column} = ? WHERE id = ?`)
			.run(value, clientId);
		requireFound(changes !== 0, 'client', clientId);
	};
	const setStatus = (clientId: string, status: ClientStatus) =>
		setColumn(clientId, 'status', status);
	const requireClient = (clientId: string) =>
		requireFound(readClients(database, clientId)[0], 'client', clientId);

	return {
		provisionClient({ orgId, scopes = DEFAULT_SCOPES } = {}) {
			const granted = requireScopes(scopes);
			return database.transaction(() => {
				const organization = findOrCreateOrganization(database, orgId);
				const clientId = makeIdentifier('client');
				database
					.prepare('INSERT INTO clients (id, organization, scopes, created_at) VALUES (?, ?, ?, ?)')
					.run(clientId, organization.key, JSON.stringify(granted), now());
				const refreshToken = issue(clientId);
				return { clientId, refreshToken, orgId: organization.id, scopes: granted };
			});
		},

		issueRefreshToken: (clientId) =>
			database.transaction(() => {
				const { orgId, scopes } = requireClient(clientId);
				return { clientId, refreshToken: issue(clientId), orgId, scopes };
			}),

		revokeRefreshToken: (which) =>
			database.transaction(() => {
				if ('clientId' in which) {
					requireClient(which.clientId);
					return revoke('client', which.clientId);
				}
				const id = which.refreshTokenId;
				requireFound(
					database.prepare('SELECT 1 FROM refresh_tokens WHERE id = ?').get(id),
					'refresh token',
					id,
				);
				return revoke('id', id);
			}),

		blockClient: (clientId) =>
			database.transaction(() => {
				setStatus(clientId, 'revoked');
				return revoke('client', clientId);
			}),

		setClientScopes(clientId, scopes) {
			const granted = requireScopes(scopes);
			setColumn(clientId, 'scopes', JSON.stringify(granted));
			return granted;
		},

		setClientStatus(clientId, status) {
			requireValid(z.enum(clientStatuses), status, `A status is ${clientStatuses.join(' or ')}`);
			setStatus(clientId, status);
		},

		listClients: () => readClients(database),
	};
}

function requireScopes(scopes: string[]): string[] {
	return requireValid(scopesSchema, scopes, 'A scope is one word of printable ASCII');
}

function readClients(database: Database, clientId?: string): ClientRecord[] {
	const tokensOf = database.prepare(
		`SELECT id, created_at AS createdAt, last_used_at AS lastUsedAt, revoked_at AS revokedAt
		FROM refresh_tokens WHERE client = ? ORDER BY rowid`,
	);
	return database
		.prepare(
			`SELECT clients.id AS clientId, organizations.id AS orgId, scopes, status, created_at AS createdAt
			FROM clients JOIN organizations ON organizations.key = clients.organization
			${clientId === undefined ? '' : 'WHERE clients.id = :clientId'}
			ORDER BY clients.rowid`,
		)
		.all(clientId === undefined ? {} : { clientId })
		.map((row) => ({
			...(row as unknown as ClientRecord),
			scopes: JSON.parse(row['scopes'] as string) as string[],
			refreshTokens: tokensOf
				.all(row['clientId']!)
				.map((token) => ({ ...token }) as unknown as RefreshTokenRecord),
		}));
}
