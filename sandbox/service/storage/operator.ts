import { z } from 'zod/v4';
import type { Database } from './database.ts';
import { OperatorError, UsageError } from '../errors.ts';
import { scopesSchema } from '../scopes.ts';
import { fillContacts } from './fill-contacts.ts';
import type { Fill } from './fill-contacts.ts';
import { hashSecret, makeIdentifier, makeResourceServer, makeSecret } from './secrets.ts';
import type { ResourceServer } from './secrets.ts';

export const clientStatuses = ['active', 'suspended', 'revoked'] as const;
export const organizationPermissions = ['granted', 'denied'] as const;
export type ClientStatus = (typeof clientStatuses)[number];
export type OrganizationPermission = (typeof organizationPermissions)[number];

/** "Clients should request only the scopes they need": listing contacts needs this one. */
const DEFAULT_SCOPES = ['contacts.read'];

const identifierSchema = z.string().regex(/^[\x21-\x7e]{1,200}$/);

/** The four values that a client is given; the refresh token is shown this once and never again. */
export interface ProvisionedClient {
	clientId: string;
	refreshToken: string;
	orgId: string;
	scopes: string[];
}

export interface RefreshTokenRecord {
	id: string;
	createdAt: string;
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

export interface OrganizationRecord {
	orgId: string;
	permission: OrganizationPermission;
	contacts: number;
}

/** What the service's operator does out of band. Every method throws {OperatorError} on bad input. */
export interface Operator {
	/**
	 * Creates a client of an organization, which is created too when it is new.
	 * Without `orgId` it is the first organization, which a new database has.
	 */
	provisionClient(grant?: { orgId?: string; scopes?: string[] }): ProvisionedClient;
	/** Gives a client one more refresh token, for rotation; the others stay valid. */
	issueRefreshToken(clientId: string): ProvisionedClient;
	/** Revokes one refresh token, or all of a client's. @returns how many were revoked */
	revokeRefreshToken(which: { clientId: string } | { refreshTokenId: string }): number;
	listClients(): ClientRecord[];
	setClientStatus(clientId: string, status: ClientStatus): void;
	listOrganizations(): OrganizationRecord[];
	setOrganizationPermission(orgId: string, permission: OrganizationPermission): void;
	/** Creates a resource server: what may ask /introspect about tokens, with HTTP Basic. */
	provisionResourceServer(): ResourceServer;
	/** Adds made-up contacts, all or none. @returns how many the organization has now */
	fillContacts(fill: Fill): Promise<number>;
}

export function createOperator(database: Database): Operator {
	return {
		provisionClient({ orgId, scopes = DEFAULT_SCOPES } = {}) {
			const granted = requireForm(scopesSchema, scopes, 'A scope is one word of printable ASCII');
			return database.transaction(() => {
				const organization = findOrCreateOrganization(database, orgId);
				const clientId = makeIdentifier('client');
				database
					.prepare('INSERT INTO clients (id, organization, scopes, created_at) VALUES (?, ?, ?, ?)')
					.run(clientId, organization.key, JSON.stringify(granted), now());
				const refreshToken = addRefreshToken(database, clientId);
				return { clientId, refreshToken, orgId: organization.id, scopes: granted };
			});
		},

		issueRefreshToken: (clientId) =>
			database.transaction(() => {
				const { orgId, scopes } = requireFound(
					readClients(database, clientId)[0],
					'client',
					clientId,
				);
				const refreshToken = addRefreshToken(database, clientId);
				return { clientId, refreshToken, orgId, scopes };
			}),

		revokeRefreshToken: (which) =>
			database.transaction(() => {
				const [column, value, name] =
					'clientId' in which
						? ['client', which.clientId, 'client']
						: ['id', which.refreshTokenId, 'refresh token'];
				const known = database
					.prepare(`SELECT count(*) AS count FROM refresh_tokens WHERE ${column} = ?`)
					.get(value);
				requireFound(known?.['count'] !== 0, name, value);
				const { changes } = database
					.prepare(
						`UPDATE refresh_tokens SET revoked_at = ? WHERE ${column} = ? AND revoked_at IS NULL`,
					)
					.run(now(), value);
				return Number(changes);
			}),

		listClients: () => readClients(database),

		setClientStatus(clientId, status) {
			requireForm(z.enum(clientStatuses), status, `A status is ${clientStatuses.join(' or ')}`);
			const { changes } = database
				.prepare('UPDATE clients SET status = ? WHERE id = ?')
				.run(status, clientId);
			requireFound(changes !== 0, 'client', clientId);
		},

		listOrganizations: () =>
			database
				.prepare(
					'SELECT id AS orgId, permission, contact_count AS contacts FROM organizations ORDER BY key',
				)
				.all()
				.map((row) => ({ ...row }) as unknown as OrganizationRecord),

		setOrganizationPermission(orgId, permission) {
			requireForm(
				z.enum(organizationPermissions),
				permission,
				`A permission is ${organizationPermissions.join(' or ')}`,
			);
			const { changes } = database
				.prepare('UPDATE organizations SET permission = ? WHERE id = ?')
				.run(permission, orgId);
			requireFound(changes !== 0, 'organization', orgId);
		},

		provisionResourceServer() {
			const { id, secret } = makeResourceServer();
			database
				.prepare('INSERT INTO resource_servers (id, hash) VALUES (?, ?)')
				.run(id, hashSecret(secret));
			return { id, secret };
		},

		fillContacts: (fill) => fillContacts(database, fill),
	};
}

function findOrCreateOrganization(database: Database, orgId: string | undefined) {
	const find =
		orgId === undefined
			? database.prepare('SELECT key, id FROM organizations ORDER BY key LIMIT 1').get()
			: database.prepare('SELECT key, id FROM organizations WHERE id = ?').get(orgId);
	if (find !== undefined) {
		return find as { key: number; id: string };
	}
	const id = orgId ?? makeIdentifier('org');
	requireForm(identifierSchema, id, 'An orgId is 1 to 200 characters of printable ASCII');
	const { lastInsertRowid } = database.prepare('INSERT INTO organizations (id) VALUES (?)').run(id);
	return { key: Number(lastInsertRowid), id };
}

function addRefreshToken(database: Database, clientId: string): string {
	const refreshToken = makeSecret('refresh');
	database
		.prepare('INSERT INTO refresh_tokens (id, client, hash, created_at) VALUES (?, ?, ?, ?)')
		.run(makeIdentifier('rt'), clientId, hashSecret(refreshToken), now());
	return refreshToken;
}

function readClients(database: Database, clientId?: string): ClientRecord[] {
	const tokensOf = database.prepare(
		'SELECT id, created_at AS createdAt, revoked_at AS revokedAt FROM refresh_tokens WHERE client = ? ORDER BY rowid',
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

function requireForm<Value>(schema: z.ZodType<Value>, value: unknown, rule: string): Value {
	const { data, error } = schema.safeParse(value);
	if (error !== undefined) {
		throw new UsageError(`${rule}. Give it in this form.`);
	}
	return data;
}

function requireFound<Found>(found: Found, kind: string, id: string) {
	if (!found) {
		const list = kind === 'organization' ? 'organizations' : 'clients';
		throw new OperatorError(`There is no ${kind} ${id}. List the ${list} to see what there is.`);
	}
	return found;
}

function now(): string {
	return new Date().toISOString();
}
