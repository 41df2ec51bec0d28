/** A service that behaves as planned. */
import { HttpFailure } from '../../credentials/contactsApi/http/httpFailure';
import {
	FILTER,
	type FaultKind,
	type HeaderKind,
	type Plan,
	type Sign,
	type SignKind,
} from './plan';

export type Contact = Record<string, unknown>;

export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: unknown;
}

/** A page, with everything that a response may say about it. */
interface Page {
	list: Contact[];
	start: number;
	end: number;
	total: number;
	/** The requested page size, and that of the service. */
	asked: number;
	size: number;
	hasMore: boolean;
	/** The value that asks for a page, and its address. */
	valueAt: (start: number) => string | number;
	linkTo: (start: number) => string;
}

export class Service {
	readonly #lists = new Map<string, Contact[]>();

	readonly #tries = new Map<string, number>();

	constructor(
		readonly plan: Plan,
		private readonly seed: number,
	) {}

	/** All contacts of a list, in their order. */
	contacts(filter = ''): Contact[] {
		const known = this.#lists.get(filter);
		if (known) return known;
		const { plan } = this;
		const contacts: Contact[] = [];
		for (let n = 0; n < (plan.counts[filter] ?? 0); n++) {
			contacts.push(contactOf(plan, n, this.seed));
		}
		this.#lists.set(filter, contacts);
		return contacts;
	}

	respond(url: URL): Answer | HttpFailure {
		const { plan } = this;
		const page = this.#pageAt(url);
		const fault = plan.faults && this.#faultAt(url, plan.faults);
		const failure = fault && FAILURES[fault];
		if (failure) return failure();
		if (page instanceof HttpFailure) return page;
		const isOdd = fault !== undefined && page.start > 0 && page.list.length > 0;
		if (isOdd) return ODD_ANSWERS[fault]!;
		const headers = headersOf(plan, page);
		if (plan.empty === 'no content' && page.list.length === 0) {
			return { status: 204, headers, body: undefined };
		}
		return { status: 200, headers, body: bodyOf(plan, page) };
	}

	/** The fault of an address, on the tries that it has. */
	#faultAt({ href }: URL, { kind, share }: NonNullable<Plan['faults']>): FaultKind | undefined {
		const hash = hashOf(href, this.seed);
		if (hash % 1_000 >= share * 1_000) return undefined;
		const tries = this.#tries.get(href) ?? 0;
		this.#tries.set(href, tries + 1);
		const isPassing = PASSING.has(kind);
		return isPassing && tries >= 1 + (hash & 1) ? undefined : kind;
	}

	#pageAt(url: URL): Page | HttpFailure {
		const { plan } = this;
		const query = url.searchParams;
		const contacts = this.contacts(query.get(FILTER) ?? '');
		const asked = Number(query.get('pageSize') ?? plan.defaultSize);
		const size = sizeOf(plan, asked, contacts.length);
		const start = this.#startOf(query, contacts, size);
		return typeof start === 'number'
			? pageFrom(start, { plan, url, contacts, asked, size })
			: start;
	}

	#startOf(query: URLSearchParams, contacts: Contact[], size: number): number | HttpFailure {
		const { plan } = this;
		const hasUnknown = [...query.keys()].some(
			(name) => name !== plan.parameter && name !== 'pageSize' && name !== FILTER,
		);
		if (hasUnknown && plan.unknown === 'refused') return HttpFailure.ofStatus(400);
		if (hasUnknown && plan.unknown === 'filter') return contacts.length;
		const value = query.get(plan.parameter);
		const start = value ? positionOf(value, plan, contacts, size) : 0;
		if (!(start >= 0)) return plan.malformed === 'refused' ? HttpFailure.ofStatus(400) : 0;
		if (start < contacts.length || start === 0) return start;
		if (typeof plan.pastTheEnd === 'number') return HttpFailure.ofStatus(plan.pastTheEnd);
		if (plan.pastTheEnd === 'empty') return start;
		const last = Math.floor((contacts.length - 1) / size) * size;
		return plan.pastTheEnd === 'first page' ? 0 : Math.max(0, last);
	}
}

function sizeOf({ cut: { kind, size } }: Plan, asked: number, count: number): number {
	switch (kind) {
		case 'honored':
			return asked;
		case 'maximum':
			return Math.min(asked, size);
		case 'fixed':
			return size;
		case 'ignored':
			return Math.max(1, count);
	}
}

interface Around {
	plan: Plan;
	url: URL;
	contacts: Contact[];
	asked: number;
	size: number;
}

function pageFrom(start: number, { plan, url, contacts, asked, size }: Around): Page {
	const list = contacts.slice(start, start + size);
	const end = start + list.length;
	const valueAt = (at: number) => valueOf(at, plan, contacts, size);
	return {
		list,
		start,
		end,
		total: contacts.length,
		asked,
		size,
		hasMore: end < contacts.length,
		valueAt,
		linkTo: (at) => {
			const link = new URL(url);
			if (plan.dropsPageSize) link.searchParams.delete('pageSize');
			link.searchParams.set(plan.parameter, String(valueAt(at)));
			return link.href;
		},
	};
}

/** @returns NaN or a negative number for a value that the service does not understand */
function positionOf(value: string, plan: Plan, contacts: Contact[], size: number): number {
	switch (plan.by) {
		case 'page':
			return (Number(value) - plan.first) * size;
		case 'offset':
			return Number(value) - plan.first;
		case 'cursor':
			return Number(
				plan.hasNumbers ? value : Buffer.from(value, 'base64').toString().split(':')[1],
			);
		case 'lastContact': {
			const index = contacts.findIndex((contact) => String(contact[idName(plan)]) === value);
			return index === -1 ? NaN : index + 1;
		}
	}
}

function valueOf(at: number, plan: Plan, contacts: Contact[], size: number): string | number {
	switch (plan.by) {
		case 'page':
			return Math.floor(at / size) + plan.first;
		case 'offset':
			return at + plan.first;
		case 'cursor':
			return plan.hasNumbers ? at : Buffer.from(`position:${at}`).toString('base64');
		case 'lastContact':
			return (contacts[at - 1]?.[idName(plan)] ?? '') as string | number;
	}
}

export function idName({ data }: Plan): string {
	return data === 'uuid' ? 'uuid' : 'id';
}

function bodyOf(plan: Plan, page: Page): unknown {
	const { wrapper } = plan;
	const list = wrapper === undefined ? page.list : page.list.map((node) => ({ [wrapper]: node }));
	if (plan.list.length === 0) return list;
	const body: Contact = {};
	set(body, plan.list, list.length > 0 ? list : EMPTY[plan.empty]);
	for (const sign of plan.signs) set(body, sign.path, VALUES[sign.kind](page, sign, plan));
	for (const { path, value } of plan.constants) {
		// Without another list, a list of objects looks like the contacts.
		if (list.length > 0 || plan.empty === 'list' || !Array.isArray(value)) set(body, path, value);
	}
	return body;
}

const EMPTY = { list: [], null: null, object: {}, absent: undefined, 'no content': undefined };

function set(body: Contact, path: string[], value: unknown): void {
	if (value === undefined) return;
	let parent = body;
	for (const key of path.slice(0, -1)) parent = (parent[key] ??= {}) as Contact;
	parent[path.at(-1)!] = value;
}

const VALUES: Record<SignKind, (page: Page, sign: Sign, plan: Plan) => unknown> = {
	next: (page, sign) => leadOf(page, sign, page.valueAt),
	nextLink: (page, sign) => leadOf(page, sign, page.linkTo),
	more: ({ hasMore }, sign) => formatted(hasMore, sign),
	last: ({ hasMore }, sign) => formatted(!hasMore, sign),
	total: ({ total }, sign) => formatted(total, sign),
	pages: ({ total, size }, sign) => formatted(Math.ceil(total / size), sign),
	number: ({ start, size }, sign, plan) =>
		formatted(Math.floor(start / size) + plan.firstNumber, sign),
	offset: ({ start }, sign, plan) => formatted(start + plan.firstNumber, sign),
	size: ({ size }, sign) => formatted(size, sign),
	count: ({ list }, sign) => formatted(list.length, sign),
	window: ({ total }, sign) => formatted(Math.min(total, 100), sign),
	off: ({ total }, sign) => formatted(Math.max(0, total - 3), sign),
	constant: (_page, sign, { defaultSize }) => formatted(defaultSize, sign),
	truncated: ({ hasMore, asked, size }, sign) => formatted(hasMore && size < asked, sign),
	moreIfFull: ({ hasMore, asked, list }, sign) => formatted(hasMore && list.length === asked, sign),
};

function leadOf(
	{ hasMore, end }: Page,
	{ end: atEnd }: Sign,
	write: (start: number) => string | number,
): unknown {
	if (hasMore || atEnd === 'stays') return write(end);
	return { absent: undefined, null: null, empty: '' }[atEnd];
}

function formatted(value: boolean | number, { format }: Sign): unknown {
	if (format === 'text') return String(value);
	return format === 'digit' ? Number(value) : value;
}

function headersOf({ headers, by }: Plan, page: Page): Record<string, string> {
	return Object.fromEntries(headers.flatMap((kind) => HEADER_VALUES[kind](page, by)));
}

const HEADER_VALUES: Record<HeaderKind, (page: Page, by: Plan['by']) => Array<[string, string]>> = {
	link: ({ hasMore, linkTo, end }) => (hasMore ? [['Link', `<${linkTo(end)}>; rel="next"`]] : []),
	next: ({ hasMore, valueAt, end }, by) => [
		[NEXT_HEADERS[by], hasMore ? String(valueAt(end)) : ''],
	],
	more: ({ hasMore }) => [['X-Has-More', String(hasMore)]],
	total: ({ total }) => [['X-Total-Count', String(total)]],
	pages: ({ total, size }) => [['X-Total-Pages', String(Math.ceil(total / size))]],
};

const NEXT_HEADERS = {
	page: 'X-Next-Page',
	offset: 'X-Next-Offset',
	cursor: 'X-Next-Cursor',
	lastContact: 'X-Next-Cursor',
};

const PASSING: ReadonlySet<FaultKind> = new Set([
	...(['429', '429 and a pause', '500', 'dropped', 'broken off'] as const),
]);

const FAILURES: Partial<Record<FaultKind, () => HttpFailure>> = {
	'429': () => HttpFailure.ofStatus(429),
	'429 and a pause': () => HttpFailure.ofStatus(429, 3_000),
	'500': () => HttpFailure.ofStatus(500),
	dropped: () => new HttpFailure('dropped'),
	'broken off': () => new HttpFailure('brokenOff'),
	'403 for good': () => HttpFailure.ofStatus(403),
	'500 for good': () => HttpFailure.ofStatus(500),
	'dropped for good': () => new HttpFailure('dropped'),
	'429 and a long pause': () => HttpFailure.ofStatus(429, 600_000),
};

const ODD_ANSWERS: Partial<Record<FaultKind, Answer>> = {
	'202': { status: 202, headers: {}, body: { status: 'processing' } },
	'204': { status: 204, headers: {}, body: undefined },
	null: { status: 200, headers: {}, body: null },
	message: { status: 200, headers: {}, body: { message: 'Please try again' } },
};

function contactOf({ data, pageLength }: Plan, n: number, seed: number): Contact {
	const hash = hashOf(String(n), seed);
	const email = `contact${n}@example.com`;
	switch (data) {
		case 'numbers':
			return { id: 1_000 + n, name: `Contact ${n}`, email };
		case 'texts':
			return { id: `${hash.toString(36)}-${n}`, name: 'Ada', email };
		case 'uuid':
			return { uuid: `0192f0c1-${n}-${hash}`, name: '', email };
		case 'from 0':
			return { id: n, name: `Contact ${n}` };
		case 'from 1':
			return { id: n + 1, name: `Contact ${n}` };
		case 'distinct':
			return { name: `Contact ${n}`, email };
		case 'equal': {
			// Pairs, also on both sides of the end of a page.
			const isTwin = (at: number) => at % pageLength === 0 || hashOf(String(at), seed) % 10 === 0;
			return { name: `Contact ${n > 0 && isTwin(n) && !isTwin(n - 1) ? n - 1 : n}` };
		}
		case 'blank':
			return hash % 2 === 0 ? { name: '', email: '' } : { name: '', email };
		case 'columns':
			return { phone: `+49 ${hash}${n}`, a: n % 2 ? '' : 'x', b: 'x', c: n % 3 ? '' : 'x', d: '' };
	}
}

/** FNV-1a. */
function hashOf(text: string, seed: number): number {
	let hash = seed ^ 0x811c9dc5;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	}
	return (hash ^ (hash >>> 15)) >>> 0;
}
