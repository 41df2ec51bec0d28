import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { N8nClient } from '../../../sandbox/n8n/rest-client.ts';
import { readIfPresent } from '../../../sandbox/system/files.ts';
import type { Secrets } from './contacts-service.ts';
import type { N8n } from './n8n-instance.ts';
import { chain, node } from './workflows.ts';

/** Something that n8n has stored or sent, and where. */
export interface Trace {
	where: string;
	text: string;
}

/**
 * Looks for tokens in everything that n8n has stored and in the responses of its API.
 *
 * @param more other traces to search
 * @returns place and encoding of each token that was found, never the token
 */
export async function tokensLeftIn(
	n8n: N8n,
	secrets: Secrets,
	more: Trace[] = [],
): Promise<string[]> {
	await n8n.client.createWorkflow(chain(CANARY_NOTE));
	const stored = [
		...(await tracesInFiles(n8n)),
		...sqliteTraces(join(n8n.userFolder, '.n8n/database.sqlite')),
	];
	return tokensIn([stored, await tracesInResponses(n8n.client)], secrets, more);
}

/**
 * Looks for tokens in traces.
 *
 * @param stores for each place with all of n8n's data, its traces, with those of {@link CANARY_NOTE}
 * @param more other traces to search
 * @returns place and encoding of each token that was found, never the token
 * @throws if a store lacks the canary or contacts, or no token was in use: then it would prove nothing
 *   to find no token
 */
export function tokensIn(stores: Trace[][], secrets: Secrets, more: Trace[] = []): string[] {
	for (const traces of stores) {
		const missed = forms('canary', CANARY).filter(
			({ needle }) => !traces.some(({ text }) => text.includes(needle)),
		);
		if (missed.length > 0) throw new Error(`Not found: ${missed.map(({ name }) => name).join()}.`);
		if (!traces.some(({ text }) => CONTACT.test(text))) throw new Error('No contacts were seen.');
	}
	if (secrets.accessTokens.size === 0) throw new Error('No access token was in use.');
	const needles = [
		...[...secrets.refreshTokens].flatMap((token) => forms('refresh token', token)),
		// The signature, the secret part of a JWT, is also found in a truncated token.
		...[...secrets.accessTokens].flatMap((token) =>
			forms('access token', token.slice(token.lastIndexOf('.') + 1)),
		),
	];
	return [...stores.flat(), ...more].flatMap(({ where, text }) =>
		needles.filter(({ needle }) => text.includes(needle)).map(({ name }) => `${name} in ${where}`),
	);
}

/** The service's identifiers of contacts. */
const CONTACT = /contact_\d+_\d+/;

/** Has characters that are encoded in URLs. */
const CANARY = `${randomUUID()}/+=&`;

/** A node with a secret in every encoding in which secrets are looked for. */
export const CANARY_NOTE = node('Canary', 'n8n-nodes-base.stickyNote', 1, {
	content: [
		CANARY,
		encodeURIComponent(CANARY),
		Buffer.from(CANARY).toString('hex'),
		...['', ' ', '  '].flatMap((before) => {
			const bytes = Buffer.from(`${before}${CANARY}`);
			return [bytes.toString('base64'), bytes.toString('base64url')];
		}),
	].join('\n'),
});

/** n8n's own files and its logs. */
export async function tracesInFiles({ userFolder, logFile }: N8n): Promise<Trace[]> {
	return [...(await tracesInFolder(join(userFolder, '.n8n'))), ...(await fileTraces([logFile]))];
}

export async function tracesInFolder(folder: string): Promise<Trace[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	return await fileTraces(files.map(({ parentPath, name }) => join(parentPath, name)));
}

/** Requests everything from n8n's API. */
export async function tracesInResponses(client: N8nClient): Promise<Trace[]> {
	const traces: Trace[] = [];
	const get = async <T>(path: string): Promise<T> => {
		const data = await client.request<T>('GET', path);
		// Nothing comes for an execution that another test has deleted.
		traces.push({ where: `the response to ${path}`, text: JSON.stringify(data) ?? '' });
		return data;
	};
	await get('/settings');
	type List = Array<{ id: string }>;
	for (const { id } of await get<List>('/credentials')) {
		await get(`/credentials/${id}?includeData=true`);
	}
	for (const { id } of await get<List>('/workflows')) await get(`/workflows/${id}`);
	// n8n's maximum for one response.
	const { results } = await get<{ results: List }>('/executions?limit=100');
	for (const { id } of results) await get(`/executions/${id}`);
	return traces;
}

function forms(name: string, secret: string): Array<{ name: string; needle: string }> {
	return [
		{ name, needle: secret },
		{ name: `URL-encoded ${name}`, needle: encodeURIComponent(secret) },
		// The form of bytes in a dump of PostgreSQL.
		{ name: `hexadecimal ${name}`, needle: Buffer.from(secret).toString('hex') },
		...[0, 1, 2].flatMap((offset) =>
			(['base64', 'base64url'] as const).map((encoding) => ({
				name: `${encoding} of ${name}`,
				needle: base64Inside(secret, offset, encoding),
			})),
		),
	];
}

/** The part that is the same in the base64 of any text with the secret at this offset, modulo 3. */
function base64Inside(secret: string, offset: number, encoding: 'base64' | 'base64url'): string {
	const encoded = Buffer.from(' '.repeat(offset) + secret).toString(encoding);
	return encoded.replace(/=+$/, '').slice(4, -4);
}

/** n8n deletes files while it runs, such as journals. */
async function fileTraces(files: string[]): Promise<Trace[]> {
	return await Promise.all(
		files.map(async (where) => ({ where, text: await readIfPresent(where) })),
	);
}

/** Reads all values, because the file splits long ones into pages. */
function sqliteTraces(file: string): Trace[] {
	const database = new DatabaseSync(file, { readOnly: true });
	try {
		const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
		return tables.map(({ name }) => {
			const rows = database.prepare(`SELECT * FROM "${String(name)}"`).all();
			const values = rows
				.flatMap((row) => Object.values(row))
				.map((value) =>
					value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
				);
			return { where: `table ${String(name)}`, text: values.join('\n') };
		});
	} finally {
		database.close();
	}
}
