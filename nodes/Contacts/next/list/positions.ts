import { countOf } from '../response/fields';
import { isId, sendableIds } from '../response/identity';
import { valueAt } from '../response/json';
import type { Answer, Asker } from './ask';
import type { Shorter } from './firstPage';
import { AFTER_IDS, isPlain, OFFSETS, PAGES, positionNames } from './parameters';
import { type Reading, type Step, uniqueOverlap } from './reading';
import type { Position, Size, Way } from './ways';

/** A parameter that says after how many contacts, or after which contact, a page starts. */
type Start = Extract<Way, { kind: 'offset' | 'lastContact' }>;

/** Names to try one by one where a service refuses unknown ones, or filters by them. */
const MAX_ONE_BY_ONE = 8;

/** The value with which a way starts with a contact of the first page, or with its second page. */
export function valueFor(reading: Reading, way: Way, start: number): string | number | undefined {
	if (way.kind === 'offset') return way.first + start;
	if (way.kind === 'page') return way.first + 1;
	if (way.kind !== 'lastContact') return undefined;
	const id = valueAt(reading.page.contacts[start - 1], way.field);
	return isId(id) ? id : undefined;
}

/** How to ask under many names at once. */
export interface Question {
	asker: Asker;
	size: Size;
	at: (name: string) => Position;
	/** Asks under one name. */
	prove: (name: string) => Promise<Step | undefined>;
	/** Whether an answer may be due to one of the names, by the contact with which it starts. */
	isRight: (start: number) => boolean;
}

/** Asks under many names at once, and then under halves of them, down to the one that is understood. */
export async function narrowDown(
	names: readonly string[],
	question: Question,
): Promise<Step | undefined> {
	const { asker, size, at, prove, isRight } = question;
	if (names.length === 0 || asker.isTired) return undefined;
	if (names.length === 1) return await prove(names[0]!);
	const answer = await asker.ask(size, ...names.map(at));
	if (answer.came === 'refused' || answer.came === 'empty') {
		return await firstOf(names.slice(0, MAX_ONE_BY_ONE).map((name) => () => prove(name)));
	}
	if (!isRight(answer.start)) return undefined;
	const middle = Math.ceil(names.length / 2);
	return (
		(await narrowDown(names.slice(0, middle), question)) ??
		(await narrowDown(names.slice(middle), question))
	);
}

type Try = () => Promise<Step | undefined>;

async function firstOf(tries: readonly Try[]): Promise<Step | undefined> {
	for (const one of tries) {
		const step = await one();
		if (step) return step;
	}
	return undefined;
}

/** Finds the parameter that takes the position of a page in the list. */
export class Positions {
	readonly #size: Size;
	/** The contact of the first page with which a next page has to start. */
	readonly #start: number;
	/** Parameters of the user's own stay as they are. */
	readonly #isFree: (name: string) => boolean;
	readonly #idField: string | undefined;

	constructor(
		private readonly asker: Asker,
		private readonly shorter: Shorter | undefined,
	) {
		const { reading } = asker;
		const { keys, page, progress, request, size } = reading;
		this.#size = shorter?.size ?? size;
		this.#start = shorter?.count ?? keys.length - (uniqueOverlap(keys) ?? Infinity);
		this.#isFree = (name) => !request.url.searchParams.has(name);
		this.#idField = sendableIds(page.contacts, progress.identity)[0];
	}

	/** Asks under the names of the response's own fields, then under all usual ones in one request. */
	async find(): Promise<Step | undefined> {
		if (!(this.#start > 0)) return undefined;
		return (await firstOf(this.#ownPositions())) ?? (await this.#usualPositions());
	}

	async #usualPositions(): Promise<Step | undefined> {
		const pages = PAGES.filter(this.#isFree);
		const all = this.#usualStarts().filter(({ parameter }) => this.#isFree(parameter));
		const isPlainStart = ({ parameter }: Start) => isPlain(parameter);
		// Some services refuse a `$` or brackets in the name of a parameter that they do not know.
		let starts = [...all.filter(isPlainStart), ...all.filter((start) => !isPlainStart(start))];
		for (let round = 1; starts.length > 0 || round === 1; round++) {
			const { asked, rest } = this.#spread(starts);
			const numbers = round === 1 ? pages.filter((name) => isPlain(name) && !asked.has(name)) : [];
			const positions = [...asked.values(), ...numbers.map((name) => pageAt(name, 2))];
			const answer = await this.asker.ask(this.#size, ...positions);
			if (answer.came === 'refused' || answer.came === 'empty') return await firstOf(this.#oneByOne());
			const step =
				(answer.came === 'same' ? undefined : await this.#explain(answer, asked, numbers)) ??
				(round === 1 ? await this.#underPages(pages.filter((name) => !isPlain(name))) : undefined);
			if (step || this.asker.isTired) return step;
			starts = rest;
		}
		return undefined;
	}

	/** Which of the positions explains an answer, asked for alone. */
	async #explain(
		{ start, came }: Answer,
		asked: ReadonlyMap<string, Position & { start: number }>,
		pages: readonly string[],
	): Promise<Step | undefined> {
		for (const { way, start: expected } of came === 'known' ? asked.values() : []) {
			// Some services count contacts from 1.
			const first = expected - start;
			if (first !== 0 && (first !== 1 || way.kind !== 'offset')) continue;
			const step = await this.#tryStart(way as Start, first);
			if (step) return step;
		}
		const [likeliest, ...others] = pages;
		return (
			(likeliest === undefined ? undefined : await this.#tryPage(likeliest)) ??
			(await this.#underPages(others)) ??
			// Some offsets count pages.
			(came === 'new' ? await this.#underPages([...asked.keys()]) : undefined)
		);
	}

	async #tryStart(way: Start, first = 0): Promise<Step | undefined> {
		const counted: Way = way.kind === 'offset' ? { ...way, first } : way;
		const value = valueFor(this.asker.reading, counted, this.#start);
		if (value === undefined) return undefined;
		const position = { way: counted, value };
		const answer = await this.asker.ask(this.#size, position);
		return this.asker.accept(position, this.#size, answer, 'overlap', { start: this.#start });
	}

	async #underPages(names: readonly string[]): Promise<Step | undefined> {
		return await narrowDown(names, {
			asker: this.asker,
			size: this.#size,
			at: (name) => pageAt(name, 2),
			prove: async (name) => await this.#tryPage(name),
			isRight: (start) => start >= this.#start,
		});
	}

	/** The second page: by the number 2, or by 1 where the service counts from 0. */
	async #tryPage(parameter: string): Promise<Step | undefined> {
		const { asker } = this;
		const ask = async (value: number) => await asker.ask(this.#size, pageAt(parameter, value));
		const accept = (first: number, answer: Answer, isConfirmed = false) => {
			const position: Position = { way: { kind: 'page', parameter, first }, value: first + 1 };
			const start = this.shorter ? this.#start : undefined;
			const reason = this.shorter ? 'overlap' : 'counted';
			return asker.accept(position, this.#size, answer, reason, { start, isConfirmed });
		};
		if (this.shorter) {
			const second = await ask(2);
			if (second.came === 'same') return undefined;
			return accept(1, second) ?? accept(0, await ask(1));
		}
		const second = await ask(2);
		if (second.came === 'same') return undefined;
		const one = await ask(1);
		if (one.came === 'same') return accept(1, second, true);
		return accept(0, one, (await ask(0)).came === 'same');
	}

	/** Positions under the names of fields that state 0 or 1 on the first page. */
	#ownPositions(): Try[] {
		const tries = this.asker.reading.page.fields.flatMap(({ name, key, value, isNear }): Try[] => {
			const first = countOf(value);
			if (!isNear || first === undefined || first > 1 || NO_POSITION.test(key)) return [];
			const [likeliest, ...others] = positionNames(name, key).filter(this.#isFree);
			if (likeliest === undefined) return [];
			const page = async () => (await this.#tryPage(likeliest)) ?? (await this.#underPages(others));
			if (!/offset|skip|start|from|index/i.test(key) || /page.?index/i.test(key)) {
				return PAGES.includes(key) || /page/i.test(key) ? [page] : [];
			}
			const offset = async () =>
				(await this.#tryOffset(likeliest, first)) ?? (await this.#underOffsets(others, first));
			// Some offsets count pages.
			return [offset, page];
		});
		return tries.slice(0, MAX_OWN);
	}

	async #tryOffset(parameter: string, first: number): Promise<Step | undefined> {
		return await this.#tryStart({ kind: 'offset', parameter, first: 0 }, first);
	}

	async #underOffsets(names: readonly string[], first: number): Promise<Step | undefined> {
		return await narrowDown(names, {
			asker: this.asker,
			size: this.#size,
			at: (parameter) => ({
				way: { kind: 'offset', parameter, first },
				value: this.#start + first,
			}),
			prove: async (name) => await this.#tryOffset(name, first),
			isRight: (start) => start === this.#start,
		});
	}

	/** The likeliest parameters, for a service that refuses unknown ones, or filters by them. */
	#oneByOne(): Try[] {
		const offset = (parameter: string): Try => async () =>
			await this.#tryStart({ kind: 'offset', parameter, first: 0 });
		const after = (parameter: string): Try => async () =>
			this.#idField === undefined
				? undefined
				: await this.#tryStart({ kind: 'lastContact', parameter, field: this.#idField });
		const page = (parameter: string): Try => async () => await this.#tryPage(parameter);
		const tries: Array<[string, (name: string) => Try]> = [
			...['page'].map((name): [string, typeof page] => [name, page]),
			...['offset', 'skip', 'start'].map((name): [string, typeof page] => [name, offset]),
			...['starting_after', 'after'].map((name): [string, typeof page] => [name, after]),
			...['offset', 'pageNumber', '_page'].map((name): [string, typeof page] => [name, page]),
			...['$skip', '_start'].map((name): [string, typeof page] => [name, offset]),
		];
		return tries.filter(([name]) => this.#isFree(name)).map(([name, tryOf]) => tryOf(name));
	}

	/** All names of offsets, and those that take an ID, by turns. */
	#usualStarts(): Start[] {
		const field = this.#idField;
		const byOffset = OFFSETS.map((parameter): Start => ({ kind: 'offset', parameter, first: 0 }));
		const byId =
			field === undefined
				? []
				: AFTER_IDS.map((parameter): Start => ({ kind: 'lastContact', parameter, field }));
		const all = byOffset.flatMap((start, index) => [start, byId[index]]);
		return all.filter((start) => start !== undefined);
	}

	/**
	 * Lets each name start at another contact of the first page, as many as fit: offsets from the last one
	 * down, each with the contact before it, since some count from 1, and IDs from the first one up.
	 */
	#spread(starts: readonly Start[]) {
		const asked = new Map<string, Position & { start: number }>();
		const rest: Start[] = [];
		let low = 1;
		let high = this.#start - 1;
		for (const way of starts) {
			const isOffset = way.kind === 'offset';
			const fits = low <= (isOffset ? Math.max(low, high - 1) : high) && low <= high;
			if (!fits || asked.has(way.parameter)) {
				rest.push(way);
				continue;
			}
			const start = isOffset ? high : low;
			if (isOffset) high -= 2;
			else low++;
			const value = valueFor(this.asker.reading, way, start);
			if (value !== undefined) asked.set(way.parameter, { way, value, start });
		}
		return { asked, rest: asked.size > 0 ? rest : [] };
	}
}

/** Fields of the response's own to try first. */
const MAX_OWN = 4;

/** Numbers that are no positions of a page. */
const NO_POSITION = /size|count|total|limit|per|last|prev|next/i;

function pageAt(parameter: string, value: number): Position {
	return { way: { kind: 'page', parameter, first: 1 }, value };
}
