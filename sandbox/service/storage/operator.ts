import { type AuditRecord, createAudit } from './audit.ts';
import { type Clients, createClients } from './clients.ts';
import type { Database } from './database.ts';
import { type Fill, fillContacts } from './fill-contacts.ts';
import { exportContacts, importContacts } from './import-export.ts';
import { createOrganizations, type Organizations } from './organizations.ts';
import { createResourceServers, type ResourceServers } from './resource-servers.ts';

export type { ClientRecord, ProvisionedClient } from './clients.ts';

/**
 * Actions of the service's operator. Every method throws {OperatorError} for invalid input; changes of
 * credentials and permissions are recorded in the audit trail.
 */
export interface Operator extends Clients, Organizations, ResourceServers {
	/** Adds generated contacts, all or none. @returns how many the organization has now */
	fillContacts(fill: Fill): Promise<number>;
	/**
	 * Imports contacts, all or none. Those with an `id` keep it; the others get one.
	 *
	 * @returns how many were added, and how many the organization has now
	 */
	importContacts(
		orgId: string,
		contacts: AsyncIterable<object>,
	): Promise<{ added: number; total: number }>;
	/** @returns the JSON texts of an organization's contacts, in the order they were added */
	exportContacts(orgId: string): Iterable<string>;
	/** @returns the audit trail, or its records of one client, organization or resource server */
	listAudit(subject?: string): AuditRecord[];
}

export function createOperator(database: Database): Operator {
	const audit = createAudit(database);
	return {
		...createClients(database, audit),
		...createOrganizations(database, audit),
		...createResourceServers(database, audit),
		fillContacts: (fill) => fillContacts(database, fill),
		importContacts: (orgId, contacts) => importContacts(database, orgId, contacts),
		exportContacts: (orgId) => exportContacts(database, orgId),
		listAudit: (subject) => audit.list(subject),
	};
}
