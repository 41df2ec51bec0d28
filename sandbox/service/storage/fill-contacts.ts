import { setImmediate } from 'node:timers/promises';
import { PATIENT_LOCK_WAIT_MS } from './database.ts';
import type { Database } from './database.ts';
import { OperatorError, UsageError } from '../errors.ts';
import { makeIdentifier } from './secrets.ts';

/** Contacts that are made up at a stretch (about 15 ms), before requests get their turn again. */
const BATCH = 250;
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
	const firstIndex = readOrganization(database, orgId).contactCount;
	const staged = await stageContacts(database, { count, seed, firstIndex, onProgress });
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
	const staged = await stageContacts(database, { count, seed: DEFAULT_SEED, firstIndex: 0 });
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

interface StagedContacts extends Omit<Fill, 'orgId'> {
	seed: number;
	/** Where the contacts of the seed begin. */
	firstIndex: number;
}

/**
 * Gathers made-up contacts in a temporary table of this connection, so that they can be added in
 * one short transaction: no other process has to wait while they are made up.
 */
async function stageContacts(
	database: Database,
	{ count, seed, firstIndex, onProgress }: StagedContacts,
) {
	const { makeContact } = await import('./fake-contact.ts');
	const table = `temp.${makeIdentifier('staged')}`;
	database.execute(`CREATE TABLE ${table} (position INTEGER PRIMARY KEY, fields TEXT)`);
	const drop = () => database.execute(`DROP TABLE ${table}`);
	const insert = database.prepare(`INSERT INTO ${table} VALUES (?, ?)`);
	try {
		for (let made = 0; made < count;) {
			const end = Math.min(made + BATCH, count);
			database.temporaryTransaction(() => {
				for (; made < end; made += 1) {
					insert.run(made + 1, JSON.stringify(makeContact(seed, firstIndex + made)).slice(1));
				}
			});
			onProgress?.(made);
			await setImmediate();
		}
	} catch (error) {
		drop();
		throw error;
	}
	return { drop, addTo: (orgId: string) => addStaged(database, table, orgId, count) };
}

function addStaged(database: Database, table: string, orgId: string, count: number): number {
	const { key, contactCount } = readOrganization(database, orgId);
	// The identifier comes from the number, which is certain only now.
	database
		.prepare(
			`INSERT INTO contacts (organization, number, document)
			SELECT :key, :before + position, printf('{"id":"contact_%d_%d",%s', :key, :before + position, fields)
			FROM ${table} ORDER BY position`,
		)
		.run({ key, before: contactCount });
	database
		.prepare('UPDATE organizations SET contact_count = contact_count + ? WHERE key = ?')
		.run(count, key);
	return contactCount + count;
}

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
