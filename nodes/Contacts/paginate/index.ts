import { isPositionName } from './conventions';
import { readFirstPage } from './firstPage';
import type { Continuation, List, Step } from './list';
import { isByLink, isCounted, isLed, paginatorOf, type Way } from './paginators';
import { type Absence, type AcceptedPage, type End, isEnd, type Refutation } from './proofs';
import type { Page } from './page';
import { search, stopped } from './search';
import { absenceOf, isRefusal } from './source';
import { leadsIn, signalsOf } from './signals';

export { type ListFailureReason, ListFailure } from './failures';
export { type Continuation, List, type Step } from './list';
export { isPageHeader, MAX_FIELDS, type PageResponse } from './fields';
export { isObject, type JsonObject } from './json';
export { Memory, SMALLEST_CAP } from './memory';
export { type Contact, MAX_CONTACTS } from './page';
export { emptyLeadsIn, type Field, isAddress, isCursorName, leadsIn, signalsOf } from './signals';
export {
	type ListRequest,
	type Pagination,
	type PaginationMode,
	type Refusal,
	SharedWays,
	type Source,
	type SuggestedSettings,
} from './source';
export { isLed, settingsOf, type Way, wayByHand } from './paginators';
export { type End, isEnd } from './proofs';

/** A page, and what to request after it. */
interface PageRead {
	page: AcceptedPage;
	/** Searches for the next page, once. */
	next: () => Promise<Step | End>;
}

/** Give up after so many empty pages in a row: by number, or by links and cursors that change. */
const MAX_EMPTY_PAGES = { counted: 20, led: 1_000 };

/** How many pages of a list to request at once. */
const MAX_UPCOMING = 20;

/**
 * Reads a list, page by page. Nothing else moves a list on.
 *
 * @param start where a continuation goes on; undefined for the first page
 * @returns why the list is whole
 * @throws ListFailure, or the error of a request, rather than leave contacts out
 */
export async function* pagesOf(list: List, start?: Continuation): AsyncGenerator<PageRead, End> {
	let page = start ? await resume(list, start) : moveTo(list, await readFirstPage(list));
	while (!isEnd(page)) {
		let found: Promise<Step | End> | undefined;
		const next = async () => await (found ??= nextAfter(list));
		yield { page, next };
		const step = await next();
		if (isEnd(step)) return step;
		page = await take(list, step);
	}
	return page;
}

async function resume(list: List, start: Continuation): Promise<AcceptedPage | End> {
	if (!start.isTaken) return await take(list, start);
	await refresh(list);
	const step = list.stepAlong(start.position.way);
	if (!step) throw list.failure('listChanged');
	return await take(list, step);
}

/** Requests the first page once more, in a later call. */
async function refresh(list: List): Promise<void> {
	if (!list.proofs.refresh(await list.again())) throw list.failure('listChanged');
}

/** What to request after the last page, or why there is nothing. */
async function nextAfter(list: List): Promise<Step | End> {
	const { proofs, request } = list;
	const fixed = proofs.memory.pages === 1 && fixedPosition(request);
	if (fixed) throw list.failure('queryParameterFixesPage', [fixed]);
	if (isFlagWrong(proofs)) throw list.failure('flagWrong');
	const end = proofs.end();
	if (end) return end;
	if (request.pagination.mode === 'off') throw stopped(list);
	const { way } = proofs.memory;
	if (!way) return await search(list);
	const step = list.stepAlong(way);
	if (!step) throw stopped(list);
	if (proofs.leadsToItself(step.position)) throw list.failure('pageRepeated');
	return step;
}

/** The user's own query parameter that selects a page: there may be others before it. */
function fixedPosition({ url, pagination }: List['request']): string | undefined {
	if (pagination.mode === 'off') return undefined;
	// A longer number may be a date.
	const isFixed = ([name, value]: [string, string]) =>
		isPositionName(name) && /^\d{1,6}$/.test(value);
	return [...url.searchParams].find(isFixed)?.[0];
}

/** Whether the field that the settings name says that this is the end, and the response says that it is not. */
function isFlagWrong({ fields, total, memory }: List['proofs']): boolean {
	const set = fields.filter(({ isSetting }) => isSetting);
	if (!signalsOf(set).end) return false;
	const others = fields.filter(({ isSetting }) => !isSetting);
	const { more } = signalsOf(others, memory.pages);
	return total !== undefined || more || leadsIn(others).length > 0;
}

/** Requests the next page. @returns the end if there is none */
async function take(list: List, step: Step): Promise<AcceptedPage | End> {
	if (step.page) return moveTo(list, step.page, step.position.way);
	const came = await pageOrAbsence(list, step);
	const verdict = list.proofs.judge(came, step);
	if (verdict === 'unsure') return await endBeyond(list, step);
	if (typeof verdict === 'string') return await takeOtherwise(list, step, verdict, came);
	if (isEnd(verdict)) return verdict;
	const isNothing = verdict.contacts.length === 0;
	const isOverlap = typeof came !== 'string' && came.contacts.length > 0;
	if (isNothing && (isOverlap || list.proofs.total !== undefined)) throw stopped(list);
	return moveTo(list, verdict, step.position.way);
}

/** Searches for the second page where what the first one states has not led to it. @throws ListFailure */
async function takeOtherwise(
	list: List,
	{ position: { way } }: Step,
	why: Absence | Refutation,
	came: Page | Absence,
): Promise<AcceptedPage | End> {
	const { proofs } = list;
	if (proofs.memory.pages === 1 && isLed(way) && !isByLink(way)) {
		if (!proofs.page) await refresh(list);
		const found = await search(list, false);
		return isEnd(found) ? found : await take(list, found);
	}
	if (typeof came === 'object') {
		const names = why === 'manyLists' ? came.lists : [...came.beside.keys()];
		throw list.failure(why as Refutation, names);
	}
	const isUnread = isLed(way) || proofs.memory.pages === 1;
	throw isUnread ? list.refusal : stopped(list);
}

function moveTo(list: List, page: AcceptedPage, way?: Way): AcceptedPage {
	const { proofs, source } = list;
	proofs.add(page);
	if (way) source.ways.add(way);
	const { emptyPages, pages } = proofs.memory;
	const most = way && isCounted(way) ? MAX_EMPTY_PAGES.counted : MAX_EMPTY_PAGES.led;
	if (emptyPages > most) throw list.failure('tooManyEmptyPages');
	list.log(`page ${pages}: ${page.contacts.length} contacts`);
	return page;
}

async function endBeyond(list: List, step: Step): Promise<End> {
	const end = await list.lookBeyond(step);
	if (!end) throw list.failure('positionUnexpected');
	await list.again();
	return end;
}

async function pageOrAbsence(list: List, step: Step): Promise<Page | Absence> {
	const answer = await list.get(list.urlOf(step.position), upcoming(list, step));
	if (!isRefusal(answer)) return list.read(answer);
	const absence = absenceOf(answer);
	if (!absence || absence === 'failed') throw answer.error;
	list.refusal = answer.error;
	return absence;
}

/** The requests that are certain to follow the next one, because the service has stated how many contacts there are. */
function upcoming(list: List, { position }: Step): URL[] {
	const { way, value } = position;
	const { memory, total = 0 } = list.proofs;
	const stride = paginatorOf(way).stride?.(memory.full);
	if (!stride || total <= memory.received || memory.full < 3) return [];
	const contacts = Math.min(total, list.request.limit) - memory.received;
	const pages = Math.min(Math.ceil(contacts / stride.contacts), MAX_UPCOMING);
	return Array.from({ length: Math.max(0, pages - 1) }, (_, n) =>
		list.urlOf({ way, value: Number(value) + (n + 1) * stride.value }),
	);
}
