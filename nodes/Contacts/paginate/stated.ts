/** What pages state of the next one, and what may say that there is one. */
import type { Evidence } from './evidence';
import { isPositionName, NAMES, NUMBERS, UNREAD } from './conventions';
import { MAX_NAME, startOf } from './json';
import type { Contact, Page } from './page';
import {
	isByHand,
	isByLink,
	isByOffset,
	isLed,
	isPlaceable,
	isSameWay,
	paginatorOf,
	type Position,
} from './paginators';
import {
	type Field,
	flagOf,
	isAddress,
	isLead,
	isNamedNext,
	isNoLead,
	isOpaque,
	isOtherPage,
	numberIn,
	positionIn,
	saysNext,
} from './signals';

/** Whether a contact has a value in any of its fields. */
export function hasValue(contact: Contact | undefined, value: Position['value']): boolean {
	return Object.values({ ...contact }).some((own) => startOf(own) === startOf(value));
}

/** Whether the page before has the link or the cursor, and is not cut to fewer contacts than were requested. */
export function isStated(evidence: Evidence, { way, value }: Position): boolean {
	const field = isLed(way) ? evidence.page?.page.lookUp(way.field!) : undefined;
	// A person may have chosen the link to the last page.
	if (!field || isOtherPage(field.path) || evidence.isCut) return false;
	if (isByLink(way)) return true;
	const isMeant = isOpaque(value) ? !isPart(evidence, field) : isDue(evidence, { way, value });
	return isMeant && field.value === value;
}

/** Whether a value is a part of the next position: `next: { "after_date": "…", "after_id": 7 }`. */
function isPart({ leads }: Evidence, { path }: Field): boolean {
	const parent = ({ path: keys }: Pick<Field, 'path'>) => keys.slice(0, -1).join('.');
	const own = parent({ path });
	return own !== '' && leads.filter((lead) => parent(lead) === own && isNamedNext(lead)).length > 1;
}

/**
 * Whether a number that the settings say leads on is the next page, offset or ID, where no contact can be held
 * back. Under a name that was guessed, a number may be anything.
 */
const isDue = (evidence: Evidence, position: Pick<Position, 'way' | 'value'>) =>
	evidence.isSizeIgnored &&
	isByHand(position.way, evidence.wanted.pagination) &&
	isFollowing(evidence, position);

/**
 * The positions that follow the first page, as another one shows: after a number that brings it, or beside one,
 * where IDs fall, that goes on with its last contact. With a guessed number, a contact that was added could do that;
 * where a number is stated, an unknown ID may bring the first page.
 */
export function followersOf(
	{ memory: { received, last } }: Evidence,
	position: Position,
	keys: readonly number[],
	isFirst: boolean,
): Position[] {
	const value = Number(position.value);
	const isNumberStated = isLed(position.way);
	const mayBePlace = !isNumberStated || [0, 1, received - 1].includes(value);
	const isBeside = isNumberStated && keys[0] === last.at(-1);
	const beside = isBeside ? [value + 1, value - 1] : [];
	const values = isFirst && mayBePlace ? [value + 1] : beside;
	return values.map((one) => ({ ...position, value: one }));
}

/** Whether the number beside that of a position has shown what it brings. */
export function isFollowing(
	{ following }: Evidence,
	{ way, value }: Pick<Position, 'way' | 'value'>,
): boolean {
	return following.some((one) => isSameWay(one.way, way) && one.value === Number(value));
}

/**
 * Whether a position that brings nothing shows something of the list: any after the second page, and before it
 * a link; a number, if the one before it brings what is known, and it is not called like a filter; or what
 * follows another such position.
 */
export function isPlaced(evidence: Evidence, position: Position): boolean {
	const { way, value } = position;
	const { memory, onward, wanted } = evidence;
	if (memory.pages > 1 || isByLink(way) || value === onward) return true;
	const isNamed = isPositionName(way.parameter!) || isByHand(way, wanted.pagination);
	return isNamed && isFollowing(evidence, position);
}

/** Whether a page says itself that the list goes on, and how. */
export function leadsOn(evidence: Evidence, position: Position, page: Page): boolean {
	if (!isLed(position.way)) return evidence.endSignalsOf(page, 1).saysMore;
	return statedBy(evidence, page, position) !== undefined;
}

/** Whether a page without contacts leads on, and is no failure: only beside a cursor may the list be left out. */
export function goesOn(evidence: Evidence, position: Position, page: Page): boolean {
	if (page.isListed) return leadsOn(evidence, position, page);
	const next = statedBy(evidence, page, position);
	return typeof next === 'object' && isOpaque(next.value);
}

function statedBy(evidence: Evidence, page: Page, { way, value }: Position) {
	const progress = { ...evidence.progress(page), value };
	return isLed(way) ? paginatorOf(way).next(way, progress, evidence.wanted) : undefined;
}

/** The value after that of a page that has brought nothing new, if it is another one. */
export function valueAfter(evidence: Evidence, position: Position, page?: Page) {
	const { stride } = paginatorOf(position.way);
	if (stride) return Number(position.value) + stride(evidence.memory.full).value;
	const next = page && statedBy(evidence, page, position);
	return typeof next === 'object' && next.value !== position.value ? next.value : undefined;
}

/**
 * Whether a page with room for more leads to anything but its own last contact, or the place after it: by an
 * ID or an offset. Beside a page number, what leads on may be an offset, which cannot be compared with it.
 */
export function namesOther({ way, value }: Position, { contacts, leads }: Page): boolean {
	if (!isPlaceable(way)) return false;
	const own = Object.values({ ...contacts.at(-1), value }).map(String);
	return leads.some(({ value: lead }) => {
		if (!isByOffset(way) || isAddress(lead)) return !own.includes(String(lead));
		return Number(lead) > Number(value) + contacts.length + 1;
	});
}

// What is not understood

/**
 * Whether a field of the first page that is not understood may say that there is more.
 *
 * @param length the number of its contacts
 */
export function isUnread(field: Field, length: number, pageSize: number): boolean {
	const { path, word, value, isNear } = field;
	const number = numberIn(value);
	if (number !== undefined) return isUnreadNumber(field, number, length, pageSize);
	const flag = flagOf(value);
	if (flag !== undefined) return isNear && UNREAD[flag ? 'ifSet' : 'ifUnset'].test(word);
	const isNoValue = !isLead(value) && !isNoLead(value);
	if (isNear && isNoValue && saysNext(path)) return true;
	return typeof value === 'string' && isUnreadText(field, value);
}

function isUnreadText({ path, word, isNear }: Field, text: string): boolean {
	const isPage =
		isAddress(text) && text.includes('?') && !isOtherPage(path) && !UNREAD.own.test(word);
	const isMore = isPage || (UNREAD.texts.test(word) && isOpaque(text));
	return (isNear && isMore) || UNREAD.counts.test(text.slice(0, MAX_NAME));
}

/** A position that nobody has understood, a size that was not requested, or a number that may count contacts. */
function isUnreadNumber(
	{ word, isNear }: Field,
	number: number,
	length: number,
	pageSize: number,
): boolean {
	if (!isNear) return NAMES.total.test(word) && number > length;
	if (NUMBERS.ofOthers.test(word)) return false;
	if (positionIn(word)) return number >= Math.min(2, length);
	if (!UNREAD.sizes.test(word)) return number > 1 && ![length, pageSize].includes(number);
	const isShorter = number >= length && number < pageSize;
	return isShorter || (number === length && UNREAD.limits.test(word));
}
