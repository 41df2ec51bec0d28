import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';
import type { Contact } from '../shapes/contacts.ts';
import { findShape } from '../shapes/find-shape.ts';
import type { Shape } from '../shapes/shape.ts';

/**
 * Creates a function that answers like the API in the setting `like`, with made-up contacts of its form,
 * as many as the organization has.
 *
 * @param listUrl URL of the list, for links
 */
export function createImitation(listUrl: string) {
	let made: { shape: Shape; contacts: Contact[] } | undefined;
	const contactsOf = (shape: Shape, count: number) => {
		if (made?.shape !== shape || made.contacts.length !== count) {
			made = { shape, contacts: Array.from({ length: count }, (_, n) => shape.contact(n)) };
		}
		return made.contacts;
	};

	return (
		{ like, maxPageSize, fixedPageSize }: Settings,
		count: number,
		request: FastifyRequest,
		reply: FastifyReply,
	) => {
		const shape = findShape(like!)!;
		const { search } = new URL(request.url, listUrl);
		const { status, headers, body } = shape.respond(
			{ url: new URL(listUrl + search) },
			contactsOf(shape, count),
			{ maxPageSize, ...(fixedPageSize === null ? {} : { fixedPageSize }) },
		);
		reply
			.code(status ?? 200)
			.type('application/json; charset=utf-8')
			.headers(headers ?? {});
		return reply.send(body === undefined ? undefined : JSON.stringify(body));
	};
}
