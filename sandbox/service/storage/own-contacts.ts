import { OperatorError } from '../errors.ts';
import { type Database, PATIENT_LOCK_WAIT_MS } from './database.ts';
import { readOrganization, stageContacts } from './stage-contacts.ts';

/** Contacts that are read from the database at a time. */
const BATCH = 1000;

/**
 * Adds contacts of one's own to an organization: all of them or, when one of them cannot be read or
 * the process dies, none. One with an `id` keeps it; the others get one.
 *
 * @returns how many were added, and how many contacts the organization has now
 * @throws {OperatorError} when there is no such organization or no contact
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
 * @throws {OperatorError} when there is no such organization
 */
export function* exportContacts(database: Database, orgId: string): Generator<string> {
	const { key, contactCount } = readOrganization(database, orgId);
	const select = database.prepare(
		'SELECT document FROM contacts WHERE organization = ? AND number > ? AND number <= ? ORDER BY number',
	);
	for (let after = 0; after < contactCount; after += BATCH) {
		const end = Math.min(after + BATCH, contactCount);
		for (const { document } of select.all(key, after, end)) {
			yield document as string;
		}
	}
}
