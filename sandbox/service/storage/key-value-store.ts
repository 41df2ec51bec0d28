import type { Database } from './database.ts';

export type KeyValueStore = ReturnType<typeof createKeyValueStore>;

/** Stores private keys and certificates in the database. */
export function createKeyValueStore(database: Database) {
	const select = database.prepare('SELECT document FROM keys WHERE name = ?');
	const insert = database.prepare('INSERT OR IGNORE INTO keys (name, document) VALUES (?, ?)');
	const update = database.prepare('UPDATE keys SET document = ? WHERE name = ? AND document = ?');
	const read = (name: string) => select.get(name)?.['document'] as string | undefined;

	return {
		/**
		 * Returns the stored value, or creates and stores it. If two processes create it at the same time,
		 * both get the one that was stored first.
		 */
		async getOrCreate(name: string, create: () => Promise<string>): Promise<string> {
			if (read(name) === undefined) insert.run(name, await create());
			return read(name)!;
		},
		/** Replaces `previous`, unless another process has done so. @returns the stored value */
		replace(name: string, previous: string, value: string): string {
			update.run(value, name, previous);
			return read(name)!;
		},
	};
}
