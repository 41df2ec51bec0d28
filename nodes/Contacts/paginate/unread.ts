import { NAMES, NUMBERS, UNREAD } from './conventions';
import { MAX_NAME } from './json';
import {
	type Field,
	flagOf,
	isAddress,
	isLead,
	isNoLead,
	isOpaque,
	isOtherPage,
	numberIn,
	positionIn,
	saysNext,
} from './signals';

/**
 * Whether a field of the first page that is not understood may say that there is more.
 *
 * @param length the number of its contacts
 */
export function isUnread(field: Field, length: number, pageSize?: number): boolean {
	const { path, value, isNear } = field;
	const isValue = isLead(value) || isNoLead(value) || flagOf(value) !== undefined;
	if (isNear && !isValue && saysNext(path)) return true;
	const number = numberIn(value);
	if (number !== undefined) return isUnreadNumber(field, number, length, pageSize);
	if (flagOf(value) !== undefined) return isUnreadFlag(field);
	return typeof value === 'string' && isUnreadText(field, value);
}

function isUnreadText({ path, word, isNear }: Field, text: string): boolean {
	const isPage =
		isAddress(text) && text.includes('?') && !isOtherPage(path) && !UNREAD.own.test(word);
	const isMore = isPage || (UNREAD.texts.test(word) && isOpaque(text));
	return (isNear && isMore) || UNREAD.counts.test(text.slice(0, MAX_NAME));
}

/** Whether a flag may say that the response is not all. */
function isUnreadFlag({ word, value, isNear }: Field): boolean {
	const names = flagOf(value) ? UNREAD.ifSet : UNREAD.ifUnset;
	return isNear && names.test(word);
}

/** A position that nobody has understood, a size that was not requested, or a number that may count contacts. */
function isUnreadNumber(
	{ word, isNear }: Field,
	number: number,
	length: number,
	pageSize = 0,
): boolean {
	if (!isNear) return NAMES.total.test(word) && number > length;
	if (NUMBERS.ofOthers.test(word)) return false;
	if (positionIn(word)) return number >= Math.min(2, length);
	if (UNREAD.sizes.test(word)) return isUnreadSize(word, number, length, pageSize);
	return number > 1 && number !== length && number !== pageSize;
}

function isUnreadSize(word: string, number: number, length: number, pageSize: number): boolean {
	const isLimit = UNREAD.limits.test(word) && number === length;
	return isLimit || (number >= length && number < pageSize);
}
