import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { readIfPresent } from '../../../sandbox/system/files.ts';
import { encodingsOf } from '../../support/credentials';
import type { WatchedService } from './contacts-service.ts';
import type { N8n } from './n8n-instance.ts';

type Secrets = WatchedService['secrets'];

/** Something that n8n has stored or sent, and where. */
export interface Trace {
	where: string;
	text: string;
}

/** The service's identifiers of contacts. */
const CONTACT = /contact_\d+_\d+/;

/** Looks for tokens in everything that n8n has stored in files, and in other traces. */
export async function tokensLeftIn(n8n: N8n, secrets: Secrets, more: Trace[] = []) {
	const database = sqliteTraces(join(n8n.userFolder, '.n8n/database.sqlite'));
	return tokensIn(secrets, database, [...(await tracesInFiles(n8n)), ...more]);
}

/**
 * Looks for tokens in the traces of a database with executions, and in others.
 *
 * @returns where a token was found, never the token
 * @throws if the database has no contacts, or no token was in use: to find no token would prove nothing
 */
export function tokensIn(secrets: Secrets, database: Trace[], more: Trace[] = []): string[] {
	if (!database.some(({ text }) => CONTACT.test(text))) throw new Error('No contacts were stored.');
	if (secrets.accessTokens.size === 0) throw new Error('No access token was in use.');
	// The signature, the secret part of a JWT, is also found in a truncated token.
	const signatures = [...secrets.accessTokens].map((token) => token.split('.').at(-1)!);
	const needles = Object.entries({
		'A refresh token': [...secrets.refreshTokens].flatMap(encodingsOf),
		'An access token': signatures.flatMap(encodingsOf),
	});
	return [...database, ...more].flatMap(({ where, text }) =>
		needles
			.filter(([, forms]) => forms.some((form) => text.includes(form)))
			.map(([name]) => `${name} is in ${where}`),
	);
}

/** n8n's own files and its logs. */
export async function tracesInFiles({ userFolder, logFile }: N8n): Promise<Trace[]> {
	const log = { where: logFile, text: await readIfPresent(logFile) };
	return [...(await tracesInFolder(join(userFolder, '.n8n'))), log];
}

export async function tracesInFolder(folder: string): Promise<Trace[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	const paths = files.map(({ parentPath, name }) => join(parentPath, name));
	// n8n deletes files while it runs, such as journals.
	return await Promise.all(
		paths.map(async (where) => ({ where, text: await readIfPresent(where) })),
	);
}

/** Reads all values, because the file splits long ones into pages. */
function sqliteTraces(file: string): Trace[] {
	using database = new DatabaseSync(file, { readOnly: true });
	const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
	const textOf = (value: unknown) =>
		value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value);
	return tables.map(({ name }) => {
		const rows = database.prepare(`SELECT * FROM "${String(name)}"`).all();
		const text = rows.flatMap((row) => Object.values(row).map(textOf)).join('\n');
		return { where: `table ${String(name)}`, text };
	});
}
