import { OperatorError } from '../errors.ts';
import { type Database, PATIENT_LOCK_WAIT_MS } from './database.ts';
import { readOrganization } from './organizations.ts';
import { stageContacts } from './stage-contacts.ts';

/** A contact of a file, and the line on which it ends. */
export interface FileContact {
	contact: object;
	line: number;
}

/**
 * Adds contacts to an organization, in one transaction after all of them have been read. Those with an
 * `id` keep it; the others get one.
 *
 * @returns how many were added, and how many contacts the organization has now
 * @throws {OperatorError} if the organization does not exist, there are no contacts, or an id occurs
 *   twice in the organization
 */
export async function importContacts(
	database: Database,
	orgId: string,
	contacts: AsyncIterable<FileContact>,
): Promise<{ added: number; total: number }> {
	const { key } = readOrganization(database, orgId);
	const lines = new Map<string, number>();
	const staged = await stageContacts(database, rememberIds(contacts, lines));
	try {
		if (staged.count === 0) {
			throw new OperatorError('There are no contacts to import.');
		}
		const total = await database.transactionWhenFree(() => {
			const count = staged.addTo(orgId);
			requireUniqueIds(database, key, lines);
			return count;
		}, PATIENT_LOCK_WAIT_MS);
		return { added: staged.count, total };
	} finally {
		staged.drop();
	}
}

/** @param lines receives the line of each id, which is written as JSON */
async function* rememberIds(contacts: AsyncIterable<FileContact>, lines: Map<string, number>) {
	for await (const { contact, line } of contacts) {
		const id = JSON.stringify((contact as { id?: unknown }).id ?? null);
		const first = lines.get(id);
		if (first !== undefined) {
			throw new OperatorError(
				`Line ${line}: the id ${id} is that of the contact in line ${first}, too. Nothing was imported.`,
			);
		}
		if (id !== 'null') {
			lines.set(id, line);
		}
		yield contact;
	}
}

function requireUniqueIds(database: Database, organization: number, lines: Map<string, number>) {
	const duplicate = database
		.prepare(
			`SELECT document -> '$.id' AS id FROM contacts WHERE organization = ?
			GROUP BY id HAVING count(*) > 1 AND id <> 'null' ORDER BY max(number) LIMIT 1`,
		)
		.get(organization);
	if (duplicate !== undefined) {
		const id = duplicate['id'] as string;
		throw new OperatorError(
			`Line ${lines.get(id)}: the organization has a contact with the id ${id} already. Nothing was imported.`,
		);
	}
}
