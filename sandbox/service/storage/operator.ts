import { z } from 'zod/v4';
import { OperatorError, UsageError } from '../errors.ts';
import { scopeSchema } from '../settings.ts';
import { type FileContact, type Fill, fillContacts, importContacts } from './add-contacts.ts';
import type { Database } from './database.ts';
import { hashSecret, makeIdentifier, makeResourceServer, makeSecret } from './secrets.ts';

export const clientStatuses = ['active', 'suspended', 'revoked'] as const;
export type ClientStatus = (typeof clientStatuses)[number];

export const organizationPermissions = ['granted', 'denied'] as const;
export type OrganizationPermission = (typeof organizationPermissions)[number];

/** "Clients should request only the scopes they need": listing contacts needs this one. */
const DEFAULT_SCOPES = ['contacts.read'];

/** The four values for a client. The refresh token cannot be read again later. */
export interface ProvisionedClient {
	clientId: string;
	refreshToken: string;
	orgId: string;
	scopes: string[];
}

interface ClientRecord {
	clientId: string;
	orgId: string;
	scopes: string[];
	status: ClientStatus;
	createdAt: string;
	refreshTokens: Array<{ id: string; createdAt: string; revokedAt: string | null }>;
}

export type Operator = ReturnType<typeof createOperator>;

/** Actions of the service's operator. Every method throws {OperatorError} for invalid input. */
export function createOperator(database: Database) {
	const issue = (clientId: string) => {
		const refreshToken = makeSecret('refresh');
		database
			.prepare('INSERT INTO refresh_tokens (id, client, hash, created_at) VALUES (?, ?, ?, ?)')
			.run(makeIdentifier('rt'), clientId, hashSecret(refreshToken), now());
		return refreshToken;
	};
	const revoke = (column: 'client' | 'id', value: string) =>
		Number(
			database
				.prepare(
					`UPDATE refresh_tokens SET revoked_at = ? WHERE ${column} = ? AND revoked_at IS NULL`,
				)
				.run(now(), value).changes,
		);
	const requireClient = (clientId: string) =>
		requireFound(readClients(database, clientId)[0], 'client', clientId);
	const setClient = (clientId: string, column: 'status' | 'scopes', value: string) => {
		const { changes } = database
			.prepare(`UPDATE clients SET ${column} = ? WHERE id = ?`)
			.run(value, clientId);
		requireFound(changes !== 0, 'client', clientId);
	};

	return {
		/**
		 * Creates a client, and its organization if that does not exist. Without `orgId`, the client
		 * belongs to the first organization of the database.
		 */
		provisionClient: ({
			orgId,
			scopes = DEFAULT_SCOPES,
		}: { orgId?: string | undefined; scopes?: string[] } = {}): ProvisionedClient => {
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

		/** Issues another refresh token, for rotation; the existing ones stay valid. */
		issueRefreshToken: (clientId: string): ProvisionedClient =>
			database.transaction(() => {
				const { orgId, scopes } = requireClient(clientId);
				return { clientId, refreshToken: issue(clientId), orgId, scopes };
			}),

		/** Revokes one refresh token, or all of a client's. @returns how many were revoked */
		revokeRefreshToken: (which: { clientId: string } | { refreshTokenId: string }): number =>
			database.transaction(() => {
				if ('clientId' in which) {
					requireClient(which.clientId);
					return revoke('client', which.clientId);
				}
				const id = which.refreshTokenId;
				const found = database.prepare('SELECT 1 FROM refresh_tokens WHERE id = ?').get(id);
				requireFound(found, 'refresh token', id);
				return revoke('id', id);
			}),

		/** Sets the scopes of new access tokens; with introspection they apply to issued ones, too. */
		setClientScopes(clientId: string, scopes: string[]): string[] {
			const granted = requireScopes(scopes);
			setClient(clientId, 'scopes', JSON.stringify(granted));
			return granted;
		},

		setClientStatus(clientId: string, status: ClientStatus) {
			setClient(clientId, 'status', status);
		},

		listClients: () => readClients(database),

		listOrganizations: () =>
			database
				.prepare(
					'SELECT id AS orgId, permission, contact_count AS contacts FROM organizations ORDER BY key',
				)
				.all()
				.map((row) => ({
					...(row as { orgId: string; permission: OrganizationPermission; contacts: number }),
				})),

		setOrganizationPermission(orgId: string, permission: OrganizationPermission) {
			const { changes } = database
				.prepare('UPDATE organizations SET permission = ? WHERE id = ?')
				.run(permission, orgId);
			requireFound(changes !== 0, 'organization', orgId, 'organizations');
		},

		/** Creates a resource server, which may call /introspect with HTTP Basic authentication. */
		provisionResourceServer() {
			const { id, secret } = makeResourceServer();
			database
				.prepare('INSERT INTO resource_servers (id, hash) VALUES (?, ?)')
				.run(id, hashSecret(secret));
			return { id, secret };
		},

		/** Removes a resource server, which can no longer call /introspect. */
		removeResourceServer(id: string) {
			const { changes } = database.prepare('DELETE FROM resource_servers WHERE id = ?').run(id);
			if (changes === 0) throw new OperatorError(`There is no resource server ${id}.`);
		},

		fillContacts: (fill: Fill) => fillContacts(database, fill),
		importContacts: (orgId: string, contacts: FileContact[]) =>
			importContacts(database, orgId, contacts),
	};
}

/** @returns the current time as the database stores it: ISO 8601, in UTC */
function now(): string {
	return new Date().toISOString();
}

/** @throws {UsageError} with the rule, if the value does not match the schema */
function requireValid<Value>(schema: z.ZodType<Value>, value: unknown, rule: string): Value {
	const { data, error } = schema.safeParse(value);
	if (error !== undefined) throw new UsageError(`${rule}.`);
	return data;
}

function requireScopes(scopes: string[]): string[] {
	const rule = 'A scope is one word of printable ASCII';
	return [...new Set(requireValid(z.array(scopeSchema).max(100), scopes, rule))];
}

/** @throws {OperatorError} if there is no such record; the message refers to the list of all */
function requireFound<Found>(
	found: Found | undefined | false,
	kind: string,
	id: string,
	list = 'clients',
): Found {
	if (found === undefined || found === false) {
		throw new OperatorError(`There is no ${kind} ${id}. List the ${list} to see what there is.`);
	}
	return found;
}

const orgIdSchema = z.string().regex(/^[\x21-\x7e]{1,200}$/);

/** Finds an organization by its id, or creates it. Without an id, takes the first one. */
function findOrCreateOrganization(database: Database, orgId: string | undefined) {
	const found =
		orgId === undefined
			? database.prepare('SELECT key, id FROM organizations ORDER BY key LIMIT 1').get()
			: database.prepare('SELECT key, id FROM organizations WHERE id = ?').get(orgId);
	if (found !== undefined) return found as { key: number; id: string };
	const id = orgId ?? makeIdentifier('org');
	requireValid(orgIdSchema, id, 'An orgId is 1 to 200 characters of printable ASCII');
	const { lastInsertRowid } = database.prepare('INSERT INTO organizations (id) VALUES (?)').run(id);
	return { key: Number(lastInsertRowid), id };
}

function readClients(database: Database, clientId?: string): ClientRecord[] {
	const tokensOf = database.prepare(
		`SELECT id, created_at AS createdAt, revoked_at AS revokedAt
		FROM refresh_tokens WHERE client = ? ORDER BY rowid`,
	);
	return database
		.prepare(
			`SELECT clients.id AS clientId, organizations.id AS orgId, scopes, status, created_at AS createdAt
			FROM clients JOIN organizations ON organizations.key = clients.organization
			WHERE :clientId IS NULL OR clients.id = :clientId
			ORDER BY clients.rowid`,
		)
		.all({ clientId: clientId ?? null })
		.map((row) => ({
			...(row as unknown as ClientRecord),
			scopes: JSON.parse(row['scopes'] as string) as string[],
			refreshTokens: tokensOf
				.all(row['clientId']!)
				.map((token) => ({ ...token })) as unknown as ClientRecord['refreshTokens'],
		}));
}
