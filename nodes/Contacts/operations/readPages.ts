import type { Contact } from '../response/pageResponse';
import { adviceFor, isSet, settingsOf } from '../list/advice';
import type { Discoveries } from '../list/discoveries';
import { ask, end } from '../list/decide';
import { isFull } from '../list/evidence';
import type { AcceptedPage, Known } from '../list/kernel';
import { KeySet } from '../list/keySet';
import { saysMore } from '../list/leads';
import { ListError } from '../list/listErrors';
import { knownIn } from '../list/memory';
import { signsOf } from '../list/signs';
import type { SuggestedSettings } from '../list/pagination';
import type { ListRequest, ListState, Next, Place, Step } from '../list/state';
import { requestsAt, START, step } from '../list/step';
import { describe } from '../list/trace';
import type { FetchPage } from '../request/fetchPage';
import { RequestError } from '../request/requestErrors';

/** What reading a list takes. */
export interface Reader {
	request: ListRequest;
	fetchPage: FetchPage;
	discoveries: Discoveries;
	/** Receives a line for each request: how it was made, and what came. */
	log: (line: string) => void;
}

/** What the service was asked for, and the user can set to save these requests. */
export interface Findings {
	/** How pages are requested. */
	settings?: SuggestedSettings;
	/** Whether contacts come only with a smaller page size, or without one. */
	isResized: boolean;
}

/** Lines of a trace that an error keeps. */
const TRACE_LENGTH = 8;

/**
 * Reads a list of contacts, page by page.
 *
 * @param readAll whether to read on after the first page, up to the limit
 * @param select returns what to keep of a contact
 * @param matches whether to return a contact at all; only those that it returns count towards the limit
 * @returns the contacts in their order, whether the service has more, and what was found by asking
 * @throws ExplainedError rather than return a part of the list as if it were all
 */
export async function readList(
	reader: Reader,
	readAll: boolean,
	select: (contact: Contact) => Contact = (contact) => contact,
	matches?: (contact: Contact) => boolean,
) {
	const { limit } = reader.request;
	// Pages are read ahead up to the limit of the request, which a search does not have.
	const request = matches ? { ...reader.request, limit: Infinity } : reader.request;
	const contacts: Contact[] = [];
	const known = new KeySet();
	const walk = new Walk({ ...reader, request }, known, START);
	const isEnough = () => contacts.length >= limit || (!readAll && walk.place.state.pages > 0);
	do {
		const { page, keys } = await walk.next();
		// Only the contacts of accepted pages are known.
		if (!page) continue;
		const found = matches ? page.contacts.filter(matches) : page.contacts;
		for (const contact of found.slice(0, limit - contacts.length)) contacts.push(select(contact));
		for (const key of keys) known.add(key);
	} while (!isEnough() && walk.place.next.kind !== 'end');
	const { findings, place } = walk;
	return { contacts, hasMore: readAll ? 'no' : hasMore(place, request), findings };
}

/**
 * Reads one page of a list.
 *
 * @returns the page, and the place where the list goes on after it; undefined at its end
 * @throws ExplainedError like `readList`, within the limits of what a place remembers
 */
export async function readPageAt(reader: Reader, place: Place) {
	const walk = new Walk(reader, knownIn(place.state.memory), place);
	let page: AcceptedPage<Contact> | undefined;
	// Probes are not pages.
	do ({ page } = await walk.next());
	while (!page && walk.place.next.kind !== 'end');
	const { findings, place: after } = walk;
	const contacts = page?.contacts ?? [];
	return { contacts, place: after.next.kind === 'end' ? undefined : after, findings };
}

/** @returns `maybe` when the service does not say */
function hasMore({ state, next }: Place, request: ListRequest): 'yes' | 'no' | 'maybe' {
	if (next.kind === 'end') return 'no';
	if (saysMore(state, request)) return 'yes';
	return isFull(state, request) ? 'maybe' : 'no';
}

/** Takes the steps through a list, with a request for each. */
class Walk {
	readonly #trace: string[] = [];

	#isResized = false;

	constructor(
		private readonly reader: Reader,
		private readonly known: Known,
		public place: Place,
	) {}

	get findings(): Findings {
		const { found, asked, received } = this.place.state;
		// A first try that succeeds costs nothing.
		const settings = found && asked.length > 1 ? settingsOf(found) : undefined;
		const isNew = settings && !isSet(settings, this.reader.request.pagination);
		return { ...(isNew && { settings }), isResized: this.#isResized && received > 0 };
	}

	/** @throws ExplainedError when the list does not go on as it should */
	async next(): Promise<Pick<Step, 'page' | 'keys'>> {
		const { request, fetchPage, log } = this.reader;
		this.#useDiscoveries();
		const { place } = this;
		if (place.next.kind === 'end') return { keys: [] };
		this.#throwIfUnknown(place);
		this.#isResized ||= place.next.kind === 'first' && place.next.otherwise !== undefined;
		const number = place.state.pages + 1;
		const { url, upcoming } = requestsAt(place, request);
		let rejection: unknown;
		const response = await fetchPage(url, number, upcoming).catch((error: unknown) => {
			if (!isRejection(error)) throw error;
			rejection = error;
			return { status: error.status ?? 200 };
		});
		const taken = step(place, response, request, this.known);
		const { page, keys, state, next } = taken;
		const line = describe(place, response, taken);
		log(line);
		this.#trace.push(line);
		this.place = { state, next };
		this.#noteDiscoveries(place);
		if (next.kind === 'rejected') throw rejection;
		// The answers to questions, and pages read again, are not the next page.
		const isNextPage = place.next.kind !== 'ask' && place.next.kind !== 'check';
		this.#throwIfUnknown(this.place, isNextPage ? number : state.pages);
		return { page, keys };
	}

	#throwIfUnknown({ state, next }: Place, number = state.pages): void {
		if (next.kind !== 'unknown') return;
		const trace = this.#trace.slice(-TRACE_LENGTH);
		throw ListError.of(next.failure, number, { ...adviceFor(state, this.reader.request), trace });
	}

	#useDiscoveries(): void {
		const { state, next } = this.place;
		const { request, discoveries } = this.reader;
		if (next.kind === 'first' && discoveries.takesPageSize) {
			this.place = emptyListIn(next) ?? this.place;
		}
		if (next.kind !== 'ask' || Object.keys(next.outcomes).length > 0) return;
		if (isSilent(state, request) && discoveries.wouldSayMore(request.url, state.count)) {
			this.place = { state, next: end('wouldBeSaid', state, request, { wouldSayMore: true }) };
			return;
		}
		const isCut = signsOf(state, 'size').some(({ value }) => value === state.count);
		const shortCount = isCut || isFull(state, request) ? Infinity : state.count;
		const finding = discoveries.find(request.url, shortCount);
		if (finding === undefined) return;
		const known = finding === 'nothing' ? { questionsLeft: 0 } : { discovered: finding };
		const informed: ListState = { ...state, ...known };
		this.place = { state: informed, next: ask(informed, request) };
	}

	#noteDiscoveries({ state: before, next: { kind } }: Place): void {
		const { request, discoveries } = this.reader;
		const { state, next } = this.place;
		const isSized = request.pageSize !== undefined && state.pageSize !== 'none';
		discoveries.takesPageSize ||= isSized && state.count > 0;
		const isFirst = state.pages === 1 && (state.held ?? saysMore(state, request));
		if (isFirst) discoveries.noteMore(request.url, before.pages === 0 ? state.count : before.count);
		const wasAsked = kind === 'ask' && next.kind !== 'ask';
		const isSilent = next.kind === 'end' && next.end.reason === 'short';
		if (wasAsked) discoveries.note(state, request.url, isSilent);
	}
}

/** The end of a list that had nothing with a page size. */
function emptyListIn({ otherwise }: Next & { kind: 'first' }): Place | undefined {
	return otherwise?.next.kind === 'end' ? otherwise : undefined;
}

/** Whether a page says nothing of more, not even with a number that may be that of all contacts. */
function isSilent(state: ListState, request: ListRequest): boolean {
	const numbers = signsOf(state, 'count', 'total');
	return !saysMore(state, request) && !numbers.some(({ value }) => (value as number) > state.count);
}

/** Whether a service may answer so to a parameter that it does not know; not if it is down. */
function isRejection(error: unknown): error is RequestError {
	return (
		error instanceof RequestError &&
		['notFound', 'refused', 'notJson', 'failed', 'redirected'].includes(error.reason) &&
		![502, 503, 504].includes(error.status!)
	);
}
