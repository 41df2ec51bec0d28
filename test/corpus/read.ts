/** Reads emulated services as List and Get Page do, without sockets and without n8n's engine. */
import { ExplainedError } from '../../credentials/contactsApi/explainedError';
import { continuationsOf } from '../../nodes/Contacts/operations/continuation';
import type { Note } from '../../nodes/Contacts/operations/hints';
import { paginationOf } from '../../nodes/Contacts/operations/readingParameters';
import type { Advice } from '../../nodes/Contacts/operations/listErrors';
import { readList, readPageAt } from '../../nodes/Contacts/operations/readPages';
import type {
	Continuation,
	ListRequest,
	Pagination,
	Source,
	Way,
} from '../../nodes/Contacts/paginate';
import { quotableName } from '../../nodes/Contacts/quotableName';
import { type FetchPage, refusalBy } from '../../nodes/Contacts/request/fetchPage';
import { type ContactsError, requestError } from '../../nodes/Contacts/contactsError';
import { compare, type Comparison } from './compare';

export type { Pagination };

export type Contact = Record<string, unknown>;

/** A service with its list of contacts. */
export interface Service {
	contacts: Contact[];
	/** Answers the request for a page. Readers get the body as it is, so it must be valid as JSON. */
	respond(request: { url: URL }): ServiceResponse;
	/** If the entries of the list are wrappers, the part that may also be returned as the contact. */
	unwrap?: (entry: Contact) => unknown;
}

export interface ServiceResponse {
	/** 200 by default. */
	status?: number;
	headers?: Record<string, string>;
	/** Undefined for a response without a body. */
	body?: unknown;
}

export interface ReadOptions {
	/** Undefined when the service decides. */
	pageSize: number | undefined;
	/** Further parameters, as a query: the option 'Query Parameters'. */
	query?: string;
	contactsField?: string;
	/** Settings that differ from the defaults of the form. */
	pagination?: Partial<Pagination>;
	/** Shared by the lists of a run. */
	ways?: Way[];
}

/** The outcome of reading a list. */
export interface Outcome {
	/** How the contacts compare with those of the service; `endless` after far too many requests. */
	result: Comparison | 'error' | 'endless';
	/** Those returned; up to the error, if there was one. */
	contacts: Contact[];
	/** Of the error. */
	reason?: string;
	message?: string;
	description?: string;
	advice?: Advice;
	hints: string[];
	/** Queries in the order in which they were sent. */
	requests: string[];
	/** For each request, the queries of the pages that are certain to follow. */
	upcoming: string[][];
	/** How the list was read, a line for each request. */
	lines: string[];
}

/** More requests than any of the lists takes, tries included. */
const MAX_REQUESTS = 3_000;

/**
 * Reads the list as List does with Return All on.
 *
 * @param limit the option 'Limit'; the expected list ends there
 */
export async function readWhole(
	service: Service,
	{ limit = Infinity, ...options }: ReadOptions & { limit?: number },
): Promise<Outcome> {
	const expected = limit < Infinity ? service.contacts.slice(0, limit) : service.contacts;
	return await outcomeOf(service, expected, options, async (source, read) => {
		const request = { ...source.request, limit };
		const list = await readList({ ...source, request }, true);
		read(list.contacts, list.notes);
	});
}

/** Reads the list as Get Page does: one call for each page. */
export async function readPageByPage(service: Service, options: ReadOptions): Promise<Outcome> {
	const { contacts } = service;
	return await outcomeOf(service, contacts, options, (source, take) =>
		readByPages(() => source, take),
	);
}

type TakePage = (contacts: readonly Contact[], notes: Note[]) => void;

/** Reads a list page by page, each from the continuation of the last. */
export async function readByPages(sourceForPage: () => Source, take: TakePage): Promise<void> {
	let continuations: ReturnType<typeof continuationsOf> | undefined;
	let start: Continuation | undefined;
	do {
		const source = sourceForPage();
		const { contacts, step, notes } = await readPageAt(source, start);
		take(contacts, notes);
		continuations ??= continuationsOf(source.request, OWNER);
		start = step && continuations.read(continuations.write(step));
	} while (start);
}

/** The operations that read a list. */
export const reads = { List: readWhole, 'Get Page': readPageByPage };

export type Read = keyof typeof reads;

const OWNER = { clientId: 'client_1', orgId: 'org_1', refreshToken: 'refresh-canary' };

const ORIGIN = 'https://api.example.com';

/** A request for contacts as the form has it, with the given settings of Pagination. */
export function listRequest(options: ReadOptions): ListRequest {
	const { pageSize, query, contactsField = '', ...rest } = options;
	const parameters = [pageSize === undefined ? [] : `pageSize=${pageSize}`, query ?? []].flat();
	const url = new URL(`${ORIGIN}/v1/contacts`);
	url.search = parameters.join('&');
	const pagination = paginationOf({ ...rest.pagination });
	return { url, pageSize, limit: Infinity, contactsField, pagination };
}

class EndlessList extends Error {}

/** @returns the source of a service, and where it notes its requests and lines */
export function sourceOf(
	service: {
		respond(request: { url: URL; number: number }): ServiceResponse | Promise<ServiceResponse>;
	},
	request: ListRequest,
	ways: Way[] = [],
) {
	const notes = { requests: [] as string[], upcoming: [] as string[][], lines: [] as string[] };
	const fetchPage: FetchPage = async (url, number, following = []) => {
		notes.requests.push(url.search);
		notes.upcoming.push(following.map(({ search }) => search));
		if (notes.requests.length > MAX_REQUESTS) throw new EndlessList();
		if (url.origin !== ORIGIN) throw new Error(`A request to ${url.origin}`);
		const { status = 200, headers, body } = await service.respond({ url, number });
		if (status >= 400) return refusalBy(statusError(status, number), number);
		return { status, headers: new Headers(headers), body };
	};
	const log = (line: string) => notes.lines.push(line);
	const source: Source = { request, send: fetchPage, quote: quotableName, ways, log };
	return { source, notes };
}

async function outcomeOf(
	service: Service,
	expected: Contact[],
	options: ReadOptions,
	run: (source: Source, take: TakePage) => Promise<void>,
): Promise<Outcome> {
	const contacts: Contact[] = [];
	const hints = new Set<string>();
	const { source, notes } = sourceOf(service, listRequest(options), options.ways);
	const outcome = (result: Outcome['result']) => ({
		result,
		contacts,
		hints: [...hints],
		...notes,
	});
	try {
		await run(source, (page, found) => {
			for (const contact of page) contacts.push(contact);
			for (const { advice } of found) hints.add(advice!);
		});
		return outcome(compare(contacts, expected, service));
	} catch (error) {
		if (error instanceof EndlessList) return outcome('endless');
		// Any other error is a bug.
		if (!(error instanceof ExplainedError)) throw error;
		const { message, description, advice } = error.userMessage;
		const said = { message, description, advice: advice as Advice | undefined };
		return { ...outcome('error'), reason: error.reason, ...said };
	}
}

/** The error with which the node's own fetcher would fail. */
function statusError(status: number, page: number): ContactsError {
	if (status >= 500) return requestError('failed', page, { status });
	return requestError(status === 404 ? 'notFound' : 'refused', page, { status });
}
