/** Services for tests, as data or as functions of a page. */
import {
	type Answer,
	answerer,
	type ResponseTemplate,
	serviceOf,
} from '../../sandbox/corpus/service.ts';
import type { Page, Paging } from '../../sandbox/corpus/page.ts';
import type { Position } from '../../sandbox/corpus/positions.ts';
import type { Template } from '../../sandbox/corpus/template.ts';
import type { Contact, Service, ServiceResponse } from './read';
import { lenient, respondWith, type Sizes } from './serve';

export type { Page };

export interface Description extends Partial<Sizes>, Pick<Paging, 'startsByRequested'> {
	contacts: Contact[];
	/** Links and cursors use the first one of several. */
	by: Position | Position[];
	/** Whether malformed positions are refused; otherwise they are taken for the first page. */
	refuses?: boolean;
	/** What a page looks like. */
	body: Template | ((page: Page) => unknown);
	headers?: ResponseTemplate['headers'];
	/** The response after the last page. */
	pastTheEnd?: ResponseTemplate;
}

/** A service that sends its contacts in pages of the requested size, up to a maximum. */
function pagedService(description: Description): Service {
	const { contacts, by, maxPageSize = Infinity, refuses = true } = description;
	const { fixedPageSize, sizeParameter, startsByRequested } = description;
	const positions = [by].flat();
	const paged = { name: '', source: '', pagedBy: positions, startsByRequested, contact: [] };
	const service = serviceOf({ ...paged, responses: [] }, answerOf(description));
	const respond = respondWith(service, { maxPageSize, fixedPageSize, sizeParameter });
	const isBelowFirst = ({ searchParams }: URL) =>
		positions.some((position) => {
			const least = 'first' in position ? position.first! : -Infinity;
			return Number(searchParams.get(position.parameter) || Infinity) < least;
		});
	const strict: typeof respond = (request, all) =>
		isBelowFirst(request.url) ? { status: 400 } : respond(request, all);
	const parameters = positions.map(({ parameter }) => parameter);
	const answer = refuses ? strict : lenient(strict, parameters);
	return { contacts, respond: (request) => answer(request, contacts) };
}

function answerOf({ body, headers, pastTheEnd }: Description): (page: Page) => Answer {
	const isFunction = typeof body === 'function';
	const ordinary = { headers, body: isFunction ? undefined : body };
	const special = pastTheEnd && { if: 'isPastEnd', ...pastTheEnd };
	const answer = answerer({ responses: special ? [special, ordinary] : [ordinary], contact: [] });
	if (!isFunction) return answer;
	return (page) =>
		special && page.isPastEnd ? answer(page) : { ...answer(page), body: body(page) };
}

/** The same with its list of contacts, or of so many, and other fields beside that. */
export function paged(
	contacts: Contact[] | number,
	by: Description['by'],
	fields: Record<string, Template> = {},
	rest: Partial<Description> = {},
): Service {
	const all = typeof contacts === 'number' ? contactsOf(contacts) : contacts;
	return pagedService({ contacts: all, by, body: { contacts: '{list}', ...fields }, ...rest });
}

/** A service that answers some requests in another way; undefined keeps the response. */
export function instead(
	service: Service,
	answer: (response: ServiceResponse, request: { url: URL }) => ServiceResponse | undefined,
): Service {
	return {
		...service,
		respond: (request) => {
			const response = service.respond(request);
			return answer(response, request) ?? response;
		},
	};
}

/** A service that refuses some requests, or answers them in another way, by their queries. */
export function refusing(
	service: Service,
	isRefused: (query: URLSearchParams) => boolean,
	answer: ServiceResponse = { status: 400 },
): Service {
	return instead(service, (_, { url }) => (isRefused(url.searchParams) ? answer : undefined));
}

export const range = (length: number): number[] => Array.from({ length }, (_, index) => index);

/** Contacts with an ID each. */
export const contactsOf = (length: number, first = 1): Contact[] =>
	range(length).map((index) => ({ id: first + index, name: `Contact ${first + index}` }));

export const [A, B, C, D] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }];

const RECORDS = range(120).map((n) => ({ id: `audit_${n + 1}`, action: 'login' }));

/** A service that has another list at `/v1/audit`, with the same pages and responses. */
export function withAudit<S extends Pick<Service, 'respond'>>(service: S, contacts: Contact[]): S {
	const isContact = new Set<unknown>(contacts);
	const toRecords = (value: unknown): unknown => {
		if (Array.isArray(value)) {
			return value.some((entry) => isContact.has(entry)) ? RECORDS.slice(0, value.length) : value;
		}
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [name, toRecords(inner)]),
		);
	};
	return {
		...service,
		respond: (request) => {
			if (request.url.pathname !== '/v1/audit') return service.respond(request);
			const url = new URL(request.url.search, 'https://api.example.com/v1/contacts');
			const response = service.respond({ url });
			return { ...response, body: toRecords(response.body) };
		},
	};
}

/** An answer that is more than a body. */
export class Response {
	constructor(readonly response: ServiceResponse) {}
}

/** Answers with the bodies, or responses, in turn. */
export function inTurn(contacts: Contact[], ...answers: unknown[]): Service {
	let count = 0;
	return {
		contacts,
		respond: ({ url }) => {
			const answer = answers[count++];
			if (count > answers.length) throw new Error(`A request too many: ${url.search}`);
			return answer instanceof Response ? answer.response : { body: answer };
		},
	};
}
