import { createSettingsStore } from '../settings.ts';
import { createCredentials, type Organization } from './credentials.ts';
import { openDatabase } from './database.ts';
import { createOperator, FIRST_ORGANIZATION } from './operator.ts';

/** The number of contacts of a new database. */
const FIRST_CONTACTS = 2500;

/** The data of the service. */
export type Store = ReturnType<typeof openStore>;

export interface StoreOptions {
	/** Folder of the database. Without it the database is in memory. */
	dataDir?: string | undefined;
	/** Number of contacts in a new database. Default 2,500. */
	initialContacts?: number | undefined;
	/** Whether to fail instead of creating a database. */
	mustExist?: boolean;
}

/**
 * Opens the database, with an organization if it is new. Several processes can have it open; a change
 * by one applies to the next request in all others.
 *
 * @throws {UserError} if the database cannot be used, or must exist and does not
 */
export function openStore(options: StoreOptions) {
	const { dataDir, initialContacts: contactCount = FIRST_CONTACTS, mustExist } = options;
	const database = openDatabase(dataDir, mustExist);
	database.transaction(() => {
		if (database.read('organizations')) return;
		const first: Organization = { orgId: FIRST_ORGANIZATION, permission: 'granted', contactCount };
		database.write('organizations', [first]);
	});
	return {
		database,
		credentials: createCredentials(database),
		operator: createOperator(database),
		settings: createSettingsStore(database),
		close: database.close,
	};
}
