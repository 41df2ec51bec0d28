import { isPositionName } from './conventions';
import { readFirstPage } from './firstPage';
import type { Continuation, List, Step } from './list';
import { isByLink, isCounted, isLed, isSameWay, paginatorOf, type Position } from './paginators';
import { type Absence, type AcceptedPage, type End, isEnd, type Refutation } from './proofs';
import type { Page } from './page';
import { search, stopped } from './search';
import { signalsOf } from './signals';

export { type ListFailureReason, ListFailure } from './failures';
export { type Continuation, List, type Step } from './list';
export { isPageHeader, MAX_FIELDS, type PageResponse } from './fields';
export { isObject, type JsonObject } from './json';
export { Memory } from './memory';
export { type Contact, MAX_CONTACTS } from './page';
export { emptyLeadsIn, type Field, isAddress, isCursorName, leadsIn, signalsOf } from './signals';
export {
	type ListRequest,
	type Pagination,
	type PaginationMode,
	type Refusal,
	type Source,
	type SuggestedSettings,
} from './source';
export { isLed, PAGINATORS, settingsOf, type Way, wayByHand } from './paginators';
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
	if (!start.isTaken) return await take(list, start.position);
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
	const isOff = request.pagination.mode === 'off';
	const fixed = proofs.memory.pages === 1 && !isOff && fixedPosition(request.url);
	if (fixed) throw list.failure('queryParameterFixesPage', [fixed]);
	if (isFlagWrong(proofs)) throw list.failure('flagWrong');
	const end = proofs.end();
	if (end) return end;
	if (isOff) throw stopped(list);
	const { way } = proofs.memory;
	if (!way) return await search(list);
	const step = list.stepAlong(way);
	if (!step) throw stopped(list);
	if (proofs.leadsToItself(step)) throw list.failure('pageRepeated');
	return step;
}

/** The user's own query parameter that selects a page: there may be others before it. */
function fixedPosition({ searchParams }: URL): string | undefined {
	// A longer number may be a date.
	const isFixed = ([name, value]: [string, string]) =>
		isPositionName(name) && /^\d{1,6}$/.test(value);
	return [...searchParams].find(isFixed)?.[0];
}

/** Whether the field that the settings name says that this is the end, and the response says that it is not. */
function isFlagWrong({ fields, leads, total, memory }: List['proofs']): boolean {
	const set = fields.filter(({ isSetting }) => isSetting);
	if (!signalsOf(set).end) return false;
	const others = fields.filter(({ isSetting }) => !isSetting);
	const { more } = signalsOf(others, memory.pages);
	return total !== undefined || more || leads.length > 0;
}

/** Requests the next page. @returns the end if there is none */
async function take(list: List, step: Step): Promise<AcceptedPage | End> {
	const { proofs, source } = list;
	if (step.page) return moveTo(list, step.page);
	const number = proofs.memory.pages + 1;
	const came = list.pageIn(await source.send(list.urlOf(step), number, upcoming(list, step)));
	if (came === 'failed') throw list.refusal;
	const verdict = proofs.judge(came, step);
	if (verdict === 'unsure') return await endBeyond(list, step);
	if (typeof verdict === 'string') return await takeOtherwise(list, step, verdict, came);
	if (isEnd(verdict)) return await confirmed(list, verdict);
	const isExpected = step.overlap > 0 || proofs.total !== undefined;
	if (isExpected && verdict.contacts.length === 0) throw stopped(list);
	return moveTo(list, verdict);
}

/** Searches for the second page where what the first one states has not led to it. @throws ListFailure */
async function takeOtherwise(
	list: List,
	{ way }: Position,
	why: Refutation | Absence,
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

function moveTo(list: List, page: AcceptedPage): AcceptedPage {
	const { proofs, source } = list;
	proofs.add(page);
	const { emptyPages, pages, way } = proofs.memory;
	if (way && !source.ways.some((one) => isSameWay(one, way))) source.ways.unshift(way);
	const most = way && isCounted(way) ? MAX_EMPTY_PAGES.counted : MAX_EMPTY_PAGES.led;
	if (emptyPages > most) throw list.failure('tooManyEmptyPages');
	list.log(`page ${pages}: ${page.contacts.length} contacts`);
	return page;
}

async function endBeyond(list: List, position: Position): Promise<End> {
	const end = await list.lookBeyond(position);
	if (!end) throw list.failure('positionUnexpected');
	return await confirmed(list, end);
}

/** Where nothing else says so, that nothing more comes may be an outage. */
async function confirmed(list: List, end: End): Promise<End> {
	if (end.end === 'nothingMore' && list.proofs.memory.received > 0) await list.again();
	return end;
}

/** The requests that are certain to follow the next one, because the service has stated how many contacts there are. */
function upcoming(list: List, position: Position): URL[] {
	const { way, value } = position;
	const { memory, total = 0 } = list.proofs;
	const stride = paginatorOf(way).stride?.(memory.full);
	if (!stride || total <= memory.received || memory.full < 3) return [];
	const contacts = Math.min(total, list.request.limit) - memory.received;
	const pages = Math.min(Math.ceil(contacts / stride.contacts), MAX_UPCOMING);
	return Array.from({ length: Math.max(0, pages - 1) }, (_, n) =>
		list.urlOf({ ...position, value: Number(value) + (n + 1) * stride.value }),
	);
}
