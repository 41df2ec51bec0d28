import { UsageError } from '../errors.ts';
import { type Database, PATIENT_LOCK_WAIT_MS } from './database.ts';
import { readOrganization } from './organizations.ts';
import { stageContacts } from './stage-contacts.ts';

const DEFAULT_SEED = 1;

export interface Fill {
	orgId: string;
	/** How many contacts to add. */
	count: number;
	/** The same seed on a new organization gives the same contacts. Default 1. */
	seed?: number;
	/** Called repeatedly with the number of contacts generated so far. */
	onProgress?: (generated: number) => void;
}

/**
 * Adds generated contacts to an organization, in one transaction.
 *
 * @returns the number of contacts that the organization has now
 * @throws {OperatorError} if the organization does not exist, or the count or seed is invalid
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
		await generateContacts(seed, contactCount, count),
		onProgress,
	);
	try {
		return await database.transactionWhenFree(() => staged.addTo(orgId), PATIENT_LOCK_WAIT_MS);
	} finally {
		staged.drop();
	}
}

/**
 * Adds the first organization with its contacts to a new database, in one transaction. Does nothing if
 * the database has an organization.
 */
export async function fillNewDatabase(database: Database, orgId: string, count: number) {
	const hasOrganization = () => database.prepare('SELECT 1 FROM organizations').get() !== undefined;
	if (hasOrganization()) {
		return;
	}
	const staged = await stageContacts(database, await generateContacts(DEFAULT_SEED, 0, count));
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

/** Generates the contacts of a seed, from the index on. */
async function generateContacts(seed: number, firstIndex: number, count: number) {
	// Slow to load, and most commands do not need it.
	const { createContact } = await import('./fake-contact.ts');
	return (function* () {
		for (let generated = 0; generated < count; generated += 1) {
			yield createContact(seed, firstIndex + generated);
		}
	})();
}

function requireWholeNumber(name: string, value: number, minimum: number) {
	if (!Number.isSafeInteger(value) || value < minimum) {
		throw new UsageError(`The ${name} must be a whole number of at least ${minimum}.`);
	}
}
