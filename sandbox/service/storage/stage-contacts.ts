import { setImmediate } from 'node:timers/promises';
import type { Database } from './database.ts';
import { readOrganization } from './organizations.ts';
import { makeIdentifier } from './secrets.ts';

/** Number of contacts to stage before other work of this process continues. */
const BATCH = 250;

/** Contacts in a temporary table of this connection. */
interface StagedContacts {
	count: number;
	/** Adds them to the organization; call it in a transaction. @returns how many it has now */
	addTo(orgId: string): number;
	drop(): void;
}

/**
 * Collects contacts in a temporary table of this connection, so that they can be added in one short
 * transaction: other processes do not have to wait while they are generated or read.
 *
 * @param onProgress called repeatedly with the number of contacts staged so far
 */
export async function stageContacts(
	database: Database,
	contacts: Iterable<object> | AsyncIterable<object>,
	onProgress: (staged: number) => void = () => {},
): Promise<StagedContacts> {
	const table = `temp.${makeIdentifier('staged')}`;
	database.execute(`CREATE TABLE ${table} (position INTEGER PRIMARY KEY, text TEXT)`);
	const drop = () => database.execute(`DROP TABLE ${table}`);
	const insert = database.prepare(`INSERT INTO ${table} VALUES (?, ?)`);
	let count = 0;
	let batch: string[] = [];
	const flush = async () => {
		database.temporaryTransaction(() => {
			for (const text of batch) {
				count += 1;
				insert.run(count, text);
			}
		});
		batch = [];
		onProgress(count);
		await setImmediate();
	};
	try {
		for await (const contact of contacts) {
			batch.push(stagedText(contact));
			if (batch.length === BATCH) {
				await flush();
			}
		}
		if (batch.length > 0) {
			await flush();
		}
	} catch (error) {
		drop();
		throw error;
	}
	return { count, drop, addTo: (orgId) => addStaged(database, table, orgId, count) };
}

/** @returns the contact as JSON; without an `id`, the part that follows the one to be added */
function stagedText(contact: object): string {
	const text = JSON.stringify(contact);
	if ('id' in contact) {
		return text;
	}
	return text === '{}' ? '}' : `,${text.slice(1)}`;
}

function addStaged(database: Database, table: string, orgId: string, count: number): number {
	const { key, contactCount } = readOrganization(database, orgId);
	// The identifier has the number, which is known only now.
	database
		.prepare(
			`INSERT INTO contacts (organization, number, document)
			SELECT :key, :before + position, CASE
				WHEN text LIKE '{%' THEN text
				ELSE printf('{"id":"contact_%d_%d"%s', :key, :before + position, text)
			END
			FROM ${table} ORDER BY position`,
		)
		.run({ key, before: contactCount });
	database
		.prepare('UPDATE organizations SET contact_count = contact_count + ? WHERE key = ?')
		.run(count, key);
	return contactCount + count;
}
