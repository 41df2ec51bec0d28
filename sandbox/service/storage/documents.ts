import type { Database } from './database.ts';

export type Documents = ReturnType<typeof createDocuments>;

/** Texts by name: the settings, and the keys of certificate and tokens. */
export function createDocuments(database: Database) {
	const select = database.prepare('SELECT text FROM documents WHERE name = ?');
	const upsert = database.prepare('INSERT OR REPLACE INTO documents (name, text) VALUES (?, ?)');
	const documents = {
		read: (name: string) => select.get(name)?.['text'] as string | undefined,
		write: (name: string, text: string) => void upsert.run(name, text),
		readOrCreate(name: string, create: () => string): string {
			const found = documents.read(name) ?? create();
			documents.write(name, found);
			return found;
		},
	};
	return documents;
}
