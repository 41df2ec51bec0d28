/** Reads simulated services as the node's operations do. All that the simulation takes of the node. */
import { inspect } from 'node:util';

import { HttpFailure } from '../../credentials/contactsApi/http/httpFailure';
import { withRetries } from '../../credentials/contactsApi/http/retry';
import { requestError } from '../../nodes/Contacts/contactsError';
import type { Note } from '../../nodes/Contacts/operations/hints';
import { requestFor } from '../../nodes/Contacts/operations/readingParameters';
import { readList } from '../../nodes/Contacts/operations/readPages';
import type { Source, Way } from '../../nodes/Contacts/paginate';
import { quotableName } from '../../nodes/Contacts/quotableName';
import { type FetchPage, listRetries, refusalBy } from '../../nodes/Contacts/request/fetchPage';
import { readAhead } from '../../nodes/Contacts/request/readAhead';
import { RequestGate } from '../../nodes/Contacts/request/requestGate';
import { runConcurrently } from '../../nodes/Contacts/request/runConcurrently';
import { type Contact, readByPages } from '../corpus/read';
import type { VirtualClock } from './clock';
import { FILTER } from './plan';
import type { Service } from './service';
import type { Settings } from './settings';

/** A list of the service, and how to read it. */
export interface ListPlan {
	filter: string;
	pageSize: number;
	limit: number;
	/** A query parameter of the user's own: the position of the first page, or the page size. */
	own?: { name: string; value: number };
}

/** What the lists of a run share with each other. */
export interface Run {
	service: Service;
	clock: VirtualClock;
	signal: AbortSignal;
	concurrency: number;
	intervalMs: number;
	/** Is called for each request. */
	onRequest: () => void;
	/** Receives a line for each response, and for what the node has made of it. */
	record?: (line: string) => void;
}

/** What an operation has given out, and the error that it ended with. */
export interface Outcome {
	contacts: Contact[];
	notes?: Note[];
	error?: unknown;
}

/** Reads lists side by side, as List does for several input items, with Continue On Fail. */
export async function readWhole(
	run: Run,
	lists: ListPlan[],
	settings: Settings,
): Promise<Outcome[]> {
	const { clock, concurrency, intervalMs, signal: runSignal } = run;
	const gate = new RequestGate(concurrency, intervalMs, clock);
	const budget = { pages: concurrency - 1 };
	const ways: Way[] = [];
	return await runConcurrently(lists.length, concurrency, runSignal, async (index, signal) => {
		const fetchPage = readAhead(pagesOf(run, gate, signal), budget, signal);
		const source = sourceOf(run, lists[index]!, settings, fetchPage, ways);
		try {
			return await readList(source, true);
		} catch (error) {
			return { contacts: [], error };
		}
	});
}

/** Reads a list as Get Page does, in a run of the node for each page. */
export async function readPageByPage(
	run: Run,
	list: ListPlan,
	settings: Settings,
): Promise<Outcome> {
	const { clock, concurrency, intervalMs, signal } = run;
	const contacts: Contact[] = [];
	const read: Note[] = [];
	const sourceForPage = () => {
		const gate = new RequestGate(concurrency, intervalMs, clock);
		const fetchPage = pagesOf(run, gate, signal);
		return sourceOf(run, list, settings, fetchPage, []);
	};
	try {
		await readByPages(sourceForPage, (page, notes) => {
			contacts.push(...page);
			read.push(...notes);
		});
		return { contacts, notes: read };
	} catch (error) {
		return { contacts, error };
	}
}

function sourceOf(
	{ record: log = () => {} }: Run,
	{ filter, pageSize, limit, own }: ListPlan,
	settings: Settings,
	fetchPage: FetchPage,
	ways: Way[],
): Source {
	const filters = filter === '' ? [] : [{ name: FILTER, value: filter }];
	const rows = [...filters, ...(own ? [own] : [])];
	const credentials = { baseUrl: 'https://api.example.com' };
	const request = requestFor(credentials, { pageSize, rows, pagination: settings });
	return { request: { ...request, limit }, send: fetchPage, quote: quotableName, ways, log };
}

/** Requests pages in the list's turn, and again after faults that pass. */
function pagesOf(run: Run, gate: RequestGate, listSignal: AbortSignal): FetchPage {
	const retries = listRetries(gate.clock);
	return async (url, number, _upcoming, pageSignal) => {
		const signal = pageSignal ? AbortSignal.any([listSignal, pageSignal]) : listSignal;
		const send = () => answer(run, url, signal);
		const attempt = () => gate.run(send, signal);
		const outcome = await withRetries(attempt, { ...retries, signal });
		if (!(outcome instanceof HttpFailure)) return outcome;
		return refusalBy(requestError(outcome.reason, number, outcome), number);
	};
}

const MAX_LATENCY_MS = 40;

/** How a response is shown. */
const SHORT = { depth: null, breakLength: Infinity, maxArrayLength: 2 };

/** What the service answers after some time. */
async function answer({ service, clock, record, onRequest }: Run, url: URL, signal: AbortSignal) {
	onRequest();
	try {
		await clock.sleep(clock.random() * MAX_LATENCY_MS, signal);
	} catch {
		return new HttpFailure('canceled');
	}
	const response = service.respond(url);
	record?.(`${clock.now().toFixed()} ms: ${url.search} ${inspect(response, SHORT)}`);
	if (response instanceof HttpFailure) return response;
	const { status = 200, headers, body } = response;
	return { status, headers: new Headers(headers), body };
}
