import { NAMES, NO_COUNT, USUAL_SIZES } from './conventions';
import { isObject, MAX_NAME, startOf, textOf } from './json';
import type { Known } from './known';
import { LINK_HEADER } from './links';
import { type Absence, SMALLEST_CAP } from './memory';
import type { Page } from './page';
import { isLed, paginatorOf, type Position, wayByHand } from './paginators';
import {
	type Field,
	flagOf,
	isAddress,
	isOpaque,
	leadsIn,
	numberIn,
	positionIn,
	saysNext,
	wordOf,
} from './signals';

/** What came for the next position, if nothing new did. */
export type Nothing = Absence | 'empty' | 'again' | 'overlap' | 'ignored';

/** What is known beside the list itself: a request for the next page, and what came for it. */
export interface Next {
	nothing?: Nothing | undefined;
	page?: Page | undefined;
	position?: Position | undefined;
}

/** What is known at a possible end. */
export type EndFacts = ReturnType<typeof endFactsOf>;

export function endFactsOf(known: Known, next: Next = {}) {
	const { memory, list } = known;
	return {
		nothing: next.nothing,
		/** Whether the page has as many contacts as were requested, or as the first page of its size. */
		isFull: memory.isFull,
		/** Whether a first page of another length than was requested may be full, too. */
		mayBeFull: memory.isFull || known.isOdd,
		/** Whether what the page says may be computed from the requested length. */
		isCut: known.isCut,
		mayCountPages: known.mayCountPages,
		isSecond: memory.pages > 1,
		...saidIn(known, next),
		...leadsFrom(known, next),
		...countsOf(known),
		/** Whether the link or cursor that led to the page is gone; whether that of the settings is empty. */
		isGone: isGone(known),
		isNull: isNull(known),
		isProven: isProven(known, next),
		/** Whether what came names a contact other than its own as the next one, or states another cursor. */
		namesOther: next.page !== undefined && namesOther(next.position!, next.page),
		movesOn: next.position !== undefined && isLed(next.position.way) && known.onward !== undefined,
		isNext: isNext(known, next),
		/** Whether two positions after the end have brought nothing new. */
		isTwice: known.past.size > 1,
		isOff: list.pagination.mode === 'off',
		mayHaveMore: () => mayHaveMore(known),
	};
}

/** What the last page and the one after it say. */
function saidIn(known: Known, next: Next) {
	const { memory, page } = known;
	const last = page ? known.saidBy(page.page) : memory;
	const after = next.page && known.saidBy(next.page, 1);
	// An empty page may take back what the page before has computed from its length.
	const isTakenBack = after?.saysEnd === true;
	const saysMore = last.isLess || after?.saysMore === true || (last.saysMore && !isTakenBack);
	return { saysMore, saysEnd: last.saysEnd };
}

/** Whether something in the page may lead to another one; whether that was not followed, is an address, or a cursor. */
function leadsFrom({ page }: Known, { position }: Next) {
	const leads = leadsIn(page?.page.fields ?? []);
	const isFollowed = position !== undefined && isLed(position.way);
	return {
		leadsOn: leads.length > 0,
		leadsElsewhere: leads.length > 0 && !isFollowed,
		linksOn: leads.some(({ value }) => isAddress(value)),
		hasCursor: leads.some(({ value }) => isOpaque(value)),
	};
}

/** Names that count more than a page. */
const TOTAL = /total|found|match|hits|of_?records/i;

function countsOf({ memory, list, totals, isHeldBack, mayCountPages }: Known) {
	const { received, pages, isSizeCommon } = memory;
	const isStated = totals.includes(received);
	// What has another name may be the number of contacts on the page.
	const isTotal = [...memory.totals].some(
		([name, total]) => total === received && TOTAL.test(name),
	);
	const isFew = received < SMALLEST_CAP && !mayCountPages;
	return {
		/** Whether as many contacts have come as the service states, beyond what is on a single page. */
		hasAll: isStated && (pages > 1 || isHeldBack || (isFew && isTotal)),
		/** Whether a number of contacts is that of a page that is longer than requested. */
		isStatedLength: isStated && received > Number(list.pageSize),
		/** Whether the service has sent one contact less when it was asked for it. */
		isSizeHonored: isHeldBack,
		/** Whether the service would have sent more of its contacts if it had them. */
		isFew: isFew && isHeldBack && !isSizeCommon && pages === 1,
	};
}

function isGone(known: Known): boolean {
	const { way, pages } = known.memory;
	return (
		pages > 1 &&
		known.page !== undefined &&
		way !== undefined &&
		isLed(way) &&
		paginatorOf(way).next(way, known.come(), known.list) === undefined
	);
}

/** Whether a field that the settings name is empty, and not for the lack of contacts on a cut page. */
function isNull({ list, memory, isSizeIgnored, isCut, page }: Known): boolean {
	const field = wayByHand(list.pagination)?.field;
	const isOpen = (memory.isFull && !isSizeIgnored) || isCut || memory.pages > 1;
	if (!field || field === LINK_HEADER || isOpen) return false;
	const found = page?.page.lookUp(field);
	return found !== undefined && ['', null, false].includes(found.value as null);
}

/** Whether the value was no filter: the last contact does not have it, and it is a cursor. */
function isProven({ memory, lastContacts }: Known, { position }: Next): boolean {
	if (memory.pages > 1) return true;
	if (!position || !isLed(position.way)) return false;
	const last = Object.values({ ...lastContacts.at(-1) }).map(textOf);
	return !last.includes(String(position.value));
}

/** Whether the last page leads to what came, so that nothing can be between them. */
function isNext({ memory }: Known, { position }: Next): boolean {
	if (!position) return false;
	const { size, received, isFull, pages } = memory;
	if (pages > 1) return !paginatorOf(position.way).stride;
	return position.way.parameter === undefined && (isFull || size === received);
}

/**
 * Whether something that is not understood may say that there is more: a number of contacts that services
 * send where they choose, a page count that may count pages, or a field that nobody has understood.
 */
function mayHaveMore({ page, list, mayCountPages }: Known): boolean {
	const { contacts, fields } = page!.page;
	const { length } = contacts;
	const first = { length, pageSize: list.pageSize };
	return USUAL_SIZES.has(length) || mayCountPages || fields.some((field) => isUnread(field, first));
}

/** What the first page has, to compare a field with. */
interface FirstPage {
	length: number;
	pageSize: number | undefined;
}

/** Whether a field that is not understood may say that there is more. */
function isUnread(field: Field, page: FirstPage): boolean {
	const { path, value, isNear } = field;
	const number = numberIn(value);
	if (number !== undefined) return isUnreadNumber(path.at(-1)!, number, page, isNear);
	if (flagOf(value) !== undefined) return isUnreadFlag(field);
	if (typeof value === 'string') return isUnreadText(field, value);
	// Lists of texts that lead on.
	const texts = Array.isArray(value) && isNear ? value.slice(0, FEW).flat().map(startOf) : [];
	const isLed = texts.some((text) => saysNext(path) || /^(<?https?:|<?\/|next)/.test(text));
	return isLed || (isObject(value) && saysNext(path) && Object.keys(value).length > 0);
}

function isUnreadText({ path, isNear }: Field, text: string): boolean {
	const isMore = isNear && MORE_BY_TEXT.test(wordOf(path.at(-1)!)) && isOpaque(text);
	return isMore || COUNTED.test(text.slice(0, MAX_NAME));
}

/** Whether a flag may say that the response is not all. */
function isUnreadFlag({ path, value, isNear }: Field): boolean {
	const names = flagOf(value) ? SET_IF_PART : UNSET_IF_PART;
	return isNear && names.test(wordOf(path.at(-1)!));
}

const SET_IF_PART =
	/trunc|exceed|incompl|partial|overflow|capped|toomany|more|following|reached|next|after|forward|continu|additional|remaining/;
const UNSET_IF_PART = /(?<!in)complete|last|exhaust|nomore|allresults|final|endof|end$/;

/** Names under which a text leads on. */
const MORE_BY_TEXT = /more|older|further|following|weiter|mehr|^rest/;

/** A number with a word, as in `230 contacts` or `1 to 50 of 230`. */
const COUNTED = /^\D{0,20}\d[\d.,]* \p{L}+$|\d (of|von|de|sur) \d|^\d{1,3}(,\d{3})+$/u;

const FEW = 5;

/** A position that nobody has understood, a size that was not requested, or a number that may count contacts. */
function isUnreadNumber(
	key: string,
	number: number,
	{ length, pageSize = 0 }: FirstPage,
	isNear: boolean,
): boolean {
	const word = wordOf(key);
	if (!isNear) return NAMES.total.test(word) && number > length;
	if (NO_COUNT.test(word)) return false;
	if (positionIn(key)) return number === length;
	if (/limit|size|per|maxres/.test(word)) return number >= length && number < pageSize;
	return number > 1 && number !== length && number !== pageSize;
}

/** Whether a page with room for more leads to anything but its own last contact, or the place after it. */
function namesOther({ way, value }: Position, { contacts, fields }: Page): boolean {
	const { trust, stride } = paginatorOf(way);
	const own = Object.values({ ...contacts.at(-1), value }).map(String);
	const isOther = (lead: unknown) => {
		if (trust === 'nothing' && !stride) return !own.includes(String(lead));
		if (isAddress(lead)) return trust === 'nothing';
		return Number(lead) > Number(value) + contacts.length + 1;
	};
	return leadsIn(fields).some(({ value: lead }) => isOther(lead));
}
