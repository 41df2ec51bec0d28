import {
	isLead,
	isNamedForCursor,
	isPosition,
	isUnread,
	looksOpaque,
	saysUnfinished,
} from '../response/evidence';
import { countOf, type Field, fieldNamed, flagOf, says } from '../response/fields';
import type { Asker } from './ask';
import type { Shorter } from './firstPage';
import { acceptEnd, type End } from './kernel';
import { adviceFor, ListError } from './listErrors';
import { AFTER_IDS, CURSORS, OFFSETS, PAGES } from './parameters';
import type { Reading } from './reading';

/** The end of a list whose way was not found. @throws ListError if nothing proves it */
export function conclude(asker: Asker, shorter: Shorter | undefined): End {
	const { reading } = asker;
	const evidence = reading.evidence();
	const facts = reading.endFacts(evidence, {
		wouldSayMore: shorter !== undefined && saysMoreThan(reading, shorter),
		isTotal: shorter !== undefined && hasTotal(reading, shorter),
		mayHaveMore: hasOpenQuestions(asker) || mayHaveMore(reading, shorter),
	});
	const end =
		acceptEnd('wouldBeSaid', facts) ?? acceptEnd('allHaveCome', facts) ?? acceptEnd('short', facts);
	if (end) return end;
	const { pages, isFull } = reading.progress;
	const advice = adviceFor(reading);
	if (evidence.saysMore || evidence.lead) throw new ListError('nextUnknown', pages, advice);
	throw new ListError(isFull ? 'endUnknown' : 'signsUnread', pages, advice);
}

/** Whether an answer is not understood, or whether something could not be asked. */
function hasOpenQuestions({ reading, hasReacted, wasRefused, isTired, isUnsized }: Asker): boolean {
	const { searchParams } = reading.request.url;
	// The user's own parameters may fix the position of the page, so that no other can be asked for.
	const usual = [...PAGES, ...OFFSETS, ...AFTER_IDS, ...CURSORS];
	const isFixed = usual.some((name) => searchParams.has(name));
	return hasReacted || isTired || isFixed || (wasRefused && !isUnsized);
}

/** Whether only the shorter reading says that there is more: by its name, or by a field that changes. */
function saysMoreThan(reading: Reading, { page, count }: Shorter): boolean {
	const { saysMore, lead } = reading.evidence(page, { received: count });
	const before = new Map(reading.page.fields.map(({ name, value }) => [name, value]));
	const hasChanged = page.fields.some((field) => {
		const old = before.get(field.name);
		const isNew = old === undefined && field.isNear && field.value !== null;
		return isNew || (typeof old === 'boolean' && isFlagForMore(field) && old !== field.value);
	});
	return saysMore || lead !== undefined || hasChanged;
}

function isFlagForMore(field: Field): boolean {
	const { value } = field;
	if (typeof value !== 'boolean') return false;
	return says.more(field) ? value : !says.last(field) || !value;
}

/** Whether a number that counts contacts is as many as have come, and the same in both readings. */
function hasTotal({ page, progress }: Reading, shorter: Shorter): boolean {
	return page.fields.some((field) => {
		const isCount = says.total(field) || /count|num|size|found|hits|length/i.test(field.key);
		const isAll = countOf(field.value) === progress.received;
		const isCandidate = field.isNear && isAll && isCount && !/page|per|limit/i.test(field.key);
		return isCandidate && valueIn(shorter, field) === field.value;
	});
}

function valueIn(shorter: Shorter | undefined, { name }: Field): Field['value'] | undefined {
	return shorter && fieldNamed(shorter.page.fields, name)?.value;
}

/** Whether something that is not understood may say that there is more. */
function mayHaveMore(reading: Reading, shorter: Shorter | undefined): boolean {
	const { page, progress } = reading;
	const isStated = (field: Field) => field.isNear && isLead(field);
	if (progress.received === 0) return page.fields.some(isStated);
	// Partial Content (RFC 9110, section 15.3.7)
	if (page.response.status === 206) return true;
	return page.fields.some((field) => {
		const number = flagOf(field.value) === undefined ? countOf(field.value) : undefined;
		return number === undefined
			? isStated(field) || isOpenText(reading, field, shorter)
			: isOpenNumber(reading, field, number, shorter);
	});
}

function isOpenText(reading: Reading, field: Field, shorter: Shorter | undefined): boolean {
	const { progress } = reading;
	if (numberIn(field.value) > progress.received || saysUnfinished(field)) return true;
	if (!field.isNear || !isUnread(field)) return false;
	const again = valueIn(shorter, field);
	const isText = typeof field.value === 'string' && flagOf(field.value) === undefined;
	if (shorter) return again !== undefined && again !== field.value;
	const isLong = mayBePart(reading) && isLongOpaque(field.value);
	return isText && (isNamedForCursor(field) || isLong);
}

/** Whether a text looks like a cursor under any name. */
function isLongOpaque(value: Field['value']): boolean {
	return looksOpaque(value) && /[\d=]/.test(String(value)) && String(value).length >= 8;
}

/** The number in `120 contacts` and in `1 to 50 of 120`. */
function numberIn(value: Field['value']): number {
	const [, number] = /(?:^|\bof )(\d{1,15})(?: \p{L}+)?$/iu.exec(String(value)) ?? [];
	return Number(number ?? 0);
}

/** Whether a number is the position of this page, or may be a cursor to the next one. */
function isPositionOf({ progress }: Reading, field: Field, shorter: Shorter | undefined): boolean {
	return (progress.received > 1 && isPosition(field)) || (!shorter && isNumberAfter(field));
}

function isOpenNumber(
	reading: Reading,
	field: Field,
	number: number,
	shorter: Shorter | undefined,
): boolean {
	const { received } = reading.progress;
	if (field.isNear && isPositionOf(reading, field, shorter)) return true;
	const again = countOf(valueIn(shorter, field) ?? null) ?? number;
	// A number of the last contact changes with it, as that of the contacts does.
	const held = received - (shorter?.count ?? received);
	if (again !== number) return Math.abs(again - number) === held && isUnread(field);
	return isNextOf(reading, field, number) || (number > received && isCount(field));
}

/** Whether as many as have come may be where the next page starts, on a page that may be a part. */
function isNextOf(reading: Reading, field: Field, number: number): boolean {
	const isOther = number !== reading.progress.received || COUNT.test(field.key);
	return !isOther && mayBePart(reading) && isUnread(field);
}

/** Whether a page may be a part of the list: it is neither tiny nor longer than requested. */
function mayBePart({ keys, size }: Reading): boolean {
	return keys.length >= 10 && keys.length <= (size.contacts ?? 0);
}

const COUNT =
	/count|total|num|size|found|hits|length|results|records|rows|items|returned|fetched|end|last|to$/i;

/** Whether a number may be a cursor, by its name. */
function isNumberAfter({ key, value }: Field): boolean {
	return /cursor|token|continu|after|marker/i.test(key) && Number(value) > 0;
}

function isCount(field: Field): boolean {
	return (field.isNear && says.count(field)) || /total|found|hits/i.test(field.key);
}
