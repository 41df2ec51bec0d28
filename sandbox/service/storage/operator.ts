import { z } from 'zod/v4';
import { OperatorError, UsageError } from '../errors.ts';
import { scopeSchema } from '../settings.ts';
import type { Contacts, Fill } from './contacts.ts';
import type { Credentials } from './credentials.ts';
import { type Database, transaction } from './database.ts';
import { hashSecret, makeIdentifier, makeSecret } from './secrets.ts';

export const clientStatuses = ['active', 'suspended', 'revoked'] as const;
export type ClientStatus = (typeof clientStatuses)[number];

/** "Clients should request only the scopes they need": listing contacts needs this one. */
const DEFAULT_SCOPES = ['contacts.read'];

const scopesSchema = z.array(scopeSchema).max(100);
const orgIdSchema = z.string().regex(/^[\x21-\x7e]{1,200}$/);

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
		database.prepare(sql).run(...values);
	const issue = (clientId: string) => {
		const refreshToken = makeSecret('refresh');
		run(
			'INSERT INTO refresh_tokens (id, client, hash) VALUES (?, ?, ?)',
			makeIdentifier('rt'),
			clientId,
			hashSecret(refreshToken),
		);
		return refreshToken;
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
			const granted = [
				...new Set(requireValid(scopesSchema, scopes, 'A scope is one word of printable ASCII')),
			];
			return transaction(database, () => {
				const organization = findOrCreateOrganization(database, orgId);
				const clientId = makeIdentifier('client');
				run(
					'INSERT INTO clients (id, organization, scopes) VALUES (?, ?, ?)',
					clientId,
					organization.key,
					JSON.stringify(granted),
				);
				const refreshToken = issue(clientId);
				return { clientId, refreshToken, orgId: organization.id, scopes: granted };
			});
		},

		/** Issues another refresh token, for rotation; the existing ones stay valid. */
		issueRefreshToken(clientId: string): string {
			requireFound(database.prepare('SELECT 1 FROM clients WHERE id = ?').get(clientId), clientId);
			return issue(clientId);
		},

		/** Revokes a client's refresh tokens, or only the given one. */
		revokeRefreshToken({ clientId, refreshToken }: { clientId: string; refreshToken?: string }) {
			const isOne = refreshToken === undefined ? '' : ' AND hash = ?';
			const hash = refreshToken === undefined ? [] : [hashSecret(refreshToken)];
			const revoke = `UPDATE refresh_tokens SET revoked = 1 WHERE client = ?${isOne}`;
			requireFound(run(revoke, clientId, ...hash).changes, clientId);
		},

		setClientStatus(clientId: string, status: ClientStatus) {
			requireFound(
				run('UPDATE clients SET status = ? WHERE id = ?', status, clientId).changes,
				clientId,
			);
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
		fillContacts: async (fill: Fill): Promise<number> =>
			transaction(database, () => contacts.add(fill)),
	};
}

/** @throws {UsageError} with the rule, if the value does not match the schema */
function requireValid<Value>(schema: z.ZodType<Value>, value: unknown, rule: string): Value {
	const { data, error } = schema.safeParse(value);
	if (error !== undefined) throw new UsageError(`${rule}.`);
	return data;
}

function requireFound(found: unknown, clientId: string) {
	if (!found) throw new OperatorError(`There is no client ${clientId}, or it has no such token.`);
}

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
