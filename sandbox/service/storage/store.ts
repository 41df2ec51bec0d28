import { type Database, openDatabase } from './database.ts';
import { createFaults, type Faults } from './faults.ts';
import { fillNewDatabase } from './fill-contacts.ts';
import { createOperator, type Operator } from './operator.ts';
import { createSettingsStore, type SettingsStore } from './settings-store.ts';

/** The organization of a new database, and how many contacts it has. */
const FIRST_ORGANIZATION = 'org_demo';
const FIRST_CONTACTS = 2500;

/** All that the service keeps, for the service itself and for its operator. */
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
	/** Contacts that a new database gets. Default 2,500. */
	initialContacts?: number | undefined;
}

/**
 * Opens the database, and fills it when it is new. Any number of processes may have it open; what
 * one of them changes holds at once for the next request in all others.
 *
 * @throws {OperatorError} when the folder cannot be written or holds another version's database
 */
export async function openStore({
	dataDir,
	initialContacts = FIRST_CONTACTS,
}: StoreOptions): Promise<Store> {
	const database = openDatabase(dataDir);
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
