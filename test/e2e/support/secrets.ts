import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { INode } from 'n8n-workflow';

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
	const canary = await plantCanary(n8n.client);
	const stored = [
		...(await tracesInFiles(n8n.userFolder, n8n.logFiles)),
		...sqliteTraces(join(n8n.userFolder, '.n8n/database.sqlite')),
	];
	return tokensIn([stored, await tracesInResponses(n8n.client)], canary, secrets, more);
}

/**
 * Looks for tokens in traces.
 *
 * @param stores for each place with all of n8n's data, its traces
 * @param canary secret from {@link plantCanary} or {@link createCanary}, which every store must have
 * @param more other traces to search
 * @returns place and encoding of each token that was found, never the token
 * @throws if a store lacks the canary or contacts, or no token was in use: then it would prove nothing
 *   to find no token
 */
export function tokensIn(
	stores: Trace[][],
	canary: string,
	secrets: Secrets,
	more: Trace[],
): string[] {
	for (const traces of stores) {
		const missed = forms('canary', canary).filter(
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

/** Saves a workflow with a canary. */
export async function plantCanary(client: N8nClient): Promise<string> {
	const { canary, note } = createCanary();
	await client.createWorkflow(chain(note));
	return canary;
}

/** A secret, and a node with it in every encoding in which secrets are looked for. */
export function createCanary(): { canary: string; note: INode } {
	// Has characters that are encoded in URLs.
	const canary = `${randomUUID()}/+=&`;
	const padded = ['', ' ', '  '].map((before) => Buffer.from(`${before}${canary}`));
	const content = [
		canary,
		encodeURIComponent(canary),
		Buffer.from(canary).toString('hex'),
		...padded.flatMap((bytes) => [bytes.toString('base64'), bytes.toString('base64url')]),
	].join('\n');
	return { canary, note: node('Canary', 'n8n-nodes-base.stickyNote', 1, { content }) };
}

/** n8n's own files and its logs. */
export async function tracesInFiles(userFolder: string, logFiles: string[]): Promise<Trace[]> {
	// Without the installed package.
	const inFolder = await tracesInFolder(join(userFolder, '.n8n'), 'nodes');
	return [...inFolder, ...(await fileTraces(logFiles))];
}

/** @param except name of a subfolder to leave out */
export async function tracesInFolder(folder: string, except?: string): Promise<Trace[]> {
	const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.filter((file) => relative(folder, file).split(sep)[0] !== except);
	return await fileTraces(files);
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
	for (const { id } of await get<WithId[]>('/credentials')) {
		await get(`/credentials/${id}?includeData=true`);
	}
	for (const { id } of await get<WithId[]>('/workflows')) await get(`/workflows/${id}`);
	const { results } = await get<{ results: WithId[] }>(`/executions?limit=${MAX_EXECUTIONS}`);
	for (const { id } of results) await get(`/executions/${id}`);
	return traces;
}

interface WithId {
	id: string;
}

/** n8n's maximum for one response. */
const MAX_EXECUTIONS = 100;

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
