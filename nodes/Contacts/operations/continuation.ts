import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

import { type Continuation, type ListRequest, packWay, unpackWay } from '../paginate';

/** Increase it when the content changes, so that old continuations are refused. */
const VERSION = 'c10';

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
type ContinuationProblem = 'continuationInvalid' | 'continuationOfOtherList';

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
		if (encoded === undefined || version !== VERSION) return 'continuationInvalid';
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

/** What a continuation holds of the memory by its place, not by its name. */
const NUMBERS = [
	'pages',
	'received',
	'emptyPages',
	'full',
	'first',
	'beside',
	'print',
	'parts',
] as const;
const FLAGS = ['isFull', 'saysMore', 'saysEnd', 'isSizeCommon'] as const;

type Memory = Continuation['memory'];
type Parts = [
	[way: unknown[], value: string | number, overlap: number, path: string[], inner: string],
	[size: number | null, isTaken: number],
	numbers: number[],
	flags: number[],
	[idField: string | null, unstable: readonly string[]],
	totals: Array<[string, number]>,
	last: readonly number[],
];

function encode({ position, overlap, memory, place, isTaken }: Continuation): string {
	const { identity, totals, last } = memory;
	const { idField, unstable } = identity;
	const parts: Parts = [
		[packWay(position.way), position.value, overlap, [...place.path], place.inner],
		[memory.size ?? null, Number(isTaken)],
		NUMBERS.map((name) => memory[name]),
		FLAGS.map((name) => Number(memory[name])),
		[idField ?? null, idField === undefined ? unstable : []],
		[...totals].slice(0, MAX_TOTALS),
		last.slice(-Math.max(overlap, MAX_LAST)),
	];
	return JSON.stringify(parts);
}

function decode(text: string): Continuation {
	const [step, [size, isTaken], numbers, flags, identity, totals, last] = JSON.parse(text) as Parts;
	const [packed, value, overlap, path, inner] = step;
	const [idField, unstable] = identity;
	const way = unpackWay(packed);
	const memory: Memory = {
		...(fromEntries(NUMBERS, numbers) as Record<(typeof NUMBERS)[number], number>),
		...(fromEntries(FLAGS, flags.map(Boolean)) as Record<(typeof FLAGS)[number], boolean>),
		size: size ?? undefined,
		identity: { ...(idField !== null && { idField }), unstable },
		totals: new Map(totals),
		last,
		way,
	};
	const place = { path, inner };
	return { position: { way, value }, overlap, place, isTaken: isTaken === 1, memory };
}

const fromEntries = (names: readonly string[], values: readonly unknown[]) =>
	Object.fromEntries(names.map((name, n) => [name, values[n]]));
