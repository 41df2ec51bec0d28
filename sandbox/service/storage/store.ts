import { type Database, openDatabase } from './database.ts';
import { createFaults, type Faults } from './faults.ts';
import { fillNewDatabase } from './add-contacts.ts';
import { createOperator, type Operator } from './operator.ts';
import { createSettingsStore, type SettingsStore } from './settings-store.ts';

/** The organization of a new database, and its number of contacts. */
const FIRST_ORGANIZATION = 'org_demo';
const FIRST_CONTACTS = 2500;

/** The data of the service. */
export interface Store {
	database: Database;
	operator: Operator;
	settings: SettingsStore;
	faults: Faults;
	close(): void;
}

export interface StoreOptions {
	/** Folder of the database. Without it the database is in memory. */
	dataDir?: string | undefined;
	/** Number of contacts in a new database. Default 2,500. */
	initialContacts?: number | undefined;
	/** Whether to fail instead of creating a database. */
	mustExist?: boolean;
}

/**
 * Opens the database, and fills it if it is new. Several processes can have it open; a change by one
 * applies to the next request in all others.
 *
 * @throws {OperatorError} if the database cannot be used, or must exist and does not
 */
export async function openStore({
	dataDir,
	initialContacts = FIRST_CONTACTS,
	mustExist,
}: StoreOptions): Promise<Store> {
	const database = openDatabase(dataDir, { mustExist });
	try {
		await fillNewDatabase(database, FIRST_ORGANIZATION, initialContacts);
		return {
			database,
			operator: createOperator(database),
			settings: createSettingsStore(database),
			faults: createFaults(database),
			close: () => database.close(),
		};
	} catch (error) {
		database.close();
		throw error;
	}
}
