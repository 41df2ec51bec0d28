/** Reads lists without HTTP: the responses are given as parsed bodies. */
import { ListError } from '../../../../nodes/Contacts/errors';
import type { FetchPage } from '../../../../nodes/Contacts/request/fetchPage';
import { findContacts } from '../../../../nodes/Contacts/pagination/findContacts';
import type { ListRequest } from '../../../../nodes/Contacts/pagination/listReader';
import type { Page } from '../../../../nodes/Contacts/pagination/page';
import type { Pagination } from '../../../../nodes/Contacts/pagination/pagination';
import { paginationFields } from '../../../../nodes/Contacts/pagination/paginationFields';
import { readContacts as readList } from '../../../../nodes/Contacts/pagination/readContacts';
import { readSigns } from '../../../../nodes/Contacts/pagination/readSigns';
import type { Contact } from '../../../../sandbox/service/shapes/contacts.ts';
import type { Service, Shape } from '../../../../sandbox/service/shapes/shape.ts';

export type { FetchPage };

export const ORIGIN = 'https://api.example.com';

/** The defaults of the form. */
export const AUTOMATIC = Object.fromEntries(
	paginationFields.map(({ name, default: value }) => [name, value]),
) as unknown as Pagination;

export interface ReadingRequest extends ListRequest {
	readAll: boolean;
}

type RequestSettings = Partial<Omit<ReadingRequest, 'pagination'>> & {
	pagination?: Partial<Pagination>;
};

/** Requests all contacts in pages of two in Automatic; the argument overrides. */
export function requestOf({ pagination, ...rest }: RequestSettings = {}): ReadingRequest {
	return {
		url: new URL(`${ORIGIN}/v1/contacts`),
		pageSize: 2,
		readAll: true,
		limit: Infinity,
		contactsField: '',
		pagination: { ...AUTOMATIC, ...pagination },
		...rest,
	};
}

export function contactsOf(count: number, first = 0): Contact[] {
	return Array.from({ length: count }, (_, n) => ({ id: first + n }));
}

/** A response with headers, for `fetchInTurn`. */
export class WithHeaders {
	constructor(
		readonly body: unknown,
		readonly headers: Record<string, string>,
	) {}
}

/** Answers requests with the bodies in turn, and fails when there are more requests. */
export function fetchInTurn(...bodies: unknown[]) {
	const requested: string[] = [];
	const fetchPage: FetchPage = async (url) => {
		if (requested.length === bodies.length) throw new Error('A request too many');
		const body = bodies[requested.length];
		requested.push(url.href);
		if (body instanceof Error) throw body;
		const { headers, ...response } = body instanceof WithHeaders ? body : { body, headers: {} };
		return { ...response, headers: new Headers(headers) };
	};
	return { fetchPage, requested };
}

export async function readContacts(request: ReadingRequest, fetchPage: FetchPage) {
	return await readList(request, fetchPage, request.readAll);
}

/** The list, or the reason of its error. */
export async function outcome(request: ReadingRequest, fetchPage: FetchPage) {
	try {
		return await readContacts(request, fetchPage);
	} catch (error) {
		return reasonOf(error);
	}
}

function reasonOf(error: unknown): string {
	if (error instanceof ListError) return error.reason;
	throw error;
}

/** The first page of a list with the given body. */
export function pageOf(body: unknown, rest: Partial<Page> = {}): Page {
	const headers = rest.headers ?? new Headers();
	const { contacts, location } = findContacts(body, 1, '', readSigns(body, headers, []));
	return {
		url: new URL(`${ORIGIN}/v1/contacts?pageSize=2`),
		number: 1,
		body,
		headers,
		signs: readSigns(body, headers, location?.path ?? []),
		contacts,
		location,
		collected: contacts.length,
		pageSize: 2,
		...rest,
	};
}

interface ShapeList {
	total: number;
	pageSize?: number;
	service?: Service;
	settings?: RequestSettings;
}

/** Lists an emulated service, and returns the list or its error, with the queries that were sent. */
export async function listShape(
	shape: Pick<Shape, 'contact' | 'respond'>,
	{ total, pageSize = 50, service = { maxPageSize: 1_000 }, settings }: ShapeList,
) {
	const contacts = Array.from({ length: total }, (_, n) => shape.contact(n));
	const queries: string[] = [];
	const fetchPage: FetchPage = async (url) => {
		const { status = 200, body, headers } = shape.respond({ url }, contacts, service);
		queries.push(url.search.replace(/^\?pageSize=\d+&?/, ''));
		if (queries.length > 100) throw new Error('Endless');
		if (status >= 400) throw new ListError('refused', queries.length, status);
		return { body, headers: new Headers(headers as Record<string, string>) };
	};
	const url = new URL(`${ORIGIN}/v1/contacts?pageSize=${pageSize}`);
	try {
		const request = requestOf({ url, pageSize, ...settings });
		const list = await readContacts(request, fetchPage);
		return { ...list, isWhole: isSame(list.contacts, contacts), queries };
	} catch (error) {
		if (!(error instanceof ListError)) throw error;
		const { reason, userMessage } = error;
		return { reason: reason as string, ...userMessage, isWhole: false, queries };
	}
}

function isSame(received: unknown[], contacts: unknown[]): boolean {
	return JSON.stringify(received) === JSON.stringify(contacts);
}
