import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

import { sizeOf } from '../response/json';
import type { Sign } from '../response/readSigns';
import { withFewContacts } from './accept';
import { ask } from './decide';
import { keyOfId } from './memory';
import { isCounted, type ListRequest, type ListState, type Next, type Place } from './state';

/** Increase it when the content changes, so that old continuations are refused. */
const VERSION = 'c4';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Version, list, and a nonce, the encrypted place and its tag in one. */
const FORMAT = /^(c\d+)\.([\w-]{16})\.([\w-]{38,})$/;

/** The credential that a list is read with. */
interface ListOwner {
	clientId: string;
	orgId: string;
	refreshToken: string;
}

/** Why a text is not a continuation of this list. */
type ContinuationProblem =
	'continuationInvalid' | 'continuationOutdated' | 'continuationOfOtherList';

/**
 * Writes continuations, which state where a list goes on, and reads them again. Workflows, people and AI
 * models handle them, and next links may hold what none of these should see. They are encrypted and
 * authenticated with a key that is derived from the refresh token, so only a continuation that this node
 * has written for the same list and credential leads to a request.
 */
export class Continuations {
	readonly #key: Buffer;

	/** Identifies the list and its credential. */
	readonly #list: string;

	constructor(
		private readonly request: ListRequest,
		owner: ListOwner,
	) {
		const { url, contactsField, pagination } = request;
		const { clientId, orgId, refreshToken } = owner;
		const choices = JSON.stringify([url.href, clientId, orgId, contactsField, pagination]);
		this.#key = Buffer.from(hkdfSync('sha256', refreshToken, '', 'contacts continuation', 32));
		this.#list = createHmac('sha256', this.#key).update(choices).digest('base64url').slice(0, 16);
	}

	/**
	 * @returns a string that is safe in URLs and expressions: under 1,000 characters for a number or a short
	 * cursor, and at most 8 KB beside the link or cursor of the service
	 */
	write(place: Place): string {
		const nonce = randomBytes(NONCE_BYTES);
		const cipher = createCipheriv(ALGORITHM, this.#key, nonce);
		cipher.setAAD(Buffer.from(this.#list));
		const content = [
			nonce,
			cipher.update(encode(compact(place))),
			cipher.final(),
			cipher.getAuthTag(),
		];
		return `${VERSION}.${this.#list}.${Buffer.concat(content).toString('base64url')}`;
	}

	/** @returns the place; or what is wrong with the text */
	read(text: string): Place | ContinuationProblem {
		const [, version, list, encoded] = FORMAT.exec(text) ?? [];
		if (encoded === undefined) return 'continuationInvalid';
		if (version !== VERSION) return 'continuationOutdated';
		if (list !== this.#list) return 'continuationOfOtherList';
		const bytes = Buffer.from(encoded, 'base64url');
		const decipher = createDecipheriv(ALGORITHM, this.#key, bytes.subarray(0, NONCE_BYTES));
		decipher.setAAD(Buffer.from(list)).setAuthTag(bytes.subarray(-TAG_BYTES));
		try {
			const content = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
			const place = decode(Buffer.concat(content));
			const { state, next } = place;
			return next.kind === 'ask' ? { state, next: ask(state, this.request) } : place;
		} catch {
			return 'continuationInvalid';
		}
	}
}

/** Bytes for the signs of a page after which the service is or may be asked, and of other ones. */
const ASKED_SIGNS_BYTES = 600;
const SIGNS_BYTES = 260;

/** Bytes for what is only of use when a page is not as expected. */
const NAMES_BYTES = 100;
const TOTALS_BYTES = 150;
const FIELDS_BYTES = 60;

/** Hashes and keys that came last; enough for an overlap, and to notice a page that comes again. */
const RECENT = 8;

/** Leaves out what is not needed to go on, and what a service may send without end. */
function compact({ state, next }: Place): Place {
	// What to ask follows from the state.
	if (next.kind === 'ask') {
		return { state: withinBytes(state, ASKED_SIGNS_BYTES), next: { kind: 'ask' } as Next };
	}
	const small =
		state.pages > 1
			? withinBytes(withoutQuestions(state, next), SIGNS_BYTES)
			: withinBytes(withFewContacts(state), ASKED_SIGNS_BYTES);
	// The next page has its own link or cursor.
	const field = next.kind === 'page' && 'field' in next.way ? next.way.field : undefined;
	const signs = small.signs.map((sign) => (sign.name === field ? { ...sign, value: '' } : sign));
	return { state: { ...small, signs }, next };
}

/** The way is known: nothing is left to ask, and the next page has its own link or cursor. */
function withoutQuestions(state: ListState, next: Next): ListState {
	const { memory, ids, signs, way } = state;
	const isByContact = 'way' in next && next.way.kind === 'lastContact';
	return {
		...state,
		signs: signs.filter(({ meaning, value }) => meaning !== 'cursor' && typeof value !== 'string'),
		ids: { ...ids, values: isByContact ? ids.values.slice(-2) : [] },
		setValue: { kind: 'missing' },
		asked: [],
		style: undefined,
		found: undefined,
		way: isCounted(way) ? way : undefined,
		memory: {
			...memory,
			requests: memory.requests.slice(-RECENT),
			pages: memory.pages.slice(-RECENT),
			contacts: memory.contacts.slice(-RECENT),
		},
	};
}

function withinBytes(state: ListState, signsBytes: number): ListState {
	const { location, signs, unread, totalNames, totals, setValue } = state;
	return {
		...state,
		signs: withinSigns(signs, signsBytes),
		setValue: setValue.kind === 'value' ? { kind: 'value', value: 0 } : setValue,
		unread: within(unread, NAMES_BYTES),
		totalNames: within(totalNames, NAMES_BYTES),
		totals: within(totals, TOTALS_BYTES),
		location: location && {
			...location,
			keys: within(location.keys, NAMES_BYTES),
			fields: within(location.fields, FIELDS_BYTES),
		},
		discovered: undefined,
	};
}

/**
 * The signs that fit, those that are understood first; and of any length, the first one with a value that
 * the service may get back.
 */
function withinSigns(signs: readonly Sign[], bytes: number): Sign[] {
	const long =
		signs.find(({ meaning }) => meaning === 'link' || meaning === 'cursor') ??
		signs.find(({ meaning, value }) => meaning === 'unread' && typeof value === 'string');
	const others = signs.filter((sign) => sign !== long);
	others.sort((a, b) => Number(a.isForeign ?? false) - Number(b.isForeign ?? false));
	const kept = new Set([long, ...within(others, bytes)]);
	return signs.filter((sign) => kept.has(sign));
}

/** The elements that fit into a number of bytes of JSON. */
function within<T>(values: readonly T[], bytes: number): T[] {
	let left = bytes;
	return values.filter((value) => {
		const size = sizeOf(value) + 1;
		if (size > left) return false;
		left -= size;
		return true;
	});
}

/** The lists of hashes and keys in a memory, which take 7 bytes for each instead of 17 in JSON. */
const NUMBERS = ['requests', 'pages', 'contacts', 'landmarks', 'landmarkPages'] as const;

const NUMBER_BYTES = 7;

/** What is in the JSON of nearly every place; written as control characters, which JSON never has. */
const FRAGMENTS = [
	...['{"state":{"pages":', ',"received":', ',"firstCount":', ',"count":', ',"emptyPages":0'],
	...[',"proof":"', '","signs":[', '{"meaning":"', '","name":"', '","value":', ',"distance":'],
	...['],"setValue":{"kind":"missing"}', ',"unread":[', '],"totalNames":[', '],"totals":['],
	...['],"ids":{"field":"', '","values":[', ']},"asked":[', '],"questionsLeft":'],
	...[',"memory":{"idField":"', '"},"location":{"keys":[', '],"path":[', '],"contactPath":""}'],
	...['},"next":{"kind":"page","way":{"kind":"', '","parameter":"', ',"field":"', '"},"reason":"'],
	...['","overlap":0,"saysMore":true}}', '{"name":"', ',"isForeign":true', ',"first":'],
];

/** The keys of the last contacts, as far as their IDs are kept. */
function keysOfIds({ ids, memory }: ListState): number[] {
	return ids.field === memory.idField ? ids.values.map(keyOfId) : [];
}

/** Numbers of hashes, one byte each; the hashes; and the rest of a place as JSON. */
function encode({ state, next }: Place): Buffer {
	const { contacts } = state.memory;
	const others = contacts.slice(0, contacts.length - keysOfIds(state).length);
	const lists = NUMBERS.map((name) => (name === 'contacts' ? others : state.memory[name]));
	const numbers = Buffer.alloc(NUMBER_BYTES * lists.flat().length);
	lists.flat().forEach((value, index) => {
		numbers.writeUIntBE(Math.floor(value / 2 ** 48), NUMBER_BYTES * index, 1);
		numbers.writeUIntBE(value % 2 ** 48, NUMBER_BYTES * index + 1, 6);
	});
	const { idField, withoutLast } = state.memory;
	const rest = JSON.stringify({ state: { ...state, memory: { idField, withoutLast } }, next });
	const text = FRAGMENTS.reduce(
		(short, fragment, index) => short.replaceAll(fragment, String.fromCharCode(index + 1)),
		rest,
	);
	return Buffer.concat([
		Buffer.from(lists.map(({ length }) => length)),
		numbers,
		Buffer.from(text),
	]);
}

function decode(bytes: Buffer): Place {
	let at = NUMBERS.length;
	const lists = NUMBERS.map((name, index) => {
		const values = Array.from({ length: bytes[index]! }, () => {
			at += NUMBER_BYTES;
			return bytes.readUIntBE(at - NUMBER_BYTES, 1) * 2 ** 48 + bytes.readUIntBE(at - 6, 6);
		});
		return [name, values] as const;
	});
	const rest = FRAGMENTS.reduce(
		(text, fragment, index) => text.replaceAll(String.fromCharCode(index + 1), fragment),
		bytes.toString('utf8', at),
	);
	const { state, next } = JSON.parse(rest) as Place;
	const memory = { ...state.memory, ...Object.fromEntries(lists) };
	const contacts = [...memory.contacts, ...keysOfIds({ ...state, memory })];
	return { state: { ...state, memory: { ...memory, contacts } }, next };
}
