import { createContacts } from './contacts.ts';
import { createCredentials } from './credentials.ts';
import { openDatabase, transaction } from './database.ts';
import { createDocuments } from './documents.ts';
import { createOperator, FIRST_ORGANIZATION } from './operator.ts';
import { createSettingsStore } from './settings-store.ts';

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
 * Opens the database, and fills it if it is new. Several processes can have it open; a change by one
 * applies to the next request in all others.
 *
 * @throws {OperatorError} if the database cannot be used, or must exist and does not
 */
export function openStore(options: StoreOptions) {
	const { dataDir, initialContacts = FIRST_CONTACTS, mustExist } = options;
	const database = openDatabase(dataDir, mustExist);
	const contacts = createContacts(database);
	const addOrganization = database.prepare(
		'INSERT OR IGNORE INTO organizations (key, id) VALUES (1, ?)',
	);
	transaction(database, () => {
		if (addOrganization.run(FIRST_ORGANIZATION).changes === 0) return;
		contacts.add(1, 0, { count: initialContacts, seed: 1 });
	});
	const documents = createDocuments(database);
	const credentials = createCredentials(database);
	return {
		documents,
		credentials,
		contacts,
		operator: createOperator(database, contacts, credentials),
		settings: createSettingsStore(documents),
		close: () => database.close(),
	};
}
