import { LIKELY } from './conventions';
import type { ListFailure } from './failures';
import type { List, Step } from './list';
import { SMALLEST_CAP } from './memory';
import type { Page } from './page';
import { byLink, isByLink, isPlaceable, type Way, wayByHand, withOtherBase } from './paginators';
import type { Absence, AcceptedPage, End } from './proofs';
import { freeWays, leadsOf, numbersOf, ownLinkOf, ownWays, splitOf, usualWays } from './ways';

/**
 * Finds out how the page after the first one is requested: by what the response says, then by asking for it
 * in one way after another.
 *
 * @param isStatedBelieved whether to request what the first page states without a question first
 * @throws ListFailure rather than end a list that may go on
 */
export async function search(list: List, isStatedBelieved = true): Promise<Step | End> {
	const { proofs } = list;
	const isNone = proofs.memory.received === 0;
	const end = isNone ? undefined : await list.readAgain();
	if (end) return end;
	const byHand = wayByHand(list.request.pagination);
	const stated = byHand && list.stepAlong(byHand);
	if (isStatedBelieved && stated && proofs.isStated(stated.position)) return stated;
	if (isNone) return stepFromNothing(list);
	return await new Search(list, isStatedBelieved).run(byHand);
}

/** There may be contacts after an empty page, if it has a link; nothing would prove a guess. @throws ListFailure */
function stepFromNothing(list: List): Step {
	const link = ownLinkOf(list);
	const step = link && list.stepAlong(byLink(link.name));
	if (!step) throw stopped(list);
	return step;
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

/** What a request for the next page brought: the page, the end, the first page again, or anything else. */
type Answer = Step | End | 'ignored' | 'other' | 'refused';

const isFound = (answer: Answer | undefined): answer is Step | End => typeof answer === 'object';

class Search {
	#failures = 0;
	#refusals = 0;

	constructor(
		private readonly list: List,
		private readonly isStatedBelieved: boolean,
	) {}

	async run(byHand: Way | undefined): Promise<Step | End> {
		const { list } = this;
		const { proofs, source } = list;
		const first = (byHand && (await this.#tryByHand(byHand))) ?? this.#followLink();
		if (first) return first;
		const own = [...ownWays(list), ...numbersOf(list)];
		const found = await this.#tryAll(own.map((way) => [way]));
		if (found) return found;
		await list.holdBack();
		const end = proofs.end();
		if (end) return end;
		const shared = source.ways.all.filter((way) => !isByLink(way));
		const groups = [...shared.map((way) => [way]), ...usualWays(list)];
		return (await this.#tryAll(groups)) ?? (await this.#endOfSearch());
	}

	/** The way that the settings describe. @returns undefined where no response has what they name */
	async #tryByHand(way: Way): Promise<Step | End | undefined> {
		const { list } = this;
		const tried = await this.#answerTo([way]);
		if (isFound(tried)) return tried;
		// With a contact held back, it shows whether the field leads on, and what the page has to start with.
		await list.holdBack();
		const end = list.proofs.end();
		if (end) return end;
		const again = await this.#answerTo([way]);
		if (isFound(again)) return again;
		if (again === undefined) return undefined;
		throw list.failure(again === 'ignored' ? 'pageRepeated' : 'positionUnexpected');
	}

	/** A link of the response to another page of the list, unless it has to be asked first whether it leads there. */
	#followLink(): Step | undefined {
		const { list } = this;
		const link = list.proofs.mayCountMore ? undefined : ownLinkOf(list);
		return link && this.isStatedBelieved ? list.stepAlong(byLink(link.name)) : undefined;
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
			return await this.#tryAll(splitOf(group, group.length / 2));
		}
		const answer = await this.#answerTo(group);
		if (answer === undefined || answer === 'ignored') return undefined;
		const found = answer === 'refused' ? undefined : await this.#narrow(group);
		// The service refuses what it does not know, or filters by it: only a name by itself can be right.
		const likely = group.filter(({ parameter }) => LIKELY.includes(parameter!));
		return found ?? (await this.#tryAll(likely.map((way) => [way])));
	}

	/** Tries a way, counted from one number and then from the other if the service understands. */
	async #tryOne(way: Way, known?: Answer): Promise<Step | End | undefined> {
		for (const one of [way, ...withOtherBase(way)]) {
			const answer = one === way && known ? known : await this.#answerTo([one]);
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
		const [some, rest] = splitOf(ways, Math.min(few, ways.length / 2));
		const answer = await this.#answerTo(some);
		if (answer === 'ignored') return await this.#narrow(rest, 2 * few);
		return await this.#narrow(some, FIRST, answer);
	}

	#stepsOf(ways: readonly Way[]): Step[] {
		return freeWays(this.list, ways).flatMap((way) => this.list.stepAlong(way) ?? []);
	}

	#urlOf(steps: readonly Step[]): URL {
		return this.list.urlOf(...steps.map(({ position }) => position));
	}

	/** Requests the next page in all of these ways. @returns undefined if there is nothing to ask */
	async #answerTo(ways: readonly Way[]): Promise<Answer | undefined> {
		if (this.#mayBeByLength(ways)) await this.list.readAtOwnLength();
		const steps = this.#stepsOf(ways);
		const came = await this.#ask(steps);
		if (!steps[0] || came === undefined) return undefined;
		const verdict = this.#judge(steps, came);
		if (verdict === 'ignored') return 'ignored';
		if (steps.length > 1) return typeof came === 'object' ? 'other' : 'refused';
		if (typeof verdict === 'object') return { ...steps[0], page: verdict };
		return await this.#weigh(steps[0], came);
	}

	/** Some services count pages, links and cursors by the requested length, even if theirs are shorter. */
	#mayBeByLength([way, ...others]: readonly Way[]): boolean {
		const { isCut, isHeldBack } = this.list.proofs;
		return isCut && !isHeldBack && others.length === 0 && !isPlaceable(way!);
	}

	/** Requests all of these positions at once. @returns undefined if there is nothing, or no more, to ask */
	async #ask(steps: readonly Step[]): Promise<Page | Absence | 'failed' | undefined> {
		const { list } = this;
		const isOver = list.asked >= MAX_QUESTIONS || this.#failures >= MAX_FAILURES;
		if (steps.length === 0 || isOver) return undefined;
		const came = await list.question(this.#urlOf(steps), steps.length > 1);
		if (came === 'failed') this.#failures++;
		else if (typeof came === 'string') this.#refusals++;
		return came;
	}

	#judge(steps: readonly Step[], came: Page | Absence | 'failed'): AcceptedPage | 'ignored' | 'no' {
		const { list } = this;
		const { proofs } = list;
		const [first] = steps as [Step];
		if (typeof came === 'string') {
			proofs.refused(first.position.way, came);
			list.logQuestion(steps, came);
			return 'no';
		}
		const verdict = proofs.judge(steps.length > 1 ? { overlap: first.overlap } : first, came);
		// Equal contacts could start pages at several places.
		const isEqual = verdict === 'contactsRepeated' && proofs.memory.identity.idField === undefined;
		const isFatal = (isEqual || verdict === 'manyLists') && steps.length === 1;
		if (isFatal) throw list.failure(verdict, came.lists);
		const isIgnored = verdict === 'again';
		list.logQuestion(steps, isIgnored ? 'ignored' : `${came.contacts.length} contacts`);
		if (isIgnored) return 'ignored';
		return typeof verdict === 'object' ? verdict : 'no';
	}

	/** What a page or its absence proves once the number before has been requested, too. */
	async #weigh(step: Step, came: Page | Absence | 'failed'): Promise<Answer> {
		const { list } = this;
		if (came === 'failed') return 'other';
		if (step.position.way.first !== undefined && step.overlap === 0) {
			const found = await this.#afterNumberBefore(step, came);
			if (found) return found;
		}
		const end = list.proofs.endAt(step, came);
		const proven = end === 'unsure' ? await list.lookBeyond(step) : end;
		return proven ?? (came === 'refused' ? 'refused' : 'other');
	}

	async #afterNumberBefore(step: Step, came: Page | Absence): Promise<Answer | undefined> {
		const { list } = this;
		const before = { ...step.position, value: Number(step.position.value) - 1 };
		const first = await list.question(list.urlOf(before));
		if (typeof first !== 'string') list.proofs.judge({ position: before, overlap: 0 }, first);
		const page = typeof came === 'string' ? came : list.proofs.judge(step, came);
		return typeof page === 'object' ? { ...step, page } : undefined;
	}

	/** @throws ListFailure unless the page is short, says nothing of more, and every question was ignored */
	async #endOfSearch(): Promise<End> {
		const { list } = this;
		const { received, saysMore } = list.proofs.memory;
		// What was not asked proves nothing, but for the fewest contacts.
		const isAsked = list.asked < MAX_QUESTIONS || received < SMALLEST_CAP;
		const end = isAsked ? list.proofs.endOfSearch() : undefined;
		if (end) return end;
		throw list.failure(saysMore || leadsOf(list).length > 0 ? 'nextUnknown' : 'endUnknown');
	}
}

/** How many of a group to ask for first. */
const FIRST = 6;
