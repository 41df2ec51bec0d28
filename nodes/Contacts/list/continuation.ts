import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

import type { Progress, Reading, Step } from './reading';
import type { ListRequest } from './ways';

/** Increase it when the content changes, so that old continuations are refused. */
const VERSION = 'c5';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Version, list, and a nonce, the encrypted content and its tag in one. */
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

/** What a continuation says: a way with its next value, and what the next page has to start with. */
export interface Continuation {
	step: Step;
	progress: Progress;
	/** Keys of the contacts that came last. */
	last: readonly number[];
}

/**
 * Writes continuations, and reads them again. Workflows, people and AI models handle them, and next links
 * may hold what none of these should see. They are encrypted and authenticated with a key that is derived
 * from the refresh token, so only a continuation that this node has written for the same list and
 * credential leads to a request.
 */
export class Continuations {
	readonly #key: Buffer;

	/** Identifies the list and its credential. */
	readonly #list: string;

	constructor(request: ListRequest, owner: ListOwner) {
		const { url, contactsField, pagination } = request;
		const { clientId, orgId, refreshToken } = owner;
		const choices = JSON.stringify([url.href, clientId, orgId, contactsField, pagination]);
		this.#key = Buffer.from(hkdfSync('sha256', refreshToken, '', 'contacts continuation', 32));
		this.#list = createHmac('sha256', this.#key).update(choices).digest('base64url').slice(0, 16);
	}

	/**
	 * @returns a string that is safe in URLs and expressions, of at most 600 characters beside the link or
	 * cursor of the service
	 */
	write(step: Step, { progress, last }: Reading): string {
		const nonce = randomBytes(NONCE_BYTES);
		const cipher = createCipheriv(ALGORITHM, this.#key, nonce);
		cipher.setAAD(Buffer.from(this.#list));
		const text = encode({ step, progress, last: last.slice(-Math.max(step.overlap, 1)) });
		const content = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
		return `${VERSION}.${this.#list}.${Buffer.concat(content).toString('base64url')}`;
	}

	/** @returns where the list goes on; or what is wrong with the text */
	read(text: string): Continuation | ContinuationProblem {
		const [, version, list, encoded] = FORMAT.exec(text) ?? [];
		if (encoded === undefined) return 'continuationInvalid';
		if (version !== VERSION) return 'continuationOutdated';
		if (list !== this.#list) return 'continuationOfOtherList';
		const bytes = Buffer.from(encoded, 'base64url');
		const decipher = createDecipheriv(ALGORITHM, this.#key, bytes.subarray(0, NONCE_BYTES));
		decipher.setAAD(Buffer.from(list)).setAuthTag(bytes.subarray(-TAG_BYTES));
		try {
			const content = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
			return decode(Buffer.concat([content, decipher.final()]).toString());
		} catch {
			return 'continuationInvalid';
		}
	}
}

/** The names of fields that are only of use when a page is not as expected. */
const MAX_NAMES = 3;
const MAX_NAME_LENGTH = 12;
const MAX_TOTALS = 2;

/** Writes JSON without the names of properties, in the order of `decode`. */
function encode({ step, progress, last }: Continuation): string {
	const { position, size, overlap, reason, isProven } = step;
	const { pages, received, identity, place, marks, seen, totals } = progress;
	const short = (names: readonly string[]) =>
		names.filter(({ length }) => length <= MAX_NAME_LENGTH).slice(0, MAX_NAMES);
	const { path, contactPath, isKeyed, hasHead, like, beside } = place;
	return JSON.stringify([
		[position.way, position.value],
		[size.contacts ?? null, Number(size.underAll ?? false), overlap, reason, Number(isProven)],
		[
			pages,
			received,
			progress.longest,
			Number(progress.isFull),
			Number(progress.saysMore),
			progress.emptyPages,
		],
		[identity.idField ?? null, identity.unstable],
		[
			path,
			contactPath,
			[isKeyed, hasHead].map((is) => Number(is ?? false)),
			short(like),
			short(beside),
		],
		short36([...marks, ...seen, progress.link]),
		[...totals].slice(0, MAX_TOTALS),
		short36(last),
	]);
}

/** Hashes have 11 digits to the base of 36, and 16 to the base of 10. */
function short36(hashes: readonly number[]): string {
	return hashes.map((hash) => hash.toString(36)).join(' ');
}

function readShort(text: string): number[] {
	return text
		.split(' ')
		.filter(Boolean)
		.map((hash) => parseInt(hash, 36));
}

function decode(text: string): Continuation {
	const [[way, value], step, counts, identity, place, keys, totals, last] = JSON.parse(text) as [
		[Step['position']['way'], string | number],
		[number | null, number, number, Step['reason'], number],
		[number, number, number, number, number, number],
		[string | null, string[]],
		[string[], string, [number, number], string[], string[]],
		string,
		Array<[string, number]>,
		string,
	];
	const hashes = readShort(keys);
	const [contacts, underAll, overlap, reason, isProven] = step;
	const [pages, received, longest, isFull, saysMore, emptyPages] = counts;
	const [path, contactPath, [isKeyed, hasHead], like, beside] = place;
	return {
		step: {
			position: { way, value },
			size: { contacts: contacts ?? undefined, ...(underAll > 0 && { underAll: true }) },
			...{ overlap, reason, isProven: isProven > 0 },
		},
		progress: {
			...{ pages, received, longest, emptyPages, isFull: isFull > 0, saysMore: saysMore > 0 },
			identity: { idField: identity[0] ?? undefined, unstable: identity[1] },
			place: {
				...{ path, contactPath, like, beside },
				...(isKeyed > 0 && { isKeyed: true }),
				...(hasHead > 0 && { hasHead: true }),
			},
			marks: hashes.slice(0, (hashes.length - 1) / 2),
			seen: hashes.slice((hashes.length - 1) / 2, -1),
			link: hashes.at(-1)!,
			totals: new Map(totals),
		},
		last: readShort(last),
	};
}
