import {
	isLead,
	isNamedForCursor,
	isUnread,
	looksOpaque,
	saysUnfinished,
} from '../response/evidence';
import { countOf, type Field, fieldNamed, says } from '../response/fields';
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

/** Whether only the shorter reading says that there is more. */
function saysMoreThan(reading: Reading, { page, count }: Shorter): boolean {
	const { saysMore, lead } = reading.evidence(page, { received: count });
	return saysMore || lead !== undefined;
}

/** Whether something that is not understood may say that there is more. */
function mayHaveMore(reading: Reading, shorter: Shorter | undefined): boolean {
	const { page, progress } = reading;
	const isStated = (field: Field) => field.isNear && isLead(field);
	if (progress.received === 0) return page.fields.some(isStated);
	// Partial Content (RFC 9110, section 15.3.7)
	if (page.response.status === 206) return true;
	return page.fields.some(
		(field) =>
			saysUnfinished(field) ||
			(isStated(field) && typeof field.value === 'string') ||
			countIn(field) > progress.received ||
			(isUnread(field) && mayLeadOn(reading, field, shorter)),
	);
}

/** The number of contacts that a field may state, as in `120 contacts` and in `1 to 50 of 120`. */
function countIn(field: Field): number {
	const number = countOf(field.value);
	if (number !== undefined) return isCount(field) ? number : 0;
	const [, inText] = /(?:^|\bof )(\d{1,15})(?: \p{L}+)?$/iu.exec(String(field.value)) ?? [];
	return Number(inText ?? 0);
}

function isCount(field: Field): boolean {
	return (field.isNear && says.count(field)) || /total|found|hits/i.test(field.key);
}

/** Whether a value changes with the last contact or, where none was held back, looks like a cursor. */
function mayLeadOn(reading: Reading, field: Field, shorter: Shorter | undefined): boolean {
	if (shorter) return hasMoved(reading, field, shorter);
	const { keys, size } = reading;
	const { value, isNear } = field;
	if (!isNear || typeof value !== 'string') return false;
	// A page that is neither tiny nor longer than requested may be a part of the list.
	const mayBePart = keys.length >= 10 && keys.length <= (size.contacts ?? 0);
	return isNamedForCursor(field) || (mayBePart && looksOpaque(value) && value.length >= 8);
}

function hasMoved({ keys }: Reading, { name, value, isNear }: Field, { page, count }: Shorter) {
	const again = fieldNamed(page.fields, name)?.value ?? value;
	if (isNear && typeof value === 'string') return again !== value;
	return Math.abs(Number(again) - Number(value)) === keys.length - count;
}
