import { OperatorError } from '../errors.ts';
import { type Database, PATIENT_LOCK_WAIT_MS } from './database.ts';
import { readOrganization } from './organizations.ts';
import { stageContacts } from './stage-contacts.ts';

/** Number of contacts to read from the database at a time. */
const BATCH = 1000;

/**
 * Adds contacts to an organization, in one transaction after all of them have been read. Those with an
 * `id` keep it; the others get one.
 *
 * @returns how many were added, and how many contacts the organization has now
 * @throws {OperatorError} if the organization does not exist or there are no contacts
 */
export async function importContacts(
	database: Database,
	orgId: string,
	contacts: AsyncIterable<object>,
): Promise<{ added: number; total: number }> {
	readOrganization(database, orgId);
	const staged = await stageContacts(database, contacts);
	try {
		if (staged.count === 0) {
			throw new OperatorError('There are no contacts to import.');
		}
		const total = await database.transactionWhenFree(
			() => staged.addTo(orgId),
			PATIENT_LOCK_WAIT_MS,
		);
		return { added: staged.count, total };
	} finally {
		staged.drop();
	}
}

/**
 * @returns the JSON texts of the contacts that the organization has now, in the order they were added
 * @throws {OperatorError} if the organization does not exist
 */
export function* exportContacts(database: Database, orgId: string): Generator<string> {
	const { key, contactCount } = readOrganization(database, orgId);
	const select = database.prepare(
		'SELECT document FROM contacts WHERE organization = ? AND number > ? AND number <= ? ORDER BY number',
	);
	for (let offset = 0; offset < contactCount; offset += BATCH) {
		const end = Math.min(offset + BATCH, contactCount);
		for (const { document } of select.all(key, offset, end)) {
			yield document as string;
		}
	}
}
