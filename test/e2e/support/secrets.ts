import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { N8nClient } from '../../../sandbox/n8n/rest-client.ts';
import type { Secrets } from './contacts-service.ts';
import type { N8nInstance } from './n8n-instance.ts';

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
 * @throws when what it looked through has no contacts or no token was in use: it would prove nothing
 */
export async function tokensLeftIn(
	n8n: N8nInstance,
	secrets: Secrets,
	more: Trace[] = [],
): Promise<string[]> {
	const onDisk = await tracesOnDisk(n8n);
	const answers = await tracesInAnswers(n8n.client);
	for (const traces of [onDisk, answers]) {
		if (!traces.some(({ text }) => CONTACT.test(text))) throw new Error('No contacts were seen.');
	}
	if (secrets.accessTokens.size === 0) throw new Error('No access token was in use.');
	return findSecrets([...onDisk, ...answers, ...more], secrets);
}

/** The service's identifiers of contacts. */
const CONTACT = /contact_\d+_\d+/;

/** @returns where a token is, and in which form; never the token */
export function findSecrets(traces: Trace[], secrets: Secrets): string[] {
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
export async function tracesOnDisk({ userFolder, logFiles }: N8nInstance): Promise<Trace[]> {
	const folder = join(userFolder, '.n8n');
	const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		// The installed package, not data.
		.filter((file) => !relative(folder, file).startsWith('nodes/'));
	return [
		...(await Promise.all([...files, ...logFiles].map(fileTrace))),
		...sqliteTraces(join(folder, 'database.sqlite')),
	];
}

/** What n8n's own API says about all that it has. */
export async function tracesInAnswers(client: N8nClient): Promise<Trace[]> {
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
	const { results } = await ask<{ results: Named[] }>(`/executions?limit=${EXECUTIONS_ASKED_FOR}`);
	for (const { id } of results) await ask(`/executions/${id}`);
	return traces;
}

interface Named {
	id: string;
}

/** What n8n gives at most in one answer. */
const EXECUTIONS_ASKED_FOR = 100;

function forms(name: string, secret: string): Array<{ name: string; needle: string }> {
	return [
		{ name, needle: secret },
		{ name: `URL-encoded ${name}`, needle: encodeURIComponent(secret) },
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
