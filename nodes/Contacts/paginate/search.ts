import { LIKELY } from './conventions';
import type { ListFailure } from './failures';
import type { List, Step } from './list';
import type { Page } from './page';
import {
	describe,
	isByHand,
	isByOffset,
	isLed,
	type Position,
	type Way,
	wayByHand,
	withOtherBase,
} from './paginators';
import { type End, isEnd, type Verdict } from './proofs';
import type { Came } from './source';
import { likelyWays, stepByLink, usualWays } from './ways';

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
	if (isStatedBelieved && stated && proofs.isStated(stated)) return stated;
	const linked = stated ? undefined : stepByLink(list);
	if (linked) return linked;
	return await new Search(list).run(stated && [stated.way]);
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
const MAX_REFUSALS = 3;

/** How many of a group to ask for first. */
const FIRST = 6;

/** What a request for the next page brought: the page, the end, the first page again, or anything else. */
type Answer = Step | End | 'ignored' | 'other' | 'refused';

const each = (ways: readonly Way[]) => ways.map((way) => [way]);

/** The next page or the end, if that is what was judged. */
function foundBy(position: Position, verdict: Verdict): Step | End | undefined {
	if (typeof verdict !== 'object') return undefined;
	return isEnd(verdict) ? verdict : { ...position, page: verdict };
}

/** The position at the end of a full page: some services round offsets down to whole pages. */
function atFullPage(position: Position): Position {
	const { way, value, overlap } = position;
	return isByOffset(way) ? { ...position, value: Number(value) + overlap } : position;
}

class Search {
	/** Whether the way that was tried last has brought the first page again. */
	#isIgnored = false;
	#refusals = 0;

	constructor(private readonly list: List) {}

	/** @param set the way that the settings describe, unless the response lacks what they name */
	async run(set?: Way[]): Promise<Step | End> {
		const { list } = this;
		// There may be contacts after an empty page, but nothing would prove a guess.
		if (list.proofs.memory.received === 0) throw stopped(list);
		const own = set ?? likelyWays(list);
		// A contact that is held back shows whether a field leads on, and what the next page has to start with.
		const found = (await this.#tryAll(each(own))) ?? (await list.holdBack());
		if (found) return found;
		const groups = set ? [set] : usualWays(list);
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
		if (group.length === 1) return await this.#tryOne(group[0]!);
		if (this.list.urlOf(...this.#positionsOf(group)).href.length > MAX_URL) {
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
			if (typeof answer === 'object') return answer;
			if (answer !== 'other') return undefined;
		}
		return undefined;
	}

	/**
	 * Of ways that the service reacts to at once, the one that brings the next page alone. The most common come
	 * first, so that of those that follow, twice as many are asked for at once.
	 */
	async #narrow(group: readonly Way[]): Promise<Step | End | undefined> {
		let ways = group;
		let known: Answer | undefined;
		for (let few = FIRST; ways.length > 1; few *= 2) {
			const size = Math.min(few, Math.floor(ways.length / 2));
			const answer = await this.#answerTo(ways.slice(0, size));
			const isIgnored = answer === 'ignored';
			ways = isIgnored ? ways.slice(size) : ways.slice(0, size);
			known = isIgnored ? undefined : answer;
		}
		return await this.#tryOne(ways[0]!, known);
	}

	/** The next page in each of these ways. What the user has set is not changed, but for a first cursor. */
	#positionsOf(ways: readonly Way[]): Position[] {
		const { list } = this;
		const { url, pagination } = list.request;
		if (list.asked >= MAX_QUESTIONS || this.#refusals >= MAX_REFUSALS) return [];
		const isFree = (way: Way) =>
			!url.searchParams.has(way.parameter ?? '') || isByHand(way, pagination);
		return ways.filter(isFree).flatMap((way) => list.stepAlong(way) ?? []);
	}

	/** Requests the next page in all of these ways. @returns undefined if there is nothing, or no more, to ask */
	async #answerTo(ways: readonly Way[]): Promise<Answer | undefined> {
		const { list } = this;
		if (ways.length === 1 && !list.proofs.isHeldBack) await list.readAtOwnLength();
		const positions = this.#positionsOf(ways);
		const [first, second] = positions;
		if (!first) return undefined;
		const asked = second ? positions.map(atFullPage) : positions;
		const came = await list.question(list.urlOf(...asked), second !== undefined);
		const verdict = this.#verdictOn(positions, came);
		if (verdict === 'again') return 'ignored';
		// Several ways at once prove nothing.
		if (second) return typeof came === 'string' ? 'refused' : 'other';
		return foundBy(first, verdict) ?? (await this.#weigh(first, came, verdict));
	}

	/** Judges what came, and notes it. */
	#verdictOn(positions: readonly Position[], came: Came): Verdict {
		const { proofs, source } = this.list;
		const [first, ...others] = positions as [Position];
		const verdict = proofs.judge(came, ...positions);
		if (typeof came === 'string') this.#refusals++;
		const what = typeof came === 'string' ? came : `${came.contacts.length} contacts`;
		const some = others.length > 0 ? ` and ${others.length} more` : '';
		const asked = describe(first, source.quote) + some;
		this.list.log(`${asked}: ${verdict === 'again' ? 'ignored' : what}`);
		return verdict;
	}

	/** What a page that is not accepted, or its absence, proves with other requests. */
	async #weigh(position: Position, came: Came, verdict: Verdict): Promise<Answer> {
		const { list } = this;
		const { proofs } = list;
		if (came === 'failed') return 'other';
		// Equal contacts could start pages at several places.
		const isEqual = verdict === 'contactsRepeated' && proofs.memory.identity.idField === undefined;
		if (isEqual || verdict === 'manyLists') throw list.failure(verdict, (came as Page).lists);
		const sure = await this.#judgeByNumber(position, came, verdict);
		const proven = sure === 'unsure' ? await list.lookBeyond(position) : foundBy(position, sure);
		return proven ?? (came === 'refused' ? 'refused' : 'other');
	}

	/** Judges a number again after the one beside it: it is believed once that has brought what is known. */
	async #judgeByNumber(position: Position, came: Came, verdict: Verdict): Promise<Verdict> {
		const { list } = this;
		const { way, value, overlap } = position;
		const mayCount = way.first !== undefined || isLed(way);
		if (!mayCount || !Number.isInteger(Number(value)) || overlap > 0) return verdict;
		let judged = verdict;
		// Where IDs fall, it is the number after it that leads to the last contact.
		for (const step of isLed(way) ? [-1, 1] : [-1]) {
			const beside = { way, value: Number(value) + step, overlap };
			list.proofs.judge(await list.question(list.urlOf(beside)), beside);
			judged = list.proofs.judge(came, position);
			if (typeof judged === 'object') break;
		}
		return judged;
	}

	/** @throws ListFailure unless the page is short, says nothing of more, and every question was ignored */
	#endOfSearch(isSet: boolean): End {
		const { list } = this;
		if (isSet) throw list.failure(this.#isIgnored ? 'pageRepeated' : 'positionUnexpected');
		// What was not asked proves nothing, but for the fewest contacts.
		const isAsked = list.asked < MAX_QUESTIONS || list.proofs.isFew;
		const end = isAsked ? list.proofs.endOfSearch() : undefined;
		if (end) return end;
		throw list.failure(list.proofs.outlook === 'yes' ? 'nextUnknown' : 'endUnknown');
	}
}
