import { ListFailure, type ListFailureReason } from './failures';
import type { PageResponse } from './fields';
import type { Place } from './lists';
import { type Page, pageAt } from './page';
import { paginatorOf, type Position, type Way } from './paginators';
import { type AcceptedPage, type End, isEnd, type Memory, Proofs, type Refutation } from './proofs';
import { signalsOf } from './signals';
import { absenceOf, type Came, isRefusal, type Refusal, type Source } from './source';
import { urlOf } from './urls';

/** What to request next; the page, if the search for the way has brought it. */
export interface Step extends Position {
	page?: AcceptedPage;
}

/** Where a list goes on, as plain data. */
export interface Continuation {
	position: Position;
	memory: Memory;
	place: Place;
	/** Whether the value was taken by a question: services may take it only once, so it is read anew. */
	isTaken: boolean;
}

/** What a person is told of refutations that only the search understands. */
const REFUTED: Partial<Record<string, ListFailureReason>> = {
	again: 'pageRepeated',
	unproven: 'positionUnexpected',
};

/** Lines of a trace that an error keeps. */
const TRACE_LENGTH = 8;

/** Larger answers to questions, as they were decoded, are not kept. */
const MAX_KEPT = 256 * 1024;

/** A list that is being read: its requests, and where it is in their responses. */
export class List {
	readonly request: Source['request'];
	readonly proofs: Readonly<Proofs>;
	place: Place = { path: [], inner: '' };
	/** Questions that were sent to find the way. */
	asked = 0;
	readonly trace: string[] = [];
	/** What the last refused page failed with. */
	refusal: unknown;
	readonly #answers = new Map<string, PageResponse | Refusal>();

	constructor(
		readonly source: Source,
		start?: Continuation,
	) {
		this.request = source.request;
		if (start) this.place = start.place;
		this.proofs = new Proofs(source.request, start?.memory);
	}

	/** The URL of a page, requested in one way or in several at once; of the first page without any. */
	urlOf(...positions: Position[]): URL {
		const { memory, isSizeIgnored, ownSize } = this.proofs;
		// Some services page only where both a position and a size are sent.
		const isPair = positions.length === 2 && isSizeIgnored && ownSize === 0;
		const isSizeCommon = memory.isSizeCommon || isPair;
		return urlOf(this.request, { size: memory.size, isSizeCommon }, positions);
	}

	/** Requests the first page; without a page size if it is refused with one. @throws the refusal */
	async first(): Promise<PageResponse> {
		const answer = await this.answerTo(this.urlOf());
		if (!isRefusal(answer)) return answer;
		const other = absenceOf(answer) && (await this.withoutSize());
		if (!other) throw answer.error;
		return other;
	}

	/** Requests the first page without a page size. @returns undefined, with the size as before, if that is refused */
	async withoutSize(): Promise<PageResponse | undefined> {
		const { size } = this.proofs.memory;
		if (size === undefined) return undefined;
		this.proofs.setSize(undefined);
		const answer = await this.answerTo(this.urlOf());
		if (!isRefusal(answer)) return answer;
		if ([undefined, 'failed'].includes(absenceOf(answer))) throw answer.error;
		this.proofs.setSize(size);
		return undefined;
	}

	/** Asks a question. @returns the page, or why there is none */
	async question(url: URL, mayBeBlocked = false): Promise<Came> {
		const answer = await this.answerTo(url);
		const read = async () => this.pageIn(answer, mayBeBlocked);
		return await read().catch((error: unknown) => {
			if (error instanceof ListFailure) return 'refused';
			throw error;
		});
	}

	/** @returns the page, or why there is none @throws ListFailure, or the refusal of what could not be asked otherwise */
	pageIn(answer: PageResponse | Refusal, mayBeBlocked = false): Came {
		if (!isRefusal(answer)) return this.read(answer);
		this.refusal = answer.error;
		const absence = absenceOf(answer) ?? (mayBeBlocked ? 'refused' : undefined);
		if (!absence) throw answer.error;
		return absence;
	}

	/** Asks for the position after one that brought nothing: only if it brings nothing, too, it is the end. */
	async lookBeyond({ way }: Position): Promise<End | undefined> {
		const position = { way, value: this.proofs.onward!, overlap: 0 };
		const came = await this.question(this.urlOf(position));
		// After two positions without anything new, it is sure.
		const verdict = this.proofs.judge(came, position);
		return typeof verdict === 'object' && isEnd(verdict) ? verdict : undefined;
	}

	/** Asks a question, once. */
	async answerTo(url: URL): Promise<PageResponse | Refusal> {
		const known = this.#answers.get(url.href);
		if (known) return known;
		const { pages } = this.proofs.memory;
		if (pages > 0) this.asked++;
		const answer = await this.source.send(url, pages + 1);
		const { size = 0 } = answer as PageResponse;
		if (size <= MAX_KEPT) this.#answers.set(url.href, answer);
		return answer;
	}

	/** Reads the first page once more where it is not to be believed as it is. @returns the end, if that shows it */
	async readAgain(): Promise<End | undefined> {
		const { proofs } = this;
		const { received, identity } = proofs.memory;
		if (received === 0) return undefined;
		// Contacts without IDs are told apart by what does not change by itself; of several sizes, one has an effect.
		const isDoubtful = identity.idField === undefined || (proofs.ownSize > 0 && proofs.isCut);
		const found = isDoubtful ? await this.holdBack() : undefined;
		if (found || !proofs.isCut) return found;
		const { more, end } = signalsOf(proofs.fields, 1);
		if (more || end || proofs.leads.length > 0) await this.readAtOwnLength();
		return proofs.end();
	}

	/** Reads a cut page at its own length: links, page numbers and the end may be computed from the requested size. */
	async readAtOwnLength(): Promise<void> {
		const { memory, ownSize, isCut } = this.proofs;
		const isCommon = memory.isSizeCommon || ownSize > 0;
		if (isCut) await this.#reread(memory.received, isCommon);
	}

	/**
	 * Reads the first page with one contact fewer; if it is, the list is read on from there. A second time, it is
	 * known which fields change by themselves.
	 *
	 * @returns the end, if that shows it
	 */
	async holdBack(): Promise<End | undefined> {
		const { proofs } = this;
		const { received, isSizeCommon } = proofs.memory;
		await this.#reread(received > 1 ? received - 1 : 2, isSizeCommon);
		const size = this.request.pageSize ?? proofs.ownSize;
		const isOther = size > 0 && !proofs.isHeldBack;
		// One or two may be what the service sends without a size.
		if (isOther) await this.#reread(received > 2 ? received - 1 : size, true);
		return proofs.end();
	}

	/** Reads the first page with another size. @param isSizeCommon whether to send it under other names, too */
	async #reread(size: number, isSizeCommon: boolean): Promise<void> {
		const url = urlOf(this.request, { size, isSizeCommon }, []);
		// Its answer is known, but not what changes by itself.
		const isFirst = this.proofs.memory.size === undefined && url.href === this.urlOf().href;
		const page = isFirst ? await this.again() : await this.question(url, isSizeCommon);
		if (typeof page !== 'string') this.proofs.reread(size, page, isSizeCommon);
	}

	/** Requests the first page once more: that others are refused or empty may be an outage. @throws if it is gone */
	async again(): Promise<Page> {
		const answer = await this.source.send(this.urlOf(), 1);
		if (isRefusal(answer)) throw answer.error;
		const page = this.read(answer, 1);
		if (page.contacts.length === 0) throw this.failure('listChanged');
		return page;
	}

	/** Reads a response as the next page. @throws ListFailure */
	read(response: PageResponse, number = this.proofs.memory.pages + 1): Page {
		return pageAt(response, this.place, number, this.request.pagination);
	}

	/** @param step what follows the pages that have come */
	continuationAt({ page, ...position }: Step): Continuation {
		const { place, proofs } = this;
		const { way } = position;
		const plain = { position, memory: { ...proofs.memory, way }, isTaken: false };
		return { place, ...((page && proofs.resume(way)) ?? plain) };
	}

	/**
	 * The next position along a way; undefined where its link, cursor or ID is gone.
	 *
	 * @throws ListFailure if the link leads elsewhere
	 */
	stepAlong(way: Way): Position | undefined {
		const next = paginatorOf(way).next(way, this.proofs.progress(), this.request);
		if (next === 'elsewhere') throw this.failure('nextElsewhere');
		return next;
	}

	failure(reason: ListFailureReason | Refutation, names: readonly string[] = []): ListFailure {
		const { memory, total, fields, isSizeIgnored } = this.proofs;
		const { pages, received, identity } = memory;
		const { idField } = identity;
		const known = REFUTED[reason] ?? (reason as ListFailureReason);
		// These are about the response for the next page.
		const page = ['failedWithSuccess', 'manyLists'].includes(known) ? pages + 1 : pages;
		const facts = { page, names, received, total, fields, idField, isSizeIgnored };
		return new ListFailure(known, { ...facts, trace: this.trace });
	}

	log(line: string): void {
		this.source.log(line);
		this.trace.push(line);
		if (this.trace.length > TRACE_LENGTH) this.trace.shift();
	}
}
