import { setImmediate } from 'node:timers/promises';
import { OperatorError, UsageError } from '../errors.ts';
import { type Database, PATIENT_LOCK_WAIT_MS } from './database.ts';

const DEFAULT_SEED = 1;

/** Number of contacts to make before other work of this process continues. */
const BATCH = 250;

export interface Fill {
	orgId: string;
	/** How many contacts to add. */
	count: number;
	/** The same seed on a new organization gives the same contacts. Default 1. */
	seed?: number;
}

/** A contact of a file, and the line on which it ends. */
export interface FileContact {
	contact: object;
	line: number;
}

/**
 * Adds generated contacts to an organization, all or none.
 *
 * @returns the number of contacts that the organization has now
 * @throws {OperatorError} if the organization does not exist, or the count or seed is invalid
 */
export async function fillContacts(
	database: Database,
	{ orgId, count, seed = DEFAULT_SEED }: Fill,
): Promise<number> {
	requireWholeNumber('count', count, 1);
	requireWholeNumber('seed', seed, 0);
	const { contactCount } = readOrganization(database, orgId);
	const texts = await generateContacts(seed, contactCount, count);
	return database.transactionWhenFree(
		() => insertContacts(database, orgId, texts),
		PATIENT_LOCK_WAIT_MS,
	);
}

/**
 * Adds the first organization with its contacts to a new database, in one transaction. Does nothing if
 * the database has an organization.
 */
export async function fillNewDatabase(database: Database, orgId: string, count: number) {
	const hasOrganization = () => database.prepare('SELECT 1 FROM organizations').get() !== undefined;
	if (hasOrganization()) return;
	const texts = await generateContacts(DEFAULT_SEED, 0, count);
	await database.transactionWhenFree(() => {
		// Another process may have been faster.
		if (!hasOrganization()) {
			database.prepare('INSERT INTO organizations (id) VALUES (?)').run(orgId);
			insertContacts(database, orgId, texts);
		}
	}, PATIENT_LOCK_WAIT_MS);
}

/**
 * Adds contacts to an organization, all or none. Those with an `id` keep it; the others get one.
 *
 * @returns how many were added, and how many contacts the organization has now
 * @throws {OperatorError} if the organization does not exist, there are no contacts, or an id occurs
 *   twice in the organization
 */
export async function importContacts(
	database: Database,
	orgId: string,
	contacts: FileContact[],
): Promise<{ added: number; contacts: number }> {
	readOrganization(database, orgId);
	const lines = linesOfIds(contacts);
	if (contacts.length === 0) throw new OperatorError('There are no contacts to import.');
	const texts = contacts.map(({ contact }) => JSON.stringify(contact));
	const total = await database.transactionWhenFree(() => {
		const count = insertContacts(database, orgId, texts);
		requireUniqueIds(database, orgId, lines);
		return count;
	}, PATIENT_LOCK_WAIT_MS);
	return { added: texts.length, contacts: total };
}

/**
 * Generates the contacts of a seed, from the index on.
 *
 * @returns their JSON, before the transaction, so that other processes need not wait
 */
async function generateContacts(seed: number, firstIndex: number, count: number) {
	// Slow to load, and most commands do not need it.
	const { createContact } = await import('./fake-contact.ts');
	const texts: string[] = [];
	while (texts.length < count) {
		texts.push(JSON.stringify(createContact(seed, firstIndex + texts.length)));
		if (texts.length % BATCH === 0) await setImmediate();
	}
	return texts;
}

/**
 * Adds contacts, with an id if they have none; call it in a transaction.
 *
 * @returns how many the organization has now
 */
function insertContacts(database: Database, orgId: string, texts: string[]): number {
	const { key, contactCount } = readOrganization(database, orgId);
	const insert = database.prepare(
		`INSERT INTO contacts (organization, number, document) VALUES (:key, :number,
			iif(json_type(:text, '$.id') IS NULL, '{"id":"' || :id || '"' || :rest, :text))`,
	);
	for (const [index, text] of texts.entries()) {
		const number = contactCount + index + 1;
		const rest = text === '{}' ? '}' : `,${text.slice(1)}`;
		insert.run({ key, number, text, id: `contact_${key}_${number}`, rest });
	}
	database
		.prepare('UPDATE organizations SET contact_count = contact_count + ? WHERE key = ?')
		.run(texts.length, key);
	return contactCount + texts.length;
}

/** @returns the line of each id, which is written as JSON */
function linesOfIds(contacts: FileContact[]): Map<string, number> {
	const lines = new Map<string, number>();
	for (const { contact, line } of contacts) {
		const id = JSON.stringify((contact as { id?: unknown }).id ?? null);
		const first = lines.get(id);
		if (first !== undefined) {
			throw new OperatorError(
				`Line ${line}: the id ${id} is that of the contact in line ${first}, too. Nothing was imported.`,
			);
		}
		if (id !== 'null') lines.set(id, line);
	}
	return lines;
}

function requireUniqueIds(database: Database, orgId: string, lines: Map<string, number>) {
	const duplicate = database
		.prepare(
			`SELECT document -> '$.id' AS id FROM contacts WHERE organization = ?
			GROUP BY id HAVING count(*) > 1 AND id <> 'null' ORDER BY max(number) LIMIT 1`,
		)
		.get(readOrganization(database, orgId).key);
	if (duplicate !== undefined) {
		const id = duplicate['id'] as string;
		throw new OperatorError(
			`Line ${lines.get(id)}: the organization has a contact with the id ${id} already. Nothing was imported.`,
		);
	}
}

/** @throws {OperatorError} if it does not exist */
function readOrganization(database: Database, orgId: string) {
	const row = database
		.prepare('SELECT key, contact_count AS contactCount FROM organizations WHERE id = ?')
		.get(orgId);
	if (row === undefined) {
		throw new OperatorError(
			`There is no organization ${orgId}. Provision a client for it first, or give another one.`,
		);
	}
	return row as { key: number; contactCount: number };
}

function requireWholeNumber(name: string, value: number, minimum: number) {
	if (!Number.isSafeInteger(value) || value < minimum) {
		throw new UsageError(`The ${name} must be a whole number of at least ${minimum}.`);
	}
}
