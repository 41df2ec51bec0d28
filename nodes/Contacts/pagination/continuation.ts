import { createHash } from 'node:crypto';

import { z } from 'zod';

import { ListError } from '../errors';
import type { Contact } from './findContacts';
import type { ListMemory } from './listMemory';
import type { ListRequest, ListState } from './listReader';
import { idFieldOf, keyOf } from './seenContacts';

/** Raised when a continuation of an older version can no longer be read. */
const VERSION = 1;

/** What a workflow carries from page to page is small: what does not fit is forgotten, oldest first. */
const MAX_LENGTH = 2 * 1024;

/** A longer text is not a continuation; a service's own cursor takes up most of a long one. */
const MAX_INPUT_LENGTH = 16 * 1024;

/** More ways to the next page are never tried. */
const MAX_CANDIDATES = 20;

/** Last contacts that are remembered: where pages have shifted, some of them come again. */
const REMEMBERED_CONTACTS = 32;

/** Last requests that are remembered, to find out that a service leads in a circle. */
const REMEMBERED_REQUESTS = 32;

const count = z.number().int().nonnegative();

const way = z.union([
	z.object({ kind: z.literal('link') }),
	z.object({ kind: z.literal('cursor'), parameter: z.string() }),
	z.object({
		kind: z.enum(['page', 'offset']),
		parameter: z.string(),
		value: count,
		first: z.number().int(),
		echo: z
			.object({ name: z.string(), value: z.number().int(), isEnd: z.boolean().optional() })
			.optional(),
	}),
]);

/** What a continuation holds. Addresses have no origin: it is the one of Base URL. */
const schema = z.object({
	version: z.literal(VERSION),
	/** Tells lists apart. */
	list: z.string(),
	state: z.object({
		url: z.string(),
		number: count,
		collected: count,
		total: count.optional(),
		emptyPages: count,
		location: z
			.object({ path: z.array(z.string()).readonly(), contactPath: z.string() })
			.optional(),
		history: z.object({
			firstCount: count,
			totalField: z.string().optional(),
			isTotalOfPage: z.boolean(),
			way: way.optional(),
		}),
		totals: z.object({ min: count, max: count }).optional(),
		candidates: z
			.array(
				z.object({
					url: z.string(),
					way,
					isGuess: z.boolean(),
					isCorrected: z.literal(true).optional(),
				}),
			)
			.min(1)
			.max(MAX_CANDIDATES),
	}),
	idField: z.string().optional(),
	requests: z.array(z.string()),
	contacts: z.array(z.string()),
});

/**
 * Remembers the last requests and contacts by short hashes, so that what is remembered fits into a
 * continuation.
 */
export class RecentMemory implements ListMemory {
	constructor(
		readonly requests: string[] = [],
		readonly contacts: string[] = [],
		public idField: string | undefined = undefined,
	) {}

	/** Pages are compared by the contacts that are remembered. */
	readonly hasIds = true;

	wasRequested({ href }: URL): boolean {
		return this.requests.includes(shortHash(href));
	}

	addRequest({ href }: URL): void {
		this.requests.push(shortHash(href));
	}

	countKnown(contacts: readonly Contact[]): number {
		const known = new Set(this.contacts);
		return contacts.filter((contact) => known.has(this.#keyOf(contact))).length;
	}

	addContacts(contacts: readonly Contact[]): void {
		this.idField ??= idFieldOf(contacts);
		this.contacts.push(
			...contacts.slice(-REMEMBERED_CONTACTS).map((contact) => this.#keyOf(contact)),
		);
	}

	#keyOf(contact: Contact): string {
		return shortHash(String(keyOf(contact, this.idField)));
	}
}

/**
 * Writes down where a list goes on.
 *
 * @param listKey from `listKeyOf`
 * @returns text that is safe in URLs and expressions
 */
export function encodeContinuation(
	listKey: string,
	state: ListState,
	{ requests, contacts, idField }: RecentMemory,
): string {
	const { origin } = new URL(state.url);
	const withoutOrigin = (url: string) => url.slice(origin.length);
	const write = (kept: number) =>
		Buffer.from(
			JSON.stringify({
				version: VERSION,
				list: listKey,
				state: {
					...state,
					url: withoutOrigin(state.url),
					candidates: state.candidates.map(({ url, ...rest }) => ({
						...rest,
						url: withoutOrigin(url.href),
					})),
				},
				idField,
				requests: requests.slice(-Math.min(kept, REMEMBERED_REQUESTS)),
				contacts: contacts.slice(-Math.min(kept, REMEMBERED_CONTACTS)),
			} satisfies z.infer<typeof schema>),
		).toString('base64url');
	let text = write(REMEMBERED_CONTACTS);
	for (let kept = REMEMBERED_CONTACTS / 2; text.length > MAX_LENGTH && kept >= 1; kept /= 2) {
		text = write(kept);
	}
	return text;
}

/**
 * Reads a continuation, which is checked as if a stranger had typed it.
 *
 * @param listKey from `listKeyOf`
 * @param listUrl address of the list: what is requested stays on its origin and in its version of the API
 * @throws ListError when it is none, is of another version, or belongs to another list
 */
export function decodeContinuation(
	text: string,
	listKey: string,
	listUrl: URL,
): { state: ListState; memory: RecentMemory } {
	if (text.length > MAX_INPUT_LENGTH) throw new ListError('continuationInvalid');
	const value = parseJson(Buffer.from(text, 'base64url').toString());
	const { version } = Object(value) as { version?: unknown };
	if (typeof version === 'number' && version !== VERSION)
		throw new ListError('continuationOutdated');
	const parsed = schema.safeParse(value);
	if (!parsed.success) throw new ListError('continuationInvalid');
	const { list, state, requests, contacts, idField } = parsed.data;
	if (list !== listKey) throw new ListError('continuationOfOtherList');
	return {
		state: {
			...state,
			url: resolve(state.url, listUrl).href,
			candidates: state.candidates.map(({ url, ...rest }) => ({
				...rest,
				url: resolve(url, listUrl),
			})),
		},
		memory: new RecentMemory(requests, contacts, idField),
	};
}

/** Tells the list of one credential, address and choice of pages from others. Holds no secret. */
export function listKeyOf(
	{ url, contactsField, pagination }: ListRequest,
	clientId: string,
	orgId: string,
): string {
	return shortHash(JSON.stringify([url.href, clientId, orgId, contactsField, pagination]), 16);
}

function resolve(path: string, listUrl: URL): URL {
	const apiPath = listUrl.pathname.slice(0, -'contacts'.length);
	const url =
		path.startsWith('/') && URL.canParse(path, listUrl.href) ? new URL(path, listUrl) : undefined;
	if (url?.origin !== listUrl.origin || !url.pathname.startsWith(apiPath)) {
		throw new ListError('continuationInvalid');
	}
	return url;
}

function shortHash(text: string, length = 8): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, length);
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
