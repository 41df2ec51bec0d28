import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

import { type Continuation, type ListRequest, packWay, unpackWay } from '../paginate';

/** Increase it when the content changes, so that old continuations are refused. */
const VERSION = 'c8';

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
	write(continuation: Continuation): string {
		const nonce = randomBytes(NONCE_BYTES);
		const cipher = createCipheriv(ALGORITHM, this.#key, nonce);
		cipher.setAAD(Buffer.from(this.#list));
		const plain = encode(continuation);
		const content = [nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()];
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

/** Totals that a continuation has room for, and the last contacts that a page may have to start with. */
const MAX_TOTALS = 2;
const MAX_LAST = 2;

function encode({ position, overlap, memory, place, isTaken }: Continuation): string {
	const { identity, totals, last } = memory;
	const flags = [memory.isFull, memory.saysMore, memory.saysEnd, memory.isSizeCommon, isTaken].map(
		Number,
	);
	const counts = [memory.pages, memory.received, memory.emptyPages, memory.full];
	return JSON.stringify([
		[packWay(position.way), position.value, overlap, place.path, place.inner],
		[
			memory.size ?? null,
			...counts,
			memory.first,
			memory.beside,
			memory.print,
			memory.parts,
			...flags,
		],
		[identity.idField ?? null, identity.idField === undefined ? identity.unstable : []],
		[...totals].slice(0, MAX_TOTALS),
		last.slice(-Math.max(overlap, MAX_LAST)),
	]);
}

function decode(text: string): Continuation {
	type Parts = [
		[unknown[], string | number, number, string[], string],
		number[],
		[string | null, string[]],
		Array<[string, number]>,
		number[],
	];
	const [[way, value, overlap, path, inner], numbers, identity, totals, last] = JSON.parse(
		text,
	) as Parts;
	const [size, pages, received, emptyPages, full, first, beside, print, parts, ...flags] =
		numbers as [...[number, number, number, number, number, number, number, number, number]];
	const [isFull, saysMore, saysEnd, isSizeCommon, isTaken] = (flags as number[]).map(Boolean) as [
		...[boolean, boolean, boolean, boolean, boolean],
	];
	return {
		position: { way: unpackWay(way), value },
		overlap,
		place: { path, inner },
		isTaken,
		memory: {
			...{
				size: size ?? undefined,
				pages,
				received,
				emptyPages,
				full,
				first,
				beside,
				print,
				parts,
			},
			...{
				isFull,
				saysMore,
				saysEnd,
				isSizeCommon,
				last,
				totals: new Map(totals),
				way: unpackWay(way),
			},
			identity: { ...(identity[0] !== null && { idField: identity[0] }), unstable: identity[1] },
		},
	};
}
