/** Services for tests, as data or as functions of a page. */
import { type Page, shape } from '../../../sandbox/service/shapes/shape.ts';
import type { Contact, Service, ServiceResponse } from './read';
import { respondWith } from './shapes/serve';
import { parameterOf, type Position } from './world/positions';

export type { Page };

interface Description {
	contacts: Contact[];
	by: Position;
	maxPageSize?: number;
	/** Whether malformed positions are refused; otherwise they are taken for the first page. */
	refuses?: boolean;
	/** What a page looks like. */
	body: (page: Page) => unknown;
	headers?: (page: Page) => Record<string, string>;
}

/** A service that sends its contacts in pages of the requested size, up to a maximum. */
export function pagedService(description: Description): Service {
	const { contacts, by, maxPageSize = Infinity, refuses = true, body, headers } = description;
	const respond = respondWith(shape('', { by, contact: {}, body, headers }), { maxPageSize });
	return {
		contacts,
		respond: ({ url }) => {
			const response = respond({ url }, contacts);
			if (response.status !== 400 || refuses) return response;
			const first = new URL(url);
			first.searchParams.delete(parameterOf(by));
			return respond({ url: first }, contacts);
		},
	};
}

export const range = (length: number): number[] => Array.from({ length }, (_, index) => index);

/** Contacts with an ID each. */
export const contactsOf = (length: number, first = 1): Contact[] =>
	range(length).map((index) => ({ id: first + index, name: `Contact ${first + index}` }));

export const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((id): Contact => ({ id })) as [
	Contact,
	Contact,
	Contact,
	Contact,
];

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
