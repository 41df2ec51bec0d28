import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

import type { ListRequest, Place } from './state';

/** Increase it when the content changes, so that old continuations are refused. */
const VERSION = 'c1';

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
export type ContinuationProblem =
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

	constructor({ url, contactsField, pagination }: ListRequest, owner: ListOwner) {
		const { clientId, orgId, refreshToken } = owner;
		const choices = JSON.stringify([url.href, clientId, orgId, contactsField, pagination]);
		this.#key = Buffer.from(hkdfSync('sha256', refreshToken, '', 'contacts continuation', 32));
		this.#list = createHmac('sha256', this.#key).update(choices).digest('base64url').slice(0, 16);
	}

	/** @returns a string that is safe in URLs and expressions */
	write(place: Place): string {
		const nonce = randomBytes(NONCE_BYTES);
		const cipher = createCipheriv(ALGORITHM, this.#key, nonce);
		cipher.setAAD(Buffer.from(this.#list));
		const content = [
			nonce,
			cipher.update(JSON.stringify(place)),
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
			return JSON.parse(Buffer.concat(content).toString()) as Place;
		} catch {
			return 'continuationInvalid';
		}
	}
}
