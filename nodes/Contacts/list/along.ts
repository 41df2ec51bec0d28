import { type Evidence, isNothing } from '../response/evidence';
import { type Field, fieldNamed, flagOf, says, type Scalar, wordsOf } from '../response/fields';
import { hashOf, isId } from '../response/identity';
import { valueAt } from '../response/json';
import type { Page } from '../response/page';
import { acceptEnd, type End, type EndFacts, type EndReason, type PageReason } from './kernel';
import { adviceFor, listError } from './listErrors';
import type { Next, Reading, Step } from './reading';
import { isLed, leadIn, numberOf, type Size, targetOf, type Way } from './ways';

/** The next step along a way, or the end. */
export function alongWay(reading: Reading, way: Way): Next {
	const said = saidEnd(reading);
	if (said) return said;
	const value = valueAfter(reading, way);
	if (value === undefined) return endWithoutLead(reading, way);
	const { progress, request } = reading;
	return {
		position: { way, value },
		size: sizeAfter(reading, way),
		overlap: overlapOf(reading, way),
		reason: request.pagination.mode === 'automatic' ? reasonOf(way) : 'setByHand',
		isProven: progress.pages > 1,
	};
}

/** The end that the last page states; undefined where the list may go on. */
export function saidEnd(reading: Reading): End | undefined {
	const flag = flagByHand(reading);
	const evidence = evidenceByHand(reading);
	if (flag === false) return endFor(reading, 'setByHand', { isSetByHand: true }, evidence);
	if (flag === true || reading.progress.received === 0) return undefined;
	return endIf(reading, 'said', evidence) ?? endIf(reading, 'allHaveCome', evidence);
}

function endWithoutLead(reading: Reading, way: Way): End {
	const evidence = evidenceByHand(reading);
	// What the way follows is gone, but another field may lead on.
	const isOwn = 'field' in way && evidence.lead?.name === way.field;
	return endFor(reading, 'gone', isOwn ? { leadsOn: false } : {}, evidence);
}

/** What the last page says, where the 'Has More Field' decides whether there is more. */
function evidenceByHand(reading: Reading): Evidence {
	const evidence = reading.evidence();
	return { ...evidence, saysMore: flagByHand(reading) ?? evidence.saysMore };
}

/** The page size to request along a way. */
function sizeAfter(reading: Reading, way: Way): Size {
	const { size } = reading;
	const overlap = overlapOf(reading, way);
	// A page has to have room for more than the overlap.
	const hasRoom = size.contacts === undefined || size.contacts > overlap;
	return hasRoom ? size : { ...size, contacts: size.contacts! + overlap };
}

function reasonOf(way: Way): PageReason {
	return way.kind === 'page' ? 'counted' : isLed(way) ? 'stated' : 'overlap';
}

/** What leads to the page after the last one; undefined where nothing does. */
function valueAfter(reading: Reading, way: Way): string | number | undefined {
	const { position, progress } = reading;
	switch (way.kind) {
		case 'page':
			return Number(position!.value) + 1;
		case 'offset':
			return way.first + progress.received - overlapOf(reading, way);
		case 'lastContact':
			return idAfter(reading, way);
		case 'cursor':
			return cursorAfter(reading, way);
		default:
			return linkAfter(reading, way);
	}
}

function linkAfter(reading: Reading, way: Way & { kind: 'link' }): string | undefined {
	const { page, position, progress } = reading;
	const link = linkOf(reading, way, leadIn(page.fields, way.field));
	if (link === undefined || link !== position?.value) return link;
	// A link of the last page may lead to that page.
	if (!progress.isFull) return undefined;
	throw listError('nextRepeated', progress.pages, adviceFor(reading));
}

function idAfter(reading: Reading, way: Way & { kind: 'lastContact' }): string | number {
	const back = way.isInclusive ? 0 : overlapOf(reading, way);
	const contact = reading.lastContacts.at(-1 - back);
	const id = valueAt(contact, way.field);
	if (isId(id)) return id;
	const { pages } = reading.progress;
	const fields = Object.keys({ ...contact });
	throw listError('lastContactUnusable', pages, way.field, fields, adviceFor(reading));
}

function cursorAfter(
	reading: Reading,
	{ field }: Way & { kind: 'cursor' },
): string | number | undefined {
	const { page, position, progress } = reading;
	const lead = leadIn(page.fields, field);
	const stated = fieldNamed(page.fields, field);
	// Numbers of contacts or pages lead to no page.
	if (stated && (says.total(stated) || says.pages(stated))) {
		throw listError('nextMalformed', progress.pages, field, adviceFor(reading));
	}
	if (isNothing({ value: lead ?? null })) return undefined;
	if (lead !== position?.value) return lead;
	// The service may keep the position itself, under a constant cursor.
	return page.contacts.length === 0 ? undefined : lead;
}

export function linkOf(
	reading: Reading,
	way: Way & { kind: 'link' },
	lead: string | number | undefined,
): string | undefined {
	if (lead === undefined) return undefined;
	const { request, progress } = reading;
	const target = typeof lead === 'string' ? targetOf(request, lead) : undefined;
	if (!target) throw listError('nextMalformed', progress.pages, way.field, adviceFor(reading));
	if (way.isQueryOnly && target.query !== undefined) return target.query;
	if (!target.isElsewhere) return target.link;
	throw listError('nextElsewhere', progress.pages, request.url.origin, adviceFor(reading));
}

/** With how many of the last contacts the next page has to start. */
function overlapOf({ overlap, lastContacts }: Reading, way: Way): number {
	if (way.kind === 'offset') return overlap < Infinity ? overlap : 0;
	if (way.kind === 'cursor') return way.isInclusive ? 1 : 0;
	return way.kind === 'lastContact' && (way.isInclusive || lastContacts.length > 1) ? 1 : 0;
}

/** The 'Has More Field' of a page: a field of the body, or a header, whose names are in lower case. */
export function flagFieldOf(fields: readonly Field[], name: string): Field | undefined {
	return name === '' ? undefined : fieldNamed(fields, name, name.toLowerCase());
}

/** The 'Has More Field': whether it says that there is more; undefined where the page does not have it. */
export function flagByHand({ page, request }: Reading): boolean | undefined {
	const { hasMoreField: name, hasMoreOn } = request.pagination;
	const field = flagFieldOf(page.fields, name);
	const flag = field && flagOf(field.value);
	if (!field || flag === undefined) return undefined;
	const isNamedForLast = says.last(field) || isNamedForEnd(field.key);
	const isTrueOnLast = hasMoreOn === 'detect' ? isNamedForLast : hasMoreOn === 'lastPage';
	return flag !== isTrueOnLast;
}

/** Whether a flag is, by its name, true on the last page. */
function isNamedForEnd(name: string): boolean {
	return /\b(last|end|ended|eof|done|complete|completed|final|finished|exhausted|loaded|no)\b/i.test(
		wordsOf(name),
	);
}

// Ends

/** The end for a reason. @throws ContactsError if something says that there is more */
export function endFor(
	reading: Reading,
	reason: EndReason,
	facts: Partial<EndFacts>,
	evidence: Evidence,
): End {
	const end = endIf(reading, reason, evidence, facts);
	if (end) return end;
	const { missing } = evidence;
	const { pages, received } = reading.progress;
	if (missing) throw listError('totalDiffers', pages, received, missing, adviceFor(reading));
	throw listError('nextUnknown', pages, adviceFor(reading));
}

/** The end for a reason, if what speaks for and against it proves it. */
export function endIf(
	{ progress, way, request }: Reading,
	reason: EndReason,
	{ saysMore, saysEnd, lead }: Evidence,
	facts: Partial<EndFacts> = {},
): End | undefined {
	const { pages, totals, received, isFull } = progress;
	// Some services state a cursor for an empty list, too.
	const isNone = received === 0 && [...totals.values()].includes(0);
	return acceptEnd(reason, {
		...{ isFull, saysMore, saysEnd },
		// Services that count pages may state the number of a page after the last one.
		leadsOn:
			!isNone && lead !== undefined && (!way || isLed(way) || typeof lead.value === 'string'),
		wasLed: pages > 1 && way !== undefined && isLed(way),
		wasCounted: way?.kind === 'page',
		isTotal: request.pagination.checkTotal && [...totals.values()].includes(received),
		isSetByHand: false,
		...facts,
	});
}

/** The end of a list whose pages are counted, where a page is empty or the last one again. */
export function endAt(
	reading: Reading,
	step: Step,
	page: Page,
	keys: readonly number[],
): End | undefined {
	const next = keys.length === 0 ? 'empty' : 'lastAgain';
	if (next === 'empty' ? !isCounted(step) : !isLastAgain(reading, step, keys)) return undefined;
	const evidence = reading.evidence(page, { pageNumber: numberOf(step.position) });
	// An empty page may say itself that there is more.
	if (next === 'empty' && evidence.saysMore && !evidence.missing) return undefined;
	reading.log(`Page ${reading.progress.pages + 1}: ${next}`);
	return endFor(reading, 'pastTheEnd', { next, wasCounted: true, leadsOn: false }, evidence);
}

function isCounted({ position: { way }, overlap }: Step): boolean {
	return way.kind === 'page' || (way.kind === 'offset' && overlap === 0);
}

/** Whether a page is the last one again; pages without IDs may have equal contacts. */
function isLastAgain({ progress }: Reading, step: Step, keys: readonly number[]): boolean {
	const { seen, isFull } = progress;
	if (hashOf(keys) !== seen.at(-1)) return false;
	const { kind } = step.position.way;
	// Some links on the last page lead to the last page. A single contact comes again where one is inserted.
	if (kind === 'link' || (kind === 'page' && keys.length === 1)) return !isFull;
	return kind === 'page' && new Set(keys).size === keys.length;
}

export function endAfterOverlap(reading: Reading): End {
	const evidence = reading.evidence();
	const leadsOn = evidence.lead !== undefined && !isPositionAfterLast(reading, evidence.lead.value);
	return endFor(reading, 'onlyOverlap', { next: 'overlap', leadsOn }, evidence);
}

/** Whether a value is the position after the last contact, which services state on the last page, too. */
function isPositionAfterLast({ progress, position, page, way }: Reading, value: Scalar): boolean {
	const { received } = progress;
	const ids = Object.values(page.contacts.at(-1)!);
	const offsets = way?.kind === 'offset' ? [received + way.first, Number(position!.value) + 1] : [];
	const ends = [...offsets, ...ids];
	return isNothing({ value }) || ends.some((end) => String(end) === String(value));
}
