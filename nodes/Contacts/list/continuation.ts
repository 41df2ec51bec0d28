import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

import { sizeOf } from '../response/json';
import { ask } from './decide';
import type { ListRequest, ListState, Next, Place, Way } from './state';

/** Increase it when the content changes, so that old continuations are refused. */
const VERSION = 'c2';

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
	 * @returns a string that is safe in URLs and expressions; of at most 8 KB, beside the link or cursor of
	 * the service
	 */
	write(place: Place): string {
		const nonce = randomBytes(NONCE_BYTES);
		const cipher = createCipheriv(ALGORITHM, this.#key, nonce);
		cipher.setAAD(Buffer.from(this.#list));
		const content = [
			nonce,
			cipher.update(JSON.stringify(compact(place))),
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
			const place = JSON.parse(Buffer.concat(content).toString()) as Place;
			const { state, next } = place;
			return next.kind === 'ask' ? { state, next: ask(state, this.request) } : place;
		} catch {
			return 'continuationInvalid';
		}
	}
}

/** Bytes for what is only of use when a page is not as expected, or when the service is asked. */
const SIGNS_BYTES = 1_000;
const KEYS_BYTES = 300;
const NAMES_BYTES = 300;
const TOTALS_BYTES = 400;

/** Leaves out what is not needed to go on, and what a service may send without end. */
function compact({ state, next }: Place): Place {
	const { location, signs, unread, totalNames, totals, way, found, setValue } = state;
	const small: ListState = {
		...state,
		signs: next.kind === 'ask' ? withinSigns(signs) : within(signs, SIGNS_BYTES),
		unread: within(unread, NAMES_BYTES),
		totalNames: within(totalNames, NAMES_BYTES),
		totals: within(totals, TOTALS_BYTES),
		location: location && { ...location, keys: within(location.keys, KEYS_BYTES) },
		// The next page has its own.
		way: next.kind === 'page' && way && isValueOfService(way) ? undefined : way,
		setValue: setValue.kind === 'value' ? { kind: 'value', value: 0 } : setValue,
		found: found && withoutValue(found),
		discovered: undefined,
	};
	// What to ask follows from the state.
	return { state: small, next: next.kind === 'ask' ? ({ kind: 'ask' } as Next) : next };
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

/** The first value that the service may get back, whatever its length, and the other signs that fit. */
function withinSigns(signs: ListState['signs']): ListState['signs'] {
	const own =
		signs.find(({ meaning }) => meaning === 'link' || meaning === 'cursor') ??
		signs.find(({ meaning, value }) => meaning === 'unread' && typeof value === 'string');
	const others = new Set(
		within(
			signs.filter((sign) => sign !== own),
			SIGNS_BYTES,
		),
	);
	return signs.filter((sign) => sign === own || others.has(sign));
}

function isValueOfService({ kind }: Way): boolean {
	return kind === 'link' || kind === 'cursor';
}

/** How pages are asked for, without the value for one of them. */
function withoutValue(way: Way): Way {
	if (way.kind === 'link') return { ...way, link: '' };
	return way.kind === 'cursor' ? { ...way, value: 0 } : way;
}
