import { createHmac, timingSafeEqual } from 'node:crypto';

import { ListError } from '../errors';
import type { ListRequest, ListState } from './listReader';
import { packCandidates, type PackedCandidates, unpackCandidates } from './packedCandidates';
import { type Memories, RecentMemory } from './recentMemory';

/** Increase it when the content changes, so that old continuations are refused. */
const VERSION = 1;

/** Characters. Workflows pass continuations around, so memories that do not fit are dropped. */
const MAX_LENGTH = 2 * 1024;

/** Version, list, content and signature. */
const FORMAT = /^(\d+)\.([\w-]{16})\.([\w-]+)\.([\w-]{22})$/;

/** The credential that a list is read with. */
interface ListOwner {
	clientId: string;
	orgId: string;
	/** The key that signs continuations. */
	refreshToken: string;
}

interface Content {
	state: Omit<ListState, 'candidates'>;
	next: PackedCandidates;
	memories: Memories;
}

/**
 * Writes continuations, which state where a list goes on, and reads them again. Workflows, people and AI
 * models handle them and could alter the next request, so they are signed with the refresh token: only a
 * continuation that this node has written for the same list and credential leads to a request.
 */
export class Continuations {
	readonly #listUrl: URL;

	/** Identifies the list. */
	readonly #list: string;

	readonly #key: string;

	constructor({ url, contactsField, pagination }: ListRequest, owner: ListOwner) {
		const { clientId, orgId, refreshToken } = owner;
		const choices = [url.href, clientId, orgId, contactsField, pagination];
		this.#listUrl = url;
		this.#key = refreshToken;
		this.#list = this.#sign(JSON.stringify(choices)).slice(0, 16);
	}

	/** @returns a string that is safe in URLs and expressions */
	write({ candidates, ...state }: ListState, memory: RecentMemory): string {
		const next = packCandidates(candidates, this.#listUrl);
		const write = (kept: number) => {
			const content: Content = { state, next, memories: memory.latest(kept) };
			const encoded = Buffer.from(JSON.stringify(content)).toString('base64url');
			const text = `${VERSION}.${this.#list}.${encoded}`;
			return `${text}.${this.#sign(text)}`;
		};
		let text = write(RecentMemory.SIZE);
		for (let kept = RecentMemory.SIZE / 2; text.length > MAX_LENGTH && kept >= 1; kept /= 2) {
			text = write(kept);
		}
		return text;
	}

	/** @throws ListError when the text is not a continuation, or is of another version or list */
	read(text: string): { state: ListState; memory: RecentMemory } {
		const [, version, list, encoded, signature] = FORMAT.exec(text) ?? [];
		if (encoded === undefined) throw new ListError('continuationInvalid');
		if (version !== String(VERSION)) throw new ListError('continuationOutdated');
		if (list !== this.#list) throw new ListError('continuationOfOtherList');
		const expected = this.#sign(`${version}.${list}.${encoded}`);
		if (!timingSafeEqual(Buffer.from(signature!), Buffer.from(expected))) {
			throw new ListError('continuationInvalid');
		}
		const { state, next, memories } = JSON.parse(
			Buffer.from(encoded, 'base64url').toString(),
		) as Content;
		return {
			state: { ...state, candidates: unpackCandidates(next, this.#listUrl) },
			memory: new RecentMemory(memories),
		};
	}

	/** 128 bits of an HMAC (RFC 2104). */
	#sign(text: string): string {
		return createHmac('sha256', this.#key).update(text).digest('base64url').slice(0, 22);
	}
}
