import { NAMES, NO_COUNT } from './conventions';
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
	const isPage = isAddress(text) && text.includes('?') && !isOtherPage(path) && !OWN.test(word);
	const isMore = isPage || (MORE_BY_TEXT.test(word) && isOpaque(text));
	return (isNear && isMore) || COUNTED.test(text.slice(0, MAX_NAME));
}

/** Whether a flag may say that the response is not all. */
function isUnreadFlag({ word, value, isNear }: Field): boolean {
	const names = flagOf(value) ? SET_IF_PART : UNSET_IF_PART;
	return isNear && names.test(word);
}

const SET_IF_PART =
	/trunc|exceed|incompl|partial|overflow|capped|toomany|more|following|weiter|mehr|reached|next|after|forward|continu|additional|remaining|haymas|encore|suite|altri|meer|volgende/;
const UNSET_IF_PART =
	/(?<!in)complete|last|exhaust|nomore|allresults|final|endof|end$|letzte|ultim|dernier|laatste/;

/** Names under which a text leads on. */
const MORE_BY_TEXT =
	/more|older|further|following|weiter|mehr|^rest|checkpoint|anchor|[ck]urs(eu|o)r/;

/** Names of the address that was requested. */
const OWN = /^(ur[il]|href|link|path|query|request)/;

/** A number with a word or another one, as in `230 contacts`, `1 to 50 of 230` or `1/8`. */
const COUNTED =
	/^\D{0,20}\d[\d.,]* \p{L}+$|\d (of|von|de|sur) \d|^\d{1,3}(,\d{3})+$|^\d+( ?- ?\d+)? ?\/ ?\d+$/u;

/** A position that nobody has understood, a size that was not requested, or a number that may count contacts. */
function isUnreadNumber(
	{ word, isNear }: Field,
	number: number,
	length: number,
	pageSize = 0,
): boolean {
	if (!isNear) return NAMES.total.test(word) && number > length;
	if (NO_COUNT.test(word)) return false;
	if (positionIn(word)) return number >= Math.min(2, length);
	if (/limit|maxres|per|pagesize/.test(word) && number === length) return true;
	if (/limit|size|per|maxres/.test(word)) return number >= length && number < pageSize;
	return number > 1 && number !== length && number !== pageSize;
}
