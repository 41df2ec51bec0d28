import type { Database } from './database.ts';

export interface KeyValueStore {
	/**
	 * Returns the stored value, or creates and stores it. If two processes create it at the same time,
	 * both get the one that was stored first.
	 */
	getOrCreate(name: string, create: () => Promise<string>): Promise<string>;
	/** Replaces `previous`, unless another process has done so. @returns the stored value */
	replace(name: string, previous: string, value: string): string;
}

/** Stores private keys and certificates in the database. */
export function createKeyValueStore(database: Database): KeyValueStore {
	const select = database.prepare('SELECT document FROM keys WHERE name = ?');
	const insert = database.prepare('INSERT OR IGNORE INTO keys (name, document) VALUES (?, ?)');
	const update = database.prepare('UPDATE keys SET document = ? WHERE name = ? AND document = ?');
	const read = (name: string) => select.get(name)?.['document'] as string | undefined;
	const readStored = (name: string) => {
		const value = read(name);
		if (value === undefined) {
			throw new Error(`The database has no ${name}.`);
		}
		return value;
	};

	return {
		async getOrCreate(name, create) {
			const stored = read(name);
			if (stored !== undefined) {
				return stored;
			}
			insert.run(name, await create());
			return readStored(name);
		},
		replace(name, previous, value) {
			update.run(value, name, previous);
			return readStored(name);
		},
	};
}
