import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

import type { ListRequest } from '../list/pagination';
import type { Progress, Reading, Step } from '../list/reading';

/** Increase it when the content changes, so that old continuations are refused. */
const VERSION = 'c7';

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
		const plain = encode({ step, progress, last: last.slice(-Math.max(step.overlap, 1)) });
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

/** What most continuations have. A control character stands for each: JSON has none, since it escapes them. */
const USUAL_PARTS = [
	'{"step":{"position":{"way":{"kind":"',
	'","field":"',
	'","parameter":"',
	'"},"value":',
	',"first":',
	'},"value":',
	'},"size":{"contacts":',
	',"underAll":true',
	'},"overlap":',
	',"reason":"stated"',
	',"reason":"overlap"',
	',"reason":"counted"',
	',"reason":"setByHand"',
	',"isProven":true},"progress":{"pages":',
	',"received":',
	',"identity":{"idField":"',
	',"unstable":[]},"place":{"path":[',
	'],"contactPath":"","like":[',
	'],"beside":[',
	'],"said":"',
	',"seen":[',
	'],"totals":[',
	'],"longest":',
	',"isFull":true',
	',"isFull":false',
	',"saysMore":true',
	',"saysMore":false',
	',"emptyPages":0},"last":[',
];

/** Totals that a continuation has room for. */
const MAX_TOTALS = 2;

function encode({ step, progress, last }: Continuation): string {
	const json = JSON.stringify({
		step: { ...step, response: undefined },
		progress: { ...progress, totals: [...progress.totals].slice(0, MAX_TOTALS) },
		last,
	});
	return USUAL_PARTS.reduce(
		(text, part, n) => text.replaceAll(part, String.fromCharCode(n + 1)),
		json,
	);
}

function decode(text: string): Continuation {
	const json = USUAL_PARTS.reduce(
		(short, part, n) => short.replaceAll(String.fromCharCode(n + 1), part),
		text,
	);
	const { step, progress, last } = JSON.parse(json) as Continuation;
	return { step, progress: { ...progress, totals: new Map(progress.totals) }, last };
}
