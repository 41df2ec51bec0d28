import type { ContactsError } from '../contactsError';
import { isRejection } from '../request/requestErrors';
import { pagesIn, totalsIn } from '../response/evidence';
import { hashOf } from '../response/identity';
import { pathOf } from '../response/lists';
import { type Contact, keysIn, type Page } from '../response/page';
import { pageError } from '../response/pageErrors';
import { alongWay, endAfterOverlap, endAt, endIf } from './along';
import { startByHand } from './byHand';
import { mayBeCut, readFirst } from './firstPage';
import { type AcceptedPage, type End, isEnd } from './kernel';
import { adviceFor, explainRefusal, listError } from './listErrors';
import type { Next, Reading, Step } from './reading';
import { findWay } from './search';
import { format, isLed, leadIn, numberOf, type Position, type Size } from './ways';

/** A page of a list, and how to find out what follows it. */
interface ListPage {
	page: AcceptedPage<Contact>;
	/** What to request next; asks the service if need be, once. */
	next: () => Promise<Next>;
}

/**
 * Reads a list, page by page.
 *
 * @param start where to go on, from a continuation; undefined for the first page
 * @returns the end of the list
 * @throws ExplainedError when the list does not go on as it should
 */
export async function* pagesOf(reading: Reading, start?: Step): AsyncGenerator<ListPage, End> {
	let page = start ? await goOn(reading, start) : await readFirst(reading);
	for (;;) {
		if (isEnd(page)) return page;
		let following: Promise<Next> | undefined;
		const next = () => (following ??= whereNext(reading));
		yield { page, next };
		const step = await next();
		if (isEnd(step)) reading.log(`The list ends (${step.end})`);
		page = isEnd(step) ? step : await goOn(reading, step);
	}
}

async function goOn(reading: Reading, step: Step): Promise<AcceptedPage<Contact> | End> {
	return await follow(reading, step).catch((error: unknown) => {
		throw explainRefusal(error, reading);
	});
}

/** Give up after this many consecutive empty pages; some services send a few in the middle of a list. */
const MAX_EMPTY_PAGES = 10;

/**
 * What to request after the last page, or the end. Where the way is not known, the service is asked.
 *
 * @throws ContactsError if nothing says how the list goes on, or that it ends
 */
async function whereNext(reading: Reading): Promise<Next> {
	const next = await nextOf(reading);
	reading.answers.clear();
	if (!isEnd(next)) noteSize(reading, next.size);
	return next;
}

/** From the second page on, a first page that comes again may have another length. */
function noteSize({ progress, keys }: Reading, { contacts = Infinity }: Size): void {
	if (progress.pages > 1 || contacts >= keys.length) return;
	progress.seen.unshift(hashOf(keys.slice(0, contacts)));
}

async function nextOf(reading: Reading): Promise<Next> {
	const { progress } = reading;
	if (progress.emptyPages >= MAX_EMPTY_PAGES) {
		throw listError('tooManyEmptyPages', progress.pages, MAX_EMPTY_PAGES, adviceFor(reading));
	}
	if (reading.way) return alongWay(reading, reading.way);
	return (await startByHand(reading)) ?? (await findWay(reading));
}

/** Requests the next page, and accepts it, or the end that it shows. */
async function follow(reading: Reading, step: Step): Promise<AcceptedPage<Contact> | End> {
	const { position, size } = step;
	reading.way = position.way;
	const url = reading.urlOf(size, position);
	let refusal: ContactsError | undefined;
	const response =
		step.response ??
		(await reading.get(url, upcomingOf(reading, position, size)).catch((error: unknown) => {
			reading.log(`${lineAt(reading, position)}: refused`);
			if (position.way.kind !== 'page' || !isRejection(error)) throw error;
			refusal = error;
			return undefined;
		}));
	if (!response) return await pastTheEnd(reading, step, refusal!);
	const page = reading.read(response);
	throwIfWithoutList(reading, step, page);
	const keys = reading.keysOf(page);
	const end = endAt(reading, step, page, keys);
	if (end) return end;
	const accepted = accept(reading, step, page, keys);
	await throwIfMoved(reading, step, page, keys);
	reading.size = size;
	reading.position = position;
	reading.add(page, keys, accepted);
	const count = accepted.contacts.length;
	reading.log(`${lineAt(reading, position, 0)}: ${count} new contacts (${accepted.reason})`);
	return hasOnlyOverlap(reading, accepted) ? endAfterOverlap(reading) : accepted;
}

/** Whether a page has only contacts that had to come, and room for others. */
function hasOnlyOverlap({ page, keys, way, size }: Reading, { contacts }: AcceptedPage): boolean {
	const leadsOn = way && isLed(way) && leadIn(page.fields, way.field) !== undefined;
	const isAlone = contacts.length === 0 && keys.length > 0 && keys.length !== size.contacts;
	return isAlone && !leadsOn;
}

function lineAt({ progress }: Reading, position: Position, ahead = 1): string {
	return `Page ${progress.pages + ahead}, by ${format(position)}`;
}

/** A response without a list where pages had one is not the end after a page that promised more. */
function throwIfWithoutList(
	reading: Reading,
	{ position }: Step,
	{ hasList, contacts, response }: Page,
): void {
	const { saysMore, pages, place } = reading.progress;
	const hasPromised = mayBeFull(reading) || saysMore || isLed(position.way);
	if (hasList || contacts.length > 0 || !hasPromised) return;
	throw pageError('notAListAt', pages + 1, pathOf(place), keysIn(response.body));
}

function accept(
	reading: Reading,
	step: Step,
	page: Page,
	keys: readonly number[],
): AcceptedPage<Contact> {
	const { way } = step.position;
	const isSeen = reading.progress.seen.includes(hashOf(keys));
	if (isSeen && keys.length > step.overlap) {
		throw listError('pageRepeated', reading.progress.pages + 1, adviceFor(reading));
	}
	const claim = {
		...step,
		isConfirmed: step.isProven,
		mayLackOverlap: 'isInclusive' in way && way.isInclusive === true,
	};
	const accepted = reading.accept(claim, page, keys);
	if (typeof accepted !== 'string') return accepted;
	throw listError(accepted, reading.progress.pages + 1, adviceFor(reading));
}

/** Whether the last page may have no room for more: services cut first pages, and have sizes of their own. */
function mayBeFull(reading: Reading): boolean {
	const { isFull, pages, longest } = reading.progress;
	return isFull || (pages === 1 && (mayBeCut(reading) || longest > Number(reading.size.contacts)));
}

/** The end of a list whose next page, by its number, was refused. @throws the refusal if it may not be */
async function pastTheEnd(reading: Reading, step: Step, refusal: ContactsError): Promise<End> {
	const { totals, received, saysMore } = reading.progress;
	const { checkTotal } = reading.request.pagination;
	const isMissing = checkTotal && [...totals.values()].some((total) => total > received);
	const evidence = { saysMore: saysMore || isMissing, saysEnd: false, isCounted: false };
	if (![400, 404, 422].includes(refusal.status!)) throw refusal;
	const next = refusal.status === 404 ? 'missing' : 'refused';
	const facts = { next, isFull: mayBeFull(reading), wasCounted: true } as const;
	const end =
		endIf(reading, 'pastTheEnd', evidence, facts) ??
		endIf(reading, 'pastTheEnd', evidence, { ...facts, isEndSeen: await isEndSeen(reading, step) });
	if (end) return end;
	throw refusal;
}

/**
 * Requests the last contacts once more, with a page size that puts the last one in the middle of its page.
 * A window, beyond which nothing may be requested, would cut that page or refuse it.
 */
async function isEndSeen(reading: Reading, { position, size }: Step): Promise<boolean> {
	const { received, longest } = reading.progress;
	const last = received - 1;
	const isInside = (contacts: number) => Math.abs((last % contacts) / contacts - 0.5) < 0.25;
	const sizes = Array.from({ length: longest }, (_, index) => longest - 1 - index);
	const contacts = sizes.find((one) => one > 3 && isInside(one));
	if (contacts === undefined) return false;
	const first = Number(position.value) - numberOf(position)! + 1;
	const there = { ...position, value: first + Math.floor(last / contacts) };
	const url = reading.urlOf({ ...size, contacts }, there);
	const page = reading.tryToRead(await reading.tryToGet(url));
	const keys = page ? reading.keysOf(page) : [];
	reading.log(`The end of the list with ${contacts} contacts: ${keys.length}`);
	return keys.length === (last % contacts) + 1 && keys.at(-1) === reading.last.at(-1);
}

/**
 * If contacts were removed from earlier pages, later ones moved up and were skipped: a total that falls
 * shows it. Then the page before and this one are read once more. Pages that start one contact back show it
 * themselves.
 */
async function throwIfMoved(
	reading: Reading,
	{ position, size }: Step,
	page: Page,
	keys: readonly number[],
): Promise<void> {
	const { way, value } = position;
	const { progress } = reading;
	// A continuation does not have the link or cursor of the page before.
	const isKnown = way.kind === 'page' || (isLed(way) && reading.page !== undefined);
	if (!isKnown) return;
	const now = totalsIn(page);
	const totals = reading.page ? totalsIn(reading.page) : progress.totals;
	// A number that counts the contacts of its page falls on the last one.
	const hasFallen = ([name, total]: [string, number]) =>
		Number(now.get(name)) < total && total !== reading.keys.length;
	if (![...totals].some(hasFallen)) return;
	const isSecond = progress.pages === 1;
	const before = way.kind === 'page' ? { way, value: Number(value) - 1 } : reading.position!;
	const pages = [
		[isSecond ? reading.urlOf(reading.size) : reading.urlOf(size, before), progress.seen.at(-1)],
		[reading.urlOf(size, position), hashOf(keys)],
	] as const;
	for (const [url, hash] of pages) {
		const again = reading.tryToRead(await reading.tryToGet(url));
		if (again && hashOf(reading.keysOf(again)) === hash) continue;
		throw listError('listChanged', progress.pages + 1, adviceFor(reading));
	}
}

/** As many requests as the node sends at a time at most. */
const MAX_PAGES_AHEAD = 20;

/** The pages that are certain to be requested after the next one, up to the stated end or the limit. */
function upcomingOf(reading: Reading, position: Position, size: Size): URL[] {
	const { way, value } = position;
	const { request, progress, keys, overlap, page } = reading;
	if ((way.kind !== 'page' && way.kind !== 'offset') || keys.length === 0) return [];
	const { received, totals } = progress;
	const number = numberOf(position);
	const back = number === undefined && overlap < Infinity ? overlap : 0;
	const stride = Math.min(size.contacts ?? Infinity, keys.length) - back;
	const pagesLeft = number === undefined ? 0 : Math.max(0, ...pagesIn(page)) + 1 - number;
	const total = Math.max(...totals.values(), received + pagesLeft * stride);
	const left = Math.ceil((Math.min(total, request.limit) - received) / stride);
	const ahead = stride > 0 ? Math.min(left - 1, MAX_PAGES_AHEAD) : 0;
	return Array.from({ length: Math.max(0, ahead) }, (_, index) => {
		const by = number === undefined ? stride : 1;
		return reading.urlOf(size, { way, value: Number(value) + by * (index + 1) });
	});
}
