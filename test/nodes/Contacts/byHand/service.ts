import type { Contact, Service, ServiceResponse } from '../read';
import type { Position } from '../world/positions';

/** A page, and what a response may say about it. */
export interface Page {
	list: Contact[];
	/** Where the page starts and ends in the list, from 0. */
	start: number;
	end: number;
	size: number;
	total: number;
	/** Number of the page, from 1. */
	number: number;
	pages: number;
	hasMore: boolean;
	/** The value of the parameter for the next page, also after the last one. */
	next: string | number;
	/** The value of the parameter for this page. */
	current: string | number;
	/** The link to the next page, also after the last one. */
	nextLink: string;
}

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
	const total = contacts.length;
	const respond = ({ url }: { url: URL }): ServiceResponse => {
		const size = Math.min(Number(url.searchParams.get('pageSize') ?? 10), maxPageSize);
		const value = url.searchParams.get(by.parameter);
		const asked = value === null || value === '' ? 0 : by.read(value, size, contacts);
		if (asked === undefined && refuses) return { status: 400, body: { message: 'Bad request' } };
		const start = asked ?? 0;
		const list = contacts.slice(start, start + size);
		const end = start + list.length;
		const next = by.write(end, size, contacts);
		const nextLink = new URL(url);
		nextLink.searchParams.set(by.parameter, String(next));
		const page: Page = {
			list,
			start,
			end,
			size,
			total,
			number: Math.floor(start / size) + 1,
			pages: Math.ceil(total / size),
			hasMore: end < total,
			next,
			current: by.write(start, size, contacts),
			nextLink: nextLink.href,
		};
		return { body: body(page), headers: headers?.(page) };
	};
	return { contacts, respond };
}

/** Contacts with ids, from 1,000. */
export function contactsOf(total: number): Contact[] {
	return Array.from({ length: total }, (_, n) => ({
		id: 1_000 + n,
		name: `Contact ${1_000 + n}`,
		email: `contact${1_000 + n}@example.com`,
	}));
}
