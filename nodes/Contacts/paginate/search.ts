import { LIKELY } from './conventions';
import type { ListFailure } from './failures';
import type { List, Step } from './list';
import { SMALLEST_CAP } from './memory';
import type { Page } from './page';
import {
	byLink,
	describe,
	isByHand,
	isByLink,
	isPlaceable,
	type Way,
	wayByHand,
	withOtherBase,
} from './paginators';
import { type Absence, type End, isEnd, type Verdict } from './proofs';
import { type Field, isAddress } from './signals';
import { linkIn } from './urls';
import { leadsOf, numbersOf, ownWays, usualWays } from './ways';

/**
 * Finds out how the page after the first one is requested: by what the response says, then by asking for it
 * in one way after another.
 *
 * @param isStatedBelieved whether to request what the first page states without a question first
 * @throws ListFailure rather than end a list that may go on
 */
export async function search(list: List, isStatedBelieved = true): Promise<Step | End> {
	const { proofs } = list;
	const end = await list.readAgain();
	if (end) return end;
	const byHand = wayByHand(list.request.pagination);
	const stated = byHand && list.stepAlong(byHand);
	if (isStatedBelieved && stated && proofs.isStated(stated.position)) return stated;
	const { received } = proofs.memory;
	if (received > 0) return await new Search(list).run(stated && [stated.position.way]);
	// There may be contacts after an empty page, if it has a link; nothing would prove a guess.
	const linked = stepByLink(list);
	if (!linked) throw stopped(list);
	return linked;
}

/** A link of the response to another page. If the page is cut, it has to be asked first where the link leads. */
function stepByLink(list: List): Step | undefined {
	const { mayCountMore, memory } = list.proofs;
	if (mayCountMore && memory.received > 0) return undefined;
	const isOwn = ({ value }: Field) =>
		isAddress(value) && linkIn(list.request, value)?.includes('?') === true;
	const link = leadsOf(list).find(isOwn);
	return link && list.stepAlong(byLink(link.name));
}

/** The failure of a list that does not end here, but whose next page is not known. */
export function stopped(list: List): ListFailure {
	return list.failure(list.proofs.total === undefined ? 'nextUnknown' : 'totalDiffers');
}

/** Firewalls and servers refuse longer addresses. */
const MAX_URL = 1_500;

/** Additional requests to find out how pages go on. */
const MAX_QUESTIONS = 20;

/** How many failures of the server, or refusals of unknown parameters, it takes to give up. */
const MAX_FAILURES = 2;
const MAX_REFUSALS = 3;

/** How many of a group to ask for first. */
const FIRST = 6;

/** What a request for the next page brought: the page, the end, the first page again, or anything else. */
type Answer = Step | End | 'ignored' | 'other' | 'refused';

const each = (ways: readonly Way[]) => ways.map((way) => [way]);

/** The next page or the end, if that is what was judged. */
function foundBy(step: Step, verdict: Verdict): Step | End | undefined {
	if (typeof verdict !== 'object') return undefined;
	return isEnd(verdict) ? verdict : { ...step, page: verdict };
}

const isFound = (answer: Answer | undefined): answer is Step | End => typeof answer === 'object';

class Search {
	/** Whether the way that was tried last has brought the first page again. */
	#isIgnored = false;
	#failures = 0;
	#refusals = 0;

	constructor(private readonly list: List) {}

	/** @param set the way that the settings describe, unless the response lacks what they name */
	async run(set?: Way[]): Promise<Step | End> {
		const { list } = this;
		const linked = set ? undefined : stepByLink(list);
		if (linked) return linked;
		const own = set ?? [...ownWays(list), ...numbersOf(list)];
		// A contact that is held back shows whether a field leads on, and what the next page has to start with.
		const found = (await this.#tryAll(each(own))) ?? (await list.holdBack());
		if (found) return found;
		const shared = list.source.ways.all.filter((way) => !isByLink(way));
		const groups = set ? [set] : [...each(shared), ...usualWays(list)];
		return (await this.#tryAll(groups)) ?? this.#endOfSearch(set !== undefined);
	}

	async #tryAll(groups: readonly Way[][]): Promise<Step | End | undefined> {
		for (const group of groups) {
			const found = await this.#try(group);
			if (found) return found;
		}
		return undefined;
	}

	/** Tries a way, or several at once if the service may ignore them all. */
	async #try(group: readonly Way[]): Promise<Step | End | undefined> {
		if (this.#refusals >= MAX_REFUSALS) return undefined;
		if (group.length === 1) return await this.#tryOne(group[0]!);
		if (this.#urlOf(this.#stepsOf(group)).href.length > MAX_URL) {
			const half = Math.ceil(group.length / 2);
			return await this.#tryAll([group.slice(0, half), group.slice(half)]);
		}
		const answer = await this.#answerTo(group);
		if (answer === undefined || answer === 'ignored') return undefined;
		const found = answer === 'refused' ? undefined : await this.#narrow(group);
		// The service refuses what it does not know, or filters by it: only a name by itself can be right.
		const likely = group.filter(({ parameter }) => LIKELY.includes(parameter!));
		return found ?? (await this.#tryAll(each(likely)));
	}

	/** Tries a way, counted from one number and then from the other if the service understands. */
	async #tryOne(way: Way, known?: Answer): Promise<Step | End | undefined> {
		const others = isByHand(way, this.list.request.pagination) ? [] : withOtherBase(way);
		for (const one of [way, ...others]) {
			const answer = one === way && known ? known : await this.#answerTo([one]);
			this.#isIgnored = answer === 'ignored';
			if (isFound(answer)) return answer;
			if (answer !== 'other') return undefined;
		}
		return undefined;
	}

	/**
	 * Of ways that the service reacts to at once, the one that brings the next page alone. The most common come
	 * first, so that of those that follow, twice as many are asked for at once.
	 */
	async #narrow(
		ways: readonly Way[],
		few = FIRST,
		known?: Answer,
	): Promise<Step | End | undefined> {
		if (ways.length === 1) return await this.#tryOne(ways[0]!, known);
		const size = Math.min(few, Math.floor(ways.length / 2));
		const some = ways.slice(0, size);
		const answer = await this.#answerTo(some);
		if (answer === 'ignored') return await this.#narrow(ways.slice(size), 2 * few);
		return await this.#narrow(some, FIRST, answer);
	}

	/** What the user has set is not changed, but for a first cursor. */
	#stepsOf(ways: readonly Way[]): Step[] {
		const { url, pagination } = this.list.request;
		const isFree = (way: Way) =>
			!url.searchParams.has(way.parameter ?? '') || isByHand(way, pagination);
		return ways.filter(isFree).flatMap((way) => this.list.stepAlong(way) ?? []);
	}

	#urlOf(steps: readonly Step[]): URL {
		return this.list.urlOf(...steps.map(({ position }) => position));
	}

	/** Requests the next page in all of these ways. @returns undefined if there is nothing, or no more, to ask */
	async #answerTo(ways: readonly Way[]): Promise<Answer | undefined> {
		const { list } = this;
		const { isCut, isHeldBack } = list.proofs;
		// Some services count pages, links and cursors by the requested length, even if theirs are shorter.
		const mayBeByLength = isCut && !isHeldBack && ways.length === 1 && !isPlaceable(ways[0]!);
		if (mayBeByLength) await list.readAtOwnLength();
		const steps = this.#stepsOf(ways);
		const isOver = list.asked >= MAX_QUESTIONS || this.#failures >= MAX_FAILURES;
		return steps[0] && !isOver ? await this.#ask(steps) : undefined;
	}

	async #ask(steps: readonly Step[]): Promise<Answer> {
		const { list } = this;
		const [step, ...others] = steps as [Step];
		const isOne = others.length === 0;
		const came = await list.question(this.#urlOf(steps), !isOne);
		const verdict = list.proofs.judge(came, ...steps);
		this.#note(steps, came, verdict);
		if (verdict === 'again') return 'ignored';
		if (!isOne) return typeof came === 'string' ? 'refused' : 'other';
		return foundBy(step, verdict) ?? (await this.#weigh(step, came, verdict));
	}

	/** Notes what came. @throws ListFailure if there is no use in other questions */
	#note(steps: readonly Step[], came: Page | Absence, verdict: Verdict): void {
		const { list } = this;
		const { proofs } = list;
		if (typeof came === 'string') {
			if (came === 'failed') this.#failures++;
			else this.#refusals++;
			return this.#log(steps, came);
		}
		// Equal contacts could start pages at several places.
		const isEqual = verdict === 'contactsRepeated' && proofs.memory.identity.idField === undefined;
		const isFatal = (isEqual || verdict === 'manyLists') && steps.length === 1;
		if (isFatal) throw list.failure(verdict, came.lists);
		this.#log(steps, verdict === 'again' ? 'ignored' : `${came.contacts.length} contacts`);
	}

	#log(steps: readonly Step[], what: string): void {
		const [{ position }, ...others] = steps as [Step];
		const some = others.length > 0 ? ` and ${others.length} more` : '';
		this.list.log(`${describe(position, this.list.source.quote)}${some}: ${what}`);
	}

	/** What other requests show. A number is believed once the one before it has brought the first page. */
	async #weigh(step: Step, came: Page | Absence, verdict: Verdict): Promise<Answer> {
		const { list } = this;
		const { way, value } = step.position;
		if (came === 'failed') return 'other';
		let sure = verdict;
		if (way.first !== undefined && step.overlap === 0) {
			const before = { way, value: Number(value) - 1 };
			const first = await list.question(list.urlOf(before));
			list.proofs.judge(first, { position: before, overlap: 0 });
			sure = list.proofs.judge(came, step);
		}
		const proven = sure === 'unsure' ? await list.lookBeyond(step) : foundBy(step, sure);
		return proven ?? (came === 'refused' ? 'refused' : 'other');
	}

	/** @throws ListFailure unless the page is short, says nothing of more, and every question was ignored */
	#endOfSearch(isSet: boolean): End {
		const { list } = this;
		if (isSet) throw list.failure(this.#isIgnored ? 'pageRepeated' : 'positionUnexpected');
		const { received, saysMore } = list.proofs.memory;
		// What was not asked proves nothing, but for the fewest contacts.
		const isAsked = list.asked < MAX_QUESTIONS || received < SMALLEST_CAP;
		const end = isAsked ? list.proofs.endOfSearch() : undefined;
		if (end) return end;
		throw list.failure(saysMore || leadsOf(list).length > 0 ? 'nextUnknown' : 'endUnknown');
	}
}
