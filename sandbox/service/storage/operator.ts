import { type Clients, createClients } from './clients.ts';
import type { Database } from './database.ts';
import { type Fill, fillContacts } from './fill-contacts.ts';
import { type FileContact, importContacts } from './import-contacts.ts';
import { createOrganizations, type Organizations } from './organizations.ts';
import { createResourceServers, type ResourceServers } from './resource-servers.ts';

export type { ClientRecord, ProvisionedClient } from './clients.ts';

/** Actions of the service's operator. Every method throws {OperatorError} for invalid input. */
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
		contacts: AsyncIterable<FileContact>,
	): Promise<{ added: number; total: number }>;
}

export function createOperator(database: Database): Operator {
	return {
		...createClients(database),
		...createOrganizations(database),
		...createResourceServers(database),
		fillContacts: (fill) => fillContacts(database, fill),
		importContacts: (orgId, contacts) => importContacts(database, orgId, contacts),
	};
}
