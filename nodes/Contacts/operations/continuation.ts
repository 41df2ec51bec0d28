import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

import { orUndefined } from '../../../credentials/contactsApi/orUndefined';
import type { Settings } from '../../../credentials/contactsApi/settings';
import { type Continuation, type ListRequest, Memory } from '../paginate';

/** Increase it when the content changes, so that old continuations are refused. */
const VERSION = '1';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Version; nonce, encrypted content and tag in one. */
const FORMAT = new RegExp(`^${VERSION}\\.([\\w-]{38,})$`);

/**
 * Writes continuations, and reads them again. Next links may hold what the workflows, people and models that
 * handle them should not see. They are encrypted and authenticated with a key from the refresh token, so only
 * one that this node has written for the same list and credential leads to a request.
 */
export function continuationsOf(
	{ url, contactsField, pagination }: ListRequest,
	{ clientId, orgId, refreshToken }: Pick<Settings, 'clientId' | 'orgId' | 'refreshToken'>,
) {
	// A person may turn a check off after it has failed.
	const checked = { ...pagination, checkTotal: true, checkRepeats: true };
	const choices = [url.href, clientId, orgId, contactsField, checked];
	const list = Buffer.from(JSON.stringify(choices));
	const key = Buffer.from(hkdfSync('sha256', refreshToken, '', 'contacts continuation', 32));
	return {
		/** @returns URL-safe text, rarely more than 600 characters longer than the service's own link or cursor */
		write(continuation: Continuation): string {
			const nonce = randomBytes(NONCE_BYTES);
			const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(list);
			const plain = encode(continuation);
			const content = [nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()];
			return `${VERSION}.${Buffer.concat(content).toString('base64url')}`;
		},

		/** @returns where the list goes on; undefined for what is not a continuation of this list */
		read(text: string): Continuation | undefined {
			const encoded = FORMAT.exec(text)?.[1];
			if (encoded === undefined) return undefined;
			const bytes = Buffer.from(encoded, 'base64url');
			const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES));
			decipher.setAAD(list).setAuthTag(bytes.subarray(-TAG_BYTES));
			return orUndefined(() => {
				const content = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
				return decode(Buffer.concat([content, decipher.final()]).toString());
			});
		},
	};
}

/** Totals that a continuation has room for, and the last contacts that a page may have to start with. */
const MAX_TOTALS = 2;
const MAX_LAST = 2;

/** The order of the memory's values: their names would take much of the length. */
const FRESH = new Memory();
const NAMES = Object.keys(FRESH) as Array<keyof Memory>;
const isFlag = (name: keyof Memory) => typeof FRESH[name] === 'boolean';

/** Numbers of all contacts are larger than those of the page. */
const largestOf = (totals: Memory['totals']) =>
	[...totals].sort(([, [one]], [, [other]]) => other - one).slice(0, MAX_TOTALS);

function encode({ position, memory, place, isTaken }: Continuation): string {
	const { identity, totals, last } = memory;
	const { way, value, overlap } = position;
	const kept: { [Name in keyof Memory]: unknown } = {
		...memory,
		way,
		identity: identity.idField === undefined ? identity : { ...identity, unstable: [] },
		// Mostly, the least that was stated is the last, too.
		totals: largestOf(totals).map(([name, counts]) => [name, ...new Set(counts)]),
		last: last.slice(-Math.max(overlap, MAX_LAST)),
	};
	const values = NAMES.map((name) => (isFlag(name) ? Number(kept[name]) : kept[name]));
	return JSON.stringify([values, value, overlap, place.path, place.inner, isTaken]);
}

type Kept = Required<Omit<Memory, 'totals'>> & {
	totals: Array<[name: string, least: number, last?: number]>;
};

function decode(text: string): Continuation {
	const parts = JSON.parse(text) as [unknown[], string | number, number, string[], string, boolean];
	const [values, value, overlap, path, inner, isTaken] = parts;
	const valueOf = (name: keyof Memory, n: number) =>
		isFlag(name) ? values[n] === 1 : (values[n] ?? undefined);
	const entries = NAMES.map((name, n) => [name, valueOf(name, n)]);
	const kept = Object.fromEntries(entries) as Kept;
	const totals = kept.totals.map(([name, least, last = least]) => [name, [least, last]] as const);
	const memory = { ...kept, totals: new Map(totals) };
	return { position: { way: kept.way, value, overlap }, place: { path, inner }, isTaken, memory };
}
