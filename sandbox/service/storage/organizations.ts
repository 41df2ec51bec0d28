import { z } from 'zod/v4';
import { OperatorError } from '../errors.ts';
import type { Database } from './database.ts';
import { requireFound, requireValid } from './operator-input.ts';
import { makeIdentifier } from './secrets.ts';

export const organizationPermissions = ['granted', 'denied'] as const;
export type OrganizationPermission = (typeof organizationPermissions)[number];

const orgIdSchema = z.string().regex(/^[\x21-\x7e]{1,200}$/);

interface OrganizationRecord {
	orgId: string;
	permission: OrganizationPermission;
	contacts: number;
}

export interface Organizations {
	listOrganizations(): OrganizationRecord[];
	setOrganizationPermission(orgId: string, permission: OrganizationPermission): void;
}

export function createOrganizations(database: Database): Organizations {
	return {
		listOrganizations: () =>
			database
				.prepare(
					'SELECT id AS orgId, permission, contact_count AS contacts FROM organizations ORDER BY key',
				)
				.all()
				.map((row) => ({ ...row }) as unknown as OrganizationRecord),

		setOrganizationPermission(orgId, permission) {
			requireValid(
				z.enum(organizationPermissions),
				permission,
				`A permission is ${organizationPermissions.join(' or ')}`,
			);
			const { changes } = database
				.prepare('UPDATE organizations SET permission = ? WHERE id = ?')
				.run(permission, orgId);
			requireFound(changes !== 0, 'organization', orgId, 'organizations');
		},
	};
}

/** Finds an organization by its id, or creates it. Without an id, takes the first one. */
export function findOrCreateOrganization(database: Database, orgId: string | undefined) {
	const found =
		orgId === undefined
			? database.prepare('SELECT key, id FROM organizations ORDER BY key LIMIT 1').get()
			: database.prepare('SELECT key, id FROM organizations WHERE id = ?').get(orgId);
	if (found !== undefined) {
		return found as { key: number; id: string };
	}
	const id = orgId ?? makeIdentifier('org');
	requireValid(orgIdSchema, id, 'An orgId is 1 to 200 characters of printable ASCII');
	const { lastInsertRowid } = database.prepare('INSERT INTO organizations (id) VALUES (?)').run(id);
	return { key: Number(lastInsertRowid), id };
}

/**
 * Reads the key and the number of contacts of an organization.
 *
 * @throws {OperatorError} if it does not exist
 */
export function readOrganization(database: Database, orgId: string) {
	const row = database
		.prepare('SELECT key, contact_count AS contactCount FROM organizations WHERE id = ?')
		.get(orgId);
	if (row === undefined) {
		throw new OperatorError(
			`There is no organization ${orgId}. Provision a client for it first, or give another one.`,
		);
	}
	return row as { key: number; contactCount: number };
}
