import { z } from 'zod/v4';
import { UserError } from '../../system/user-error.ts';
import { scopeSchema } from '../settings.ts';
import { type Client, type ClientStatus, nameOf, type Organization } from './credentials.ts';
import type { Database } from './database.ts';
import { hashSecret, makeIdentifier, makeSecret } from './secrets.ts';

/** The organization of a new database. */
export const FIRST_ORGANIZATION = 'org_demo';

/** "Clients should request only the scopes they need": listing contacts needs this one. */
const DEFAULT_SCOPES = ['contacts.read'];

const scopesSchema = z.array(scopeSchema).max(100);
const orgIdSchema = z.string().regex(/^[\x21-\x7e]{1,200}$/);
const countSchema = z.int().min(0).max(1_000_000);

/** The four values for a client. The refresh token cannot be read again later. */
export interface ProvisionedClient {
	clientId: string;
	refreshToken: string;
	orgId: string;
	scopes: string[];
}

/** Actions of the service's operator. Every method throws {UserError} for invalid input. */
export function createOperator({ read, write, transaction }: Database) {
	const changeOrganizations = <Result>(change: (all: Organization[]) => Result) =>
		transaction(() => {
			const organizations = read<Organization[]>('organizations') ?? [];
			const result = change(organizations);
			write('organizations', organizations);
			return result;
		});
	const changeClient = <Result>(clientId: string, change: (client: Client) => Result) =>
		transaction(() => {
			const client = read<Client>(nameOf(clientId));
			if (!client) throw new UserError(`There is no client ${clientId}.`, 'Check its clientId.');
			const result = change(client);
			write(nameOf(clientId), client);
			return result;
		});
	const issue = ({ refreshTokens }: Client) => {
		const refreshToken = makeSecret('refresh');
		const hash = hashSecret(refreshToken);
		refreshTokens.push({ id: makeIdentifier('rt'), hash, isRevoked: false });
		return refreshToken;
	};

	return {
		/** Creates a client, and its organization if that does not exist. */
		provisionClient: ({
			orgId = FIRST_ORGANIZATION,
			scopes = DEFAULT_SCOPES,
		}: { orgId?: string | undefined; scopes?: string[] } = {}): ProvisionedClient => {
			requireValid(orgIdSchema, orgId, 'An orgId is 1 to 200 characters of printable ASCII.');
			requireValid(scopesSchema, scopes, 'A scope is one word of printable ASCII.');
			return changeOrganizations((all) => {
				if (!all.some((one) => one.orgId === orgId)) {
					all.push({ orgId, permission: 'granted', contactCount: 0 });
				}
				const clientId = makeIdentifier('client');
				const granted = [...new Set(scopes)];
				const about = { clientId, orgId, scopes: granted };
				const client: Client = { ...about, status: 'active', refreshTokens: [] };
				const refreshToken = issue(client);
				write(nameOf(clientId), client);
				return { ...about, refreshToken };
			});
		},

		/** Issues another refresh token, for rotation; the existing ones stay valid. */
		issueRefreshToken: (clientId: string): string => changeClient(clientId, issue),

		/** Revokes a client's refresh tokens, or only the given one, which the client must have. */
		revokeRefreshToken({ clientId, refreshToken }: { clientId: string; refreshToken?: string }) {
			const hash = refreshToken && hashSecret(refreshToken);
			changeClient(clientId, ({ refreshTokens }) => {
				const revoked = refreshTokens.filter((token) => hash === undefined || token.hash === hash);
				if (revoked.length === 0) throw new UserError('The client has no such token.', 'Check it.');
				for (const token of revoked) token.isRevoked = true;
			});
		},

		setClientStatus(clientId: string, status: ClientStatus) {
			changeClient(clientId, (client) => void (client.status = status));
		},

		setOrganizationPermission(orgId: string, permission: Organization['permission']) {
			changeOrganizations((all) => void (requireOrganization(all, orgId).permission = permission));
		},

		/** Adds made-up contacts. @returns how many the organization has now */
		fillContacts: async ({ orgId, count }: { orgId: string; count: number }): Promise<number> => {
			requireValid(countSchema, count, 'The count is a whole number from 0 to 1,000,000.');
			return changeOrganizations((all) => (requireOrganization(all, orgId).contactCount += count));
		},
	};
}

function requireOrganization(all: Organization[], orgId: string): Organization {
	const found = all.find((one) => one.orgId === orgId);
	if (found) return found;
	throw new UserError(`There is no organization ${orgId}.`, 'Provision a client for it first.');
}

/** @throws {UserError} with the rule, if the value does not match the schema */
function requireValid(schema: z.ZodType, value: unknown, rule: string) {
	if (!schema.safeParse(value).success) throw new UserError('The input is invalid.', rule);
}
