import type { Sizes } from '../../sandbox/corpus/page.ts';
import { type CorpusService, withoutParameters } from '../../sandbox/corpus/service.ts';
import type { Contact, Service, ServiceResponse } from './read';

export type { Sizes };

const contactsOf = new WeakMap<CorpusService, Contact[]>();

/** A service with so many contacts whose responses have the shape. */
export function serve(shape: CorpusService, total: number, sizes: Sizes): Service {
	const made = contactsOf.get(shape) ?? [];
	while (made.length < total) made.push(shape.contact(made.length));
	contactsOf.set(shape, made);
	const contacts = made.slice(0, total);
	const respond = respondWith(shape, sizes);
	return { contacts, unwrap: shape.unwrap, respond: (request) => respond(request, contacts) };
}

/** Answers as the shape does, with what the node's fetcher makes of it. */
export function respondWith(shape: CorpusService, sizes: Sizes) {
	return (request: { url: URL }, contacts: Contact[]): ServiceResponse => {
		if (request.url.pathname !== '/v1/contacts') return { status: 404 };
		const { status, headers = {}, body } = shape.respond(request, contacts, sizes);
		const joined: Record<string, string> = {};
		for (const [name, value] of Object.entries(headers)) joined[name] = [value].flat().join(', ');
		return { status, headers: joined, body: complete(body) };
	};
}

type Respond = ReturnType<typeof respondWith>;

/** Takes malformed positions for the first page. */
export function lenient(respond: Respond, parameters: string[]): Respond {
	return ({ url }, contacts) => {
		const response = respond({ url }, contacts);
		return response.status === 400
			? respond({ url: withoutParameters(url, parameters) }, contacts)
			: response;
	};
}

/** Leaves out fields without a value, as JSON does. Contacts have none, and stay the same objects. */
function complete(value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	const before = Object.entries(value);
	const fields = before
		.filter(([, field]) => field !== undefined)
		.map(([name, field]) => [name, complete(field)] as const);
	const isSame =
		fields.length === before.length && fields.every(([, field], at) => field === before[at]![1]);
	return isSame ? value : Object.fromEntries(fields);
}

/** Sets a field of a response; undefined leaves it out. */
export function set(body: Contact, path: string[], value: unknown): void {
	if (value === undefined) return;
	let parent = body;
	for (const key of path.slice(0, -1)) {
		const child = parent[key];
		const isObject = typeof child === 'object' && child !== null && !Array.isArray(child);
		if (!isObject) parent[key] = {};
		parent = parent[key] as Contact;
	}
	parent[path.at(-1)!] = value;
}
