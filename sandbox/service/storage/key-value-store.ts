import type { Database } from './database.ts';

export interface KeyValueStore {
	/** @returns the value kept under the name, or `undefined` */
	read(name: string): string | undefined;
	/**
	 * Makes a value the first time and returns the kept one ever after. When two processes make it
	 * at the same time, both get the one that was kept first.
	 */
	readOrMake(name: string, make: () => Promise<string>): Promise<string>;
	/** Replaces the value, unless another process has replaced `previous` meanwhile. */
	replace(name: string, previous: string, value: string): string;
}

/** Private keys and certificates that the service makes once and keeps in its database. */
export function createKeyValueStore(database: Database): KeyValueStore {
	const select = database.prepare('SELECT document FROM keys WHERE name = ?');
	const insert = database.prepare('INSERT OR IGNORE INTO keys (name, document) VALUES (?, ?)');
	const update = database.prepare('UPDATE keys SET document = ? WHERE name = ? AND document = ?');
	const read = (name: string) => select.get(name)?.['document'] as string | undefined;
	const readKept = (name: string) => {
		const value = read(name);
		if (value === undefined) {
			throw new Error(`The database does not keep ${name}.`);
		}
		return value;
	};

	return {
		read,
		async readOrMake(name, make) {
			const kept = read(name);
			if (kept !== undefined) {
				return kept;
			}
			insert.run(name, await make());
			return readKept(name);
		},
		replace(name, previous, value) {
			update.run(value, name, previous);
			return readKept(name);
		},
	};
}
