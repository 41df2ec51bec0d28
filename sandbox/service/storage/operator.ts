import { z } from 'zod/v4';
import { OperatorError, UsageError } from '../errors.ts';
import { scopeSchema } from '../settings.ts';
import type { Contacts } from './contacts.ts';
import type { Credentials } from './credentials.ts';
import { type Database, transaction } from './database.ts';
import { hashSecret, makeIdentifier, makeSecret } from './secrets.ts';

export const clientStatuses = ['active', 'suspended', 'revoked'] as const;
export type ClientStatus = (typeof clientStatuses)[number];

/** "Clients should request only the scopes they need": listing contacts needs this one. */
const DEFAULT_SCOPES = ['contacts.read'];

/** They are added in one transaction, in a minute or two. */
const MAX_FILL = 1_000_000;

const scopesSchema = z.array(scopeSchema).max(100);
const orgIdSchema = z.string().regex(/^[\x21-\x7e]{1,200}$/);
const fillSchema = z.int().min(0).max(MAX_FILL);

/** The four values for a client. The refresh token cannot be read again later. */
export interface ProvisionedClient {
	clientId: string;
	refreshToken: string;
	orgId: string;
	scopes: string[];
}

export type Operator = ReturnType<typeof createOperator>;

/** Actions of the service's operator. Every method throws {OperatorError} for invalid input. */
export function createOperator(database: Database, contacts: Contacts, credentials: Credentials) {
	const run = (sql: string, ...values: Array<string | number | Uint8Array>) =>
		database.prepare(sql).run(...values).changes;
	const findOrganization = (orgId: string) =>
		database
			.prepare('SELECT key, contact_count AS count FROM organizations WHERE id = ?')
			.get(orgId);
	const requireClient = (found: unknown, clientId: string) => {
		if (!found) throw new OperatorError(`There is no client ${clientId}, or it has no such token.`);
	};
	const issue = (clientId: string) => {
		const refreshToken = makeSecret('refresh');
		const sql = 'INSERT INTO refresh_tokens (id, client, hash) VALUES (?, ?, ?)';
		run(sql, makeIdentifier('rt'), clientId, hashSecret(refreshToken));
		return refreshToken;
	};

	return {
		/** Creates a client, and its organization if that does not exist. */
		provisionClient: ({
			orgId = FIRST_ORGANIZATION,
			scopes = DEFAULT_SCOPES,
		}: { orgId?: string | undefined; scopes?: string[] } = {}): ProvisionedClient => {
			requireValid(orgIdSchema, orgId, 'An orgId is 1 to 200 characters of printable ASCII');
			requireValid(scopesSchema, scopes, 'A scope is one word of printable ASCII');
			const granted = [...new Set(scopes)];
			const clientId = makeIdentifier('client');
			return transaction(database, () => {
				run('INSERT OR IGNORE INTO organizations (id) VALUES (?)', orgId);
				const { key } = findOrganization(orgId)! as { key: number };
				const sql = 'INSERT INTO clients (id, organization, scopes) VALUES (?, ?, ?)';
				run(sql, clientId, key, JSON.stringify(granted));
				return { clientId, refreshToken: issue(clientId), orgId, scopes: granted };
			});
		},

		/** Issues another refresh token, for rotation; the existing ones stay valid. */
		issueRefreshToken(clientId: string): string {
			const found = database.prepare('SELECT 1 FROM clients WHERE id = ?').get(clientId);
			requireClient(found, clientId);
			return issue(clientId);
		},

		/** Revokes a client's refresh tokens, or only the given one. */
		revokeRefreshToken({ clientId, refreshToken }: { clientId: string; refreshToken?: string }) {
			const all = 'UPDATE refresh_tokens SET revoked = 1 WHERE client = ?';
			const changes =
				refreshToken === undefined
					? run(all, clientId)
					: run(`${all} AND hash = ?`, clientId, hashSecret(refreshToken));
			requireClient(changes, clientId);
		},

		setClientStatus(clientId: string, status: ClientStatus) {
			requireClient(run('UPDATE clients SET status = ? WHERE id = ?', status, clientId), clientId);
		},

		setOrganizationPermission(orgId: string, permission: 'granted' | 'denied') {
			run('UPDATE organizations SET permission = ? WHERE id = ?', permission, orgId);
		},

		/** @returns whether the client is active and the refresh token not revoked */
		isUsable({ clientId, refreshToken }: Pick<ProvisionedClient, 'clientId' | 'refreshToken'>) {
			const subject = credentials.findByRefreshToken(clientId, refreshToken);
			return subject?.status === 'active' && !subject.revoked;
		},

		/** Adds made-up contacts, all or none. @returns how many the organization has now */
		fillContacts: async (fill: { orgId: string; count: number; seed?: number }) => {
			const { orgId, count, seed = 1 } = fill;
			for (const [name, value] of Object.entries({ count, seed })) {
				const rule = `The ${name} must be a whole number from 0 to 1,000,000`;
				requireValid(fillSchema, value, rule);
			}
			return transaction(database, () => {
				const found = findOrganization(orgId) as { key: number; count: number } | undefined;
				if (found === undefined) {
					throw new UsageError(
						`There is no organization ${orgId}. Provision a client for it first.`,
					);
				}
				contacts.add(found.key, found.count, { count, seed });
				return found.count + count;
			});
		},
	};
}

/** The organization of a new database. */
export const FIRST_ORGANIZATION = 'org_demo';

/** @throws {UsageError} with the rule, if the value does not match the schema */
function requireValid(schema: z.ZodType, value: unknown, rule: string) {
	if (!schema.safeParse(value).success) throw new UsageError(`${rule}.`);
}
