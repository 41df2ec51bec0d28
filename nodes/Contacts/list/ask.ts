import { AFTER_IDS, CURSORS, isPlain, OFFSETS, PAGES } from '../request/parameterNames';
import { isEmpty } from '../response/json';
import type { Page, PageResponse } from '../response/page';
import type { Reading, Step } from './reading';
import { format, type Position, type Size } from './ways';

/** Requests to find the way of one list, at most. */
const MAX_ASKED = 20;

/** Positions that a line of the trace shows. */
const MAX_SHOWN = 6;

/** What came for a question, compared with the first page. */
export interface Answer {
	/** `same` is the first page again, `known` a part of it with what follows, `other` anything else. */
	came: 'same' | 'known' | 'new' | 'empty' | 'refused' | 'other';
	/** The contact of the first page with which it starts; their number where it has only new ones. */
	start: number;
	response?: PageResponse;
	page?: Page;
	keys: readonly number[];
}

/** What an answer has to be, to prove a way. */
export interface Proof {
	reason: Step['reason'];
	/** The page size to request. */
	size: Size;
	/** The contact of the first page with which the answer has to start; none if all have to be new. */
	start?: number;
	/** Whether the number of the first page has brought that page again. */
	isConfirmed?: boolean;
}

const REFUSED: Answer = { came: 'refused', start: -1, keys: [] };

/** Asks a service how its list goes on after the first page, and compares the answers with that page. */
export class Asker {
	/** Whether an answer had other contacts than the first page. */
	hasSeenOthers = false;
	/** Whether an answer for a single position was empty, or a refusal. */
	#wasEmpty = false;
	#wasRefused = false;

	/** Answers for single names: whether anything came but nothing, or a refusal. */
	readonly #singles: boolean[] = [];

	constructor(readonly reading: Reading) {}

	/** Whether no more questions are worth their time. */
	get isTired(): boolean {
		return this.reading.asked >= MAX_ASKED;
	}

	/** Whether an answer is not understood, or whether something could not be asked. */
	get hasOpenQuestions(): boolean {
		const { searchParams } = this.reading.request.url;
		// The user's own parameters may fix the position of the page, so that no other can be asked for.
		const usual = [...PAGES, ...OFFSETS, ...AFTER_IDS, ...CURSORS];
		const isFixed = usual.some((name) => searchParams.has(name));
		const isRefused = this.#wasRefused && !this.reading.isUnsized;
		return this.hasSeenOthers || this.#wasEmpty || this.isTired || isFixed || isRefused;
	}

	/** Whether the service refuses all parameters that it does not know, or filters by them. */
	get isPicky(): boolean {
		return this.#singles.length > 1 && this.mayBePicky;
	}

	get mayBePicky(): boolean {
		return !this.#singles.includes(true);
	}

	/** Requests one position, or several at once. Answers are kept: one may be the next page. */
	async ask(size: Size, ...positions: Position[]): Promise<Answer> {
		const { reading } = this;
		const url = reading.urlOf(size, ...positions);
		const { asked } = reading;
		const response = this.isTired ? undefined : await reading.tryToGet(url);
		const answer = this.#compare(reading.tryToRead(response));
		if (asked !== reading.asked) this.#note(answer, positions);
		return answer;
	}

	#note({ came }: Answer, positions: readonly Position[]): void {
		const shown = positions.slice(0, MAX_SHOWN).map(format).join(' & ');
		const others =
			positions.length > MAX_SHOWN ? ` and ${positions.length - MAX_SHOWN} others` : '';
		this.reading.log(`Trying ${shown}${others}: ${came}`);
		const isNothing = came === 'refused' || came === 'empty';
		this.hasSeenOthers ||= came !== 'same' && !isNothing;
		// Among many names, one may take something else: then they are asked for alone.
		if (positions.length > 1) return;
		const [{ way }] = positions as [Position];
		this.#singles.push(!isNothing);
		this.#wasEmpty ||= came === 'empty';
		const isPlainName = way.kind === 'link' || isPlain(way.parameter);
		this.#wasRefused ||= came === 'refused' && isPlainName;
	}

	/** Accepts an answer that proves a way. @returns the step to the next page, which the answer is */
	accept(position: Position, answer: Answer, proof: Proof): Step | undefined {
		const { reading } = this;
		const { page, keys, response, came } = answer;
		const { reason, size, start = reading.keys.length, isConfirmed = false } = proof;
		const step = { position, size, reason, isProven: true, response };
		// The page after the only one is empty, or refused.
		const isNothing = came === 'empty' || came === 'refused';
		if (isConfirmed && isNothing && !this.hasSeenOthers) return { ...step, overlap: 0 };
		if (!page || keys.length === 0) return undefined;
		const overlap = reading.keys.length - start;
		const accepted = reading.accept({ reason, overlap, isConfirmed }, page, keys);
		return typeof accepted === 'string' ? undefined : { ...step, overlap };
	}

	/** Asks for a position, and accepts the answer if it proves the way. */
	async prove(position: Position, proof: Proof): Promise<Step | undefined> {
		return this.accept(position, await this.ask(proof.size, position), proof);
	}

	/** Whether an answer is the whole first page again. */
	isFirst({ came, keys }: Answer): boolean {
		return came === 'same' && keys.length === this.reading.keys.length;
	}

	#compare(page: Page | undefined): Answer {
		if (!page) return REFUSED;
		const { reading } = this;
		const { response } = page;
		const keys = reading.keysOf(page);
		const answer = { page, response, keys };
		// No content, or null, says nothing about the position that was asked for.
		if (keys.length === 0) {
			return { ...answer, came: isEmpty(response.body) ? 'refused' : 'empty', start: -1 };
		}
		const isKnown = (key: number) => reading.isKnown(key);
		if (!keys.some(isKnown)) return { ...answer, came: 'new', start: reading.keys.length };
		const start = reading.keys.findIndex((_, index) => {
			const overlap = Math.min(keys.length, reading.keys.length - index);
			const isOther = keys.some((key, at) => at < overlap && key !== reading.keys[index + at]);
			return !isOther && !keys.slice(overlap).some(isKnown);
		});
		return { ...answer, came: start === -1 ? 'other' : start === 0 ? 'same' : 'known', start };
	}
}

// Many names

/**
 * Takes the first step that one of several attempts finds.
 *
 * @param isEnough whether no more of them are worth a request
 */
export async function firstOf<Item>(
	items: readonly Item[],
	attempt: (item: Item) => Promise<Step | undefined>,
	isEnough = () => false,
): Promise<Step | undefined> {
	for (const item of items) {
		const step = await attempt(item);
		if (step || isEnough()) return step;
	}
	return undefined;
}

/** Names to try one by one where a service refuses unknown ones, or filters by them. */
const MAX_ONE_BY_ONE = 8;

/** How to ask under many names at once. */
export interface Question {
	asker: Asker;
	size: Size;
	at: (name: string) => Position;
	/** Asks under one name. */
	prove: (name: string) => Promise<Step | undefined>;
}

/** Asks for many positions at once, and then for halves of them, down to the one that is understood. */
export async function narrowDown(
	names: readonly string[],
	question: Question,
	isSureToReact = false,
): Promise<Step | undefined> {
	const { asker, size, at, prove } = question;
	if (names.length === 0 || asker.isTired) return undefined;
	if (names.length === 1) return await prove(names[0]!);
	const came = isSureToReact ? 'other' : (await asker.ask(size, ...names.map(at))).came;
	if (came === 'same') return undefined;
	if (asker.isPicky) return await firstOf(names.slice(0, MAX_ONE_BY_ONE), prove);
	return await narrowHalves(names, question);
}

async function narrowHalves(
	names: readonly string[],
	question: Question,
): Promise<Step | undefined> {
	const { asker, size, at } = question;
	const middle = Math.ceil(names.length / 2);
	const [half, other] = [names.slice(0, middle), names.slice(middle)];
	const isIgnored = half.length > 1 && (await asker.ask(size, ...half.map(at))).came === 'same';
	const step = isIgnored ? undefined : await narrowDown(half, question, true);
	return step ?? (await narrowDown(other, question, isIgnored));
}
