import {
	AFTER_IDS,
	isPlain as isPlainName,
	kindOf,
	LIKELIEST,
	OFFSETS,
	PAGES,
	positionNames,
} from '../request/parameterNames';
import { countOf } from '../response/fields';
import { sendableIds } from '../response/identity';
import { valueAt } from '../response/json';
import { type Answer, type Asker, firstOf, narrowDown, type Question } from './ask';
import type { Reading, Step } from './reading';
import type { Position, Size, Way } from './ways';

/** A parameter that says after how many contacts, or after which contact, a page starts. */
type Start = Extract<Way, { kind: 'offset' | 'lastContact' }>;

/** The value with which a way starts with a contact of the first page, or with its second page. */
export function valueFor(reading: Reading, way: NamedWay, start: number): unknown {
	if (way.kind === 'offset') return way.first + start;
	if (way.kind === 'page') return way.first + 1;
	return valueAt(reading.page.contacts[start - 1], way.field);
}

/** Finds the parameter that takes the position of a page in the list. */
export class Positions {
	readonly #size: Size;
	/** The contact of the first page with which a next page has to start. */
	readonly #start: number;
	/** Parameters of the user's own stay as they are. */
	readonly #isFree: (name: string) => boolean;
	readonly #idField?: string;

	constructor(
		private readonly asker: Asker,
		private readonly shorter: { size: Size; count: number } | undefined,
	) {
		const { reading } = asker;
		const { keys, page, progress, request, size } = reading;
		this.#size = shorter?.size ?? size;
		this.#start = shorter?.count ?? keys.length - reading.held;
		this.#isFree = (name) => !request.url.searchParams.has(name);
		this.#idField = sendableIds(page.contacts, progress.identity)[0];
	}

	/** Asks under the names of the response's own fields, then under all usual ones in one request. */
	async find(): Promise<Step | undefined> {
		if (!(this.#start > 0)) return undefined;
		const step = await firstOf(this.#ownPositions(), (own) => this.#under(own));
		return step ?? (await this.#usualPositions());
	}

	async #usualPositions(): Promise<Step | undefined> {
		const starts = this.#usualStarts().filter(({ parameter }) => this.#isFree(parameter));
		const names = PAGES.filter(this.#isFree);
		const pages = names.map((name) => pageAt(name, 2));
		const { spread, rest } = this.#spread(starts);
		const among = (group: readonly NamedPosition[]) =>
			this.#among(group, [...pages, ...spread, ...rest]);
		// Names that take several kinds of values are asked for with one of them at a time.
		const step = await among([...spread, ...pages.filter(isPlain)]);
		if (step || this.asker.isPicky) return step;
		const others = [
			// Some services count pages from 0, and send the first one again after the last.
			[...rest, ...names.map((name) => pageAt(name, 1))].filter(isPlain),
			[...pages, ...rest].filter((position) => !isPlain(position)),
		];
		// Most services that ignore the likely names ignore all others.
		const { came } = await this.asker.ask(this.#size, ...others.flat());
		return came === 'same' ? undefined : await firstOf(others, among, () => this.asker.isPicky);
	}

	/** Asks for many positions at once, and finds out which of them an answer is due to. */
	async #among(
		group: readonly NamedPosition[],
		all: readonly NamedPosition[],
	): Promise<Step | undefined> {
		const { came, start } = await this.asker.ask(this.#size, ...group);
		if (came === 'same') return undefined;
		if (came === 'refused' || came === 'empty') {
			const step = await this.#oneByOne(all, isPlain(group[0]!));
			// A name may take something of the service's own, which it would state if there were more.
			const isEnough = this.asker.isPicky || this.asker.reading.isUnsized;
			return step || isEnough ? step : await this.#narrow(group);
		}
		// Each position of the spread starts with another contact. Some services count contacts from 1.
		const isDue = ({ way, start: expected }: NamedPosition) =>
			expected === start || (expected === start + 1 && way.kind === 'offset');
		// A second page starts where the first one ends.
		const isPage = came === 'new' || start === this.#start;
		const pages = isPage ? group.filter(({ way }) => way.kind === 'page') : [];
		const step = await firstOf(group.filter(isDue), ({ way }) => this.#tryAll(way));
		if (step) return step;
		const second = await firstOf(pages.slice(0, 1), ({ way }) => this.#tryPage(way.parameter));
		return second ?? (await this.#narrow(group));
	}

	async #narrow(group: readonly NamedPosition[]): Promise<Step | undefined> {
		const byName = new Map(group.map((one) => [one.way.parameter, one]));
		const prove = async (name: string) => await this.#tryAll(byName.get(name)!.way);
		const question = this.#question((name) => byName.get(name)!, prove);
		return await narrowDown([...byName.keys()], question, true);
	}

	#question(at: Question['at'], prove: Question['prove']): Question {
		return { asker: this.asker, size: this.#size, at, prove };
	}

	/** Asks under the likeliest name, then under all others at once. */
	async #under({ names, question }: Own): Promise<Step | undefined> {
		const step = await firstOf(names.slice(0, 1), question.prove);
		return step ?? (await narrowDown(names.slice(1), question));
	}

	/** A parameter that changes something: as what it is usually, then as anything else. */
	async #tryAll(way: NamedWay): Promise<Step | undefined> {
		const { parameter } = way;
		const offset = async () => {
			const fromZero: Start = { kind: 'offset', parameter, first: 0 };
			const { start } = await this.asker.ask(this.#size, { way: fromZero, value: this.#start });
			// Where contacts are counted from 1, the page starts one contact earlier.
			return await this.#tryStart({ ...fromZero, first: start === this.#start - 1 ? 1 : 0 });
		};
		if (way.kind === 'page') return (await this.#tryPage(parameter)) ?? (await offset());
		const after = way.kind === 'lastContact' ? await this.#tryStart(way) : undefined;
		return after ?? (await offset()) ?? (await this.#tryPage(parameter));
	}

	#valueFor(way: NamedWay, start = this.#start): string | number {
		return valueFor(this.asker.reading, way, start) as string | number;
	}

	async #tryStart(way: Start): Promise<Step | undefined> {
		const { asker } = this;
		const size = this.#size;
		const proof = { reason: 'overlap', size, start: this.#start } as const;
		const step = await asker.prove({ way, value: this.#valueFor(way) }, proof);
		if (way.kind === 'offset' || step?.overlap !== size.contacts) return step;
		// A page that has room for the overlap only is requested again, with the size of the user.
		return step && { ...step, size: { ...size, ...asker.reading.size }, response: undefined };
	}

	/** The second page: by the number 2, or by 1 where the service counts from 0. */
	async #tryPage(parameter: string): Promise<Step | undefined> {
		const { asker } = this;
		const size = this.shorter?.size ?? asker.reading.sizeOfFirst;
		const ask = async (value: number) => await asker.ask(size, pageAt(parameter, value));
		const accept = (first: number, answer: Answer, isConfirmed = false) => {
			const position: Position = { way: { kind: 'page', parameter, first }, value: first + 1 };
			const reason = this.shorter ? 'overlap' : 'counted';
			const proof = { reason, size, start: this.shorter?.count, isConfirmed } as const;
			return asker.accept(position, answer, proof);
		};
		const second = await ask(2);
		if (second.came === 'same') return undefined;
		if (this.shorter) return accept(1, second) ?? accept(0, await ask(1));
		const one = await ask(1);
		if (asker.isFirst(one)) return accept(1, second, true);
		return accept(0, one, asker.isFirst(await ask(0)));
	}

	/** Positions under the names of fields that state 0 or 1 on the first page. */
	#ownPositions(): Own[] {
		const own = this.asker.reading.page.fields.flatMap(({ name, key, value, isNear }) => {
			const first = countOf(value);
			if (!isNear || first === undefined || first > 1) return [];
			const names = positionNames(name, key).filter(this.#isFree);
			const byPage = this.#question(
				(one) => pageAt(one, 2),
				(one) => this.#tryPage(one),
			);
			const byOffset = this.#question(
				(parameter) => ({ way: { kind: 'offset', parameter, first }, value: this.#start + first }),
				(parameter) => this.#tryStart({ kind: 'offset', parameter, first }),
			);
			// Some offsets count pages.
			const questions = { offset: [byOffset, byPage], page: [byPage], none: [] }[kindOf(key)];
			return questions.map((question) => ({ names, question }));
		});
		return own.slice(0, MAX_OWN);
	}

	/** The likeliest parameters, one by one: a service may refuse any that it does not know, or filter by it. */
	async #oneByOne(all: readonly NamedPosition[], arePlain: boolean): Promise<Step | undefined> {
		const likeliest = LIKELIEST.flatMap((name) => all.filter(({ way }) => way.parameter === name));
		const positions = likeliest.filter((one) => isPlain(one) === arePlain);
		const isEnough = () => arePlain && !this.asker.mayBePicky;
		const attempt = ({ way }: NamedPosition) =>
			way.kind === 'page' ? this.#tryPage(way.parameter) : this.#tryStart(way);
		return await firstOf(positions, attempt, isEnough);
	}

	/** All names of offsets, and those that take an ID, by turns. */
	#usualStarts(): Start[] {
		const field = this.#idField;
		return OFFSETS.flatMap((parameter, index): Start[] => {
			const offset: Start = { kind: 'offset', parameter, first: 0 };
			const after = AFTER_IDS[index];
			return field && after ? [offset, { kind: 'lastContact', parameter: after, field }] : [offset];
		});
	}

	/**
	 * Lets each name start at another contact of the first page, as many as fit: offsets from the last one
	 * down, IDs from the first one up. The rest starts with the contact that has to come.
	 */
	#spread(starts: readonly Start[]) {
		const [spread, rest]: [NamedPosition[], NamedPosition[]] = [[], []];
		const names = new Set<string>();
		let [low, high] = [1, this.#start - 1];
		for (const way of starts) {
			// Where contacts are counted from 1, the first page starts at 1.
			const [least, at] = way.kind === 'offset' ? [Math.max(low, 2), high] : [low, low];
			const fits = least <= high && !names.has(way.parameter) && isPlain({ way });
			const value = this.#valueFor(way, fits ? at : undefined);
			(fits ? spread : rest).push({ way, value, start: fits ? at : Infinity });
			if (fits && at === high) high--;
			else if (fits) low++;
			names.add(way.parameter);
		}
		return { spread, rest };
	}
}

/** A parameter with a value, and the contact of the first page with which it starts. */
interface NamedPosition extends Position {
	way: NamedWay;
	start: number;
}

type NamedWay = Start | Extract<Way, { kind: 'page' }>;

function isPlain({ way }: { way: NamedWay }): boolean {
	return isPlainName(way.parameter);
}

/** Names of parameters for a field of the response's own, and how to ask under them. */
interface Own {
	names: readonly string[];
	question: Question;
}

/** Fields of the response's own to try first. */
const MAX_OWN = 4;

function pageAt(parameter: string, value: number): NamedPosition {
	return { way: { kind: 'page', parameter, first: 1 }, value, start: Infinity };
}
