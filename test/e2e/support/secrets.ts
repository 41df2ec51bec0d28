import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { INode } from 'n8n-workflow';

import type { N8nClient } from '../../../sandbox/n8n/rest-client.ts';
import type { Secrets } from './contacts-service.ts';
import type { N8nInstance } from './n8n-instance.ts';
import { chain, node } from './workflows.ts';

/** Something that n8n has written or said, and where. */
export interface Trace {
	where: string;
	text: string;
}

/**
 * Looks for tokens in all that this n8n has kept and in all that it answers.
 *
 * @param more what else it has said
 * @returns where a token is, and in which form; never the token
 */
export async function tokensLeftIn(
	n8n: N8nInstance,
	secrets: Secrets,
	more: Trace[] = [],
): Promise<string[]> {
	const canary = await plantCanary(n8n.client);
	const kept = [await tracesOnDisk(n8n), await tracesInAnswers(n8n.client)];
	return tokensIn(kept, canary, secrets, more);
}

/**
 * @param kept what holds what n8n keeps, once for each place where all of it must be
 * @param canary what {@link plantCanary} has planted in it
 * @param more what else there is to look through
 * @returns where a token is, and in which form; never the token
 * @throws when the canary or contacts are not found in a place or no token was in use: then to find
 *   no token would prove nothing
 */
export function tokensIn(
	kept: Trace[][],
	canary: string,
	secrets: Secrets,
	more: Trace[],
): string[] {
	for (const traces of kept) {
		const missed = forms('canary', canary).filter(
			({ needle }) => !traces.some(({ text }) => text.includes(needle)),
		);
		if (missed.length > 0) throw new Error(`Not found: ${missed.map(({ name }) => name).join()}.`);
		if (!traces.some(({ text }) => CONTACT.test(text))) throw new Error('No contacts were seen.');
	}
	if (secrets.accessTokens.size === 0) throw new Error('No access token was in use.');
	return findSecrets([...kept.flat(), ...more], secrets);
}

/** The service's identifiers of contacts. */
const CONTACT = /contact_\d+_\d+/;

/** Saves a workflow with a secret of its own in every form in which secrets are looked for. */
export async function plantCanary(client: N8nClient): Promise<string> {
	const { canary, note } = createCanary();
	await client.createWorkflow(chain(note));
	return canary;
}

/** A secret, and a node that holds it in every form in which secrets are looked for. */
export function createCanary(): { canary: string; note: INode } {
	// With what is written differently in URLs.
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

/** @returns where a token is, and in which form; never the token */
function findSecrets(traces: Trace[], secrets: Secrets): string[] {
	const needles = [
		...[...secrets.refreshTokens].flatMap((token) => forms('refresh token', token)),
		// The signature is what makes a JWT secret: it is found in a shortened token, too.
		...[...secrets.accessTokens].flatMap((token) =>
			forms('access token', token.slice(token.lastIndexOf('.') + 1)),
		),
	];
	return traces.flatMap(({ where, text }) =>
		needles.filter(({ needle }) => text.includes(needle)).map(({ name }) => `${name} in ${where}`),
	);
}

/** Everything that this n8n has kept: its database by table and as bytes, its files, its logs. */
async function tracesOnDisk({ userFolder, logFiles }: N8nInstance): Promise<Trace[]> {
	return [
		...(await tracesInFiles(userFolder, logFiles)),
		...sqliteTraces(join(userFolder, '.n8n/database.sqlite')),
	];
}

/** n8n's own files and its logs. */
export async function tracesInFiles(userFolder: string, logFiles: string[]): Promise<Trace[]> {
	// Less the installed package, which is no data.
	const inFolder = await tracesInFolder(join(userFolder, '.n8n'), 'nodes');
	return [...inFolder, ...(await Promise.all(logFiles.map(fileTrace)))];
}

/** @param except the name of a folder in it that is left out */
export async function tracesInFolder(folder: string, except?: string): Promise<Trace[]> {
	const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.filter((file) => relative(folder, file).split(sep)[0] !== except);
	return await Promise.all(files.map(fileTrace));
}

/**
 * What n8n's own API says about all that it has.
 *
 * @param executions how many of them it is asked for, the last ones
 */
export async function tracesInAnswers(
	client: N8nClient,
	executions = MOST_EXECUTIONS,
): Promise<Trace[]> {
	const traces: Trace[] = [];
	const ask = async <T>(path: string): Promise<T> => {
		const answer = await client.request<T>('GET', path);
		traces.push({ where: `the answer to ${path}`, text: JSON.stringify(answer) });
		return answer;
	};
	await ask('/settings');
	for (const { id } of await ask<Named[]>('/credentials')) {
		await ask(`/credentials/${id}?includeData=true`);
	}
	for (const { id } of await ask<Named[]>('/workflows')) await ask(`/workflows/${id}`);
	const { results } = await ask<{ results: Named[] }>(`/executions?limit=${executions}`);
	for (const { id } of results) await ask(`/executions/${id}`);
	return traces;
}

interface Named {
	id: string;
}

/** What n8n gives at most in one answer. */
const MOST_EXECUTIONS = 100;

function forms(name: string, secret: string): Array<{ name: string; needle: string }> {
	return [
		{ name, needle: secret },
		{ name: `URL-encoded ${name}`, needle: encodeURIComponent(secret) },
		// As PostgreSQL writes bytes in a dump.
		{ name: `hexadecimal ${name}`, needle: Buffer.from(secret).toString('hex') },
		...[0, 1, 2].flatMap((offset) =>
			(['base64', 'base64url'] as const).map((encoding) => ({
				name: `${encoding} of ${name}`,
				needle: base64Inside(secret, offset, encoding),
			})),
		),
	];
}

/** What is the same in the base64 of any text that has the secret at this offset, modulo 3. */
function base64Inside(secret: string, offset: number, encoding: 'base64' | 'base64url'): string {
	const encoded = Buffer.from(' '.repeat(offset) + secret).toString(encoding);
	return encoded.replace(/=+$/, '').slice(4, -4);
}

async function fileTrace(file: string): Promise<Trace> {
	return { where: file, text: await readFile(file, 'latin1') };
}

/** Long values are spread over pages of the file: they are read as what they are, too. */
function sqliteTraces(file: string): Trace[] {
	const database = new DatabaseSync(file, { readOnly: true });
	try {
		const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
		return tables.map(({ name }) => {
			const rows = database.prepare(`SELECT * FROM "${String(name)}"`).all();
			const values = rows.flatMap((row) => Object.values(row)).map(asText);
			return { where: `table ${String(name)}`, text: values.join('\n') };
		});
	} finally {
		database.close();
	}
}

function asText(value: unknown): string {
	return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value);
}
