import { UsageError } from '../errors.ts';
import { type Database, PATIENT_LOCK_WAIT_MS } from './database.ts';
import { readOrganization, stageContacts } from './stage-contacts.ts';

const DEFAULT_SEED = 1;

export interface Fill {
	orgId: string;
	/** How many contacts to add. */
	count: number;
	/** The same seed on a new organization gives the same contacts. Default 1. */
	seed?: number;
	/** Called now and then with the number of contacts made so far. */
	onProgress?: (made: number) => void;
}

/**
 * Adds made-up contacts to an organization: all of them or, when the process dies, none.
 *
 * @returns how many contacts the organization has now
 * @throws {OperatorError} when there is no such organization or the count or seed does not fit
 */
export async function fillContacts(
	database: Database,
	{ orgId, count, seed = DEFAULT_SEED, onProgress }: Fill,
): Promise<number> {
	requireWholeNumber('count', count, 1);
	requireWholeNumber('seed', seed, 0);
	const { contactCount } = readOrganization(database, orgId);
	const staged = await stageContacts(
		database,
		await makeContacts(seed, contactCount, count),
		onProgress,
	);
	try {
		return await database.transactionWhenFree(() => staged.addTo(orgId), PATIENT_LOCK_WAIT_MS);
	} finally {
		staged.drop();
	}
}

/**
 * Gives a new database its first organization with its contacts: both or, when the process dies,
 * neither. Does nothing to a database that has an organization.
 */
export async function fillNewDatabase(database: Database, orgId: string, count: number) {
	const hasOrganization = () => database.prepare('SELECT 1 FROM organizations').get() !== undefined;
	if (hasOrganization()) {
		return;
	}
	const staged = await stageContacts(database, await makeContacts(DEFAULT_SEED, 0, count));
	try {
		await database.transactionWhenFree(() => {
			// Another process may have been faster.
			if (!hasOrganization()) {
				database.prepare('INSERT INTO organizations (id) VALUES (?)').run(orgId);
				staged.addTo(orgId);
			}
		}, PATIENT_LOCK_WAIT_MS);
	} finally {
		staged.drop();
	}
}

/** Contacts of a seed one by one, from the index on. */
async function makeContacts(seed: number, firstIndex: number, count: number) {
	// Takes a while to load, and most commands need none.
	const { makeContact } = await import('./fake-contact.ts');
	return (function* () {
		for (let made = 0; made < count; made += 1) {
			yield makeContact(seed, firstIndex + made);
		}
	})();
}

function requireWholeNumber(name: string, value: number, minimum: number) {
	if (!Number.isSafeInteger(value) || value < minimum) {
		throw new UsageError(`The ${name} must be a whole number of at least ${minimum}.`);
	}
}
