/** A service that behaves as planned. */
import { HttpFailure } from '../../credentials/contactsApi/http/httpFailure';
import { type Page, shape } from '../../sandbox/service/shapes/shape.ts';
import { respondWith } from '../nodes/Contacts/shapes/serve';
import {
	type DataKind,
	FILTER,
	type HeaderKind,
	type LastingFault,
	type PassingFault,
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

export class Service {
	readonly #lists = new Map<string, Contact[]>();

	readonly #tries = new Map<string, number>();

	readonly #respond: ReturnType<typeof respondWith>;

	readonly #parameter: string;

	constructor(
		private readonly plan: Plan,
		private readonly seed: number,
	) {
		const { pastTheEnd, empty } = plan;
		const row = {
			...plan,
			contact: {},
			body: (page: Page) => bodyOf(plan, page),
			headers: (page: Page) => headersOf(plan, page),
			empty: empty === 'no content' ? { status: 204 } : undefined,
			pastTheEnd:
				pastTheEnd === 'empty' ? undefined : { status: Number(pastTheEnd) || PAST_THE_END },
		};
		this.#respond = respondWith(shape('', row), plan.sizes);
		this.#parameter = Object.values(plan.by)[0] as string;
	}

	/** All contacts of a list, in their order. */
	contacts(filter: string): Contact[] {
		const { plan, seed } = this;
		const make = (_: unknown, n: number) =>
			CONTACTS[plan.data](n, hashOf(`${n}`, seed), plan, seed);
		const contacts =
			this.#lists.get(filter) ?? Array.from({ length: plan.counts[filter] ?? 0 }, make);
		this.#lists.set(filter, contacts);
		return contacts;
	}

	respond(url: URL): Answer | HttpFailure {
		const { plan } = this;
		const fault = this.#faultAt(url);
		const failure = fault && FAILURES[fault as keyof typeof FAILURES];
		if (failure) return failure;
		const contacts = this.contacts(url.searchParams.get(FILTER) ?? '');
		const unknown = [...url.searchParams.keys()].some((name) => !this.#isKnown(name));
		if (unknown && plan.unknown === 'refused') return HttpFailure.ofStatus(400);
		let response = this.#respond({ url }, unknown && plan.unknown === 'filter' ? [] : contacts);
		const isMalformed = response.status === 400 && plan.malformed === 'first page';
		if (response.status === PAST_THE_END || isMalformed) {
			const first = new URL(url);
			first.searchParams.delete(this.#parameter);
			response = this.#respond({ url: first }, contacts);
		}
		const { status = 200, headers = {}, body } = response;
		if (status >= 400) return HttpFailure.ofStatus(status);
		const odd = fault && url.searchParams.has(this.#parameter) && ODD_ANSWERS[fault as 'null'];
		return odd ? { headers, ...odd } : { status, headers, body };
	}

	#isKnown(name: string): boolean {
		return name === 'pageSize' || name === FILTER || name === this.#parameter;
	}

	#faultAt({ href }: URL) {
		const { faults } = this.plan;
		const hash = hashOf(href, this.seed);
		if (!faults || hash % 1_000 >= faults.share * 1_000) return undefined;
		const tries = this.#tries.get(href) ?? 0;
		this.#tries.set(href, tries + 1);
		const hasPassed = faults.kind in PASSING && tries > (hash >> 10) % 2;
		return hasPassed ? undefined : faults.kind;
	}
}

/** Stands for the first page, which comes instead. */
const PAST_THE_END = 499;

function bodyOf(plan: Plan, page: Page): unknown {
	const { list } = page;
	if (plan.list.length === 0) return list;
	const body: Contact = {};
	set(body, plan.list, list.length > 0 ? list : EMPTY[plan.empty]);
	for (const sign of plan.signs) {
		if (sign.isLate && page.isFirst) continue;
		set(body, sign.path, VALUES[sign.kind](page, sign, plan));
	}
	for (const { path, value } of plan.decoys) set(body, path, value);
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
	next: ({ next, after }, sign) => next ?? atTheEnd(sign, after),
	nextLink: ({ nextLink, linkAfter }, sign) => nextLink ?? atTheEnd(sign, linkAfter),
	more: ({ hasMore }, sign) => written(hasMore, sign),
	last: ({ isLast }, sign) => written(isLast, sign),
	total: ({ total }, sign) => written(total, sign),
	pages: ({ pages }, sign) => written(pages, sign),
	number: ({ number }, sign) => written(number, sign),
	offset: ({ start }, sign, { firstNumber }) => written(start + firstNumber, sign),
	size: ({ size }, sign) => written(size, sign),
	count: ({ count }, sign) => written(count, sign),
	window: ({ total }, sign) => written(Math.min(total, 100), sign),
	off: ({ total }, sign) => written(Math.max(0, total - 3), sign),
	constant: (_page, sign, { defaultSize }) => written(defaultSize, sign),
	truncated: ({ hasMore, size, query }, sign) =>
		written(hasMore && size < Number(query.pageSize), sign),
	moreIfFull: ({ hasMore, count, query }, sign) =>
		written(hasMore && count === Number(query.pageSize), sign),
};

function atTheEnd({ end }: Sign, after: unknown): unknown {
	return { absent: undefined, null: null, empty: '', stays: after }[end];
}

function written(value: boolean | number, { format }: Sign): unknown {
	if (format === 'text') return String(value);
	return format === 'digit' ? Number(value) : value;
}

function headersOf({ headers, by }: Plan, page: Page): Record<string, string> {
	return Object.fromEntries(
		headers.flatMap((kind) => {
			const value = HEADER_VALUES[kind](page);
			const name = HEADER_NAMES[kind] ?? `X-Next-${Object.keys(by)[0]!}`;
			return value === undefined ? [] : [[name, String(value)]];
		}),
	);
}

const HEADER_NAMES: Partial<Record<HeaderKind, string>> = {
	link: 'Link',
	more: 'X-Has-More',
	total: 'X-Total-Count',
	pages: 'X-Total-Pages',
};

const HEADER_VALUES: Record<HeaderKind, (page: Page) => string | number | boolean | undefined> = {
	link: ({ nextLink }) => nextLink && `<${nextLink}>; rel="next"`,
	next: ({ next }) => next ?? '',
	more: ({ hasMore }) => hasMore,
	total: ({ total }) => total,
	pages: ({ pages }) => pages,
};

const PASSING: Record<PassingFault, HttpFailure> = {
	'429': HttpFailure.ofStatus(429),
	'429 and a pause': HttpFailure.ofStatus(429, 3_000),
	'500': HttpFailure.ofStatus(500),
	dropped: new HttpFailure('dropped'),
	'broken off': new HttpFailure('brokenOff'),
};

const FAILURES = {
	...PASSING,
	'403 for good': HttpFailure.ofStatus(403),
	'500 for good': HttpFailure.ofStatus(500),
	'dropped for good': new HttpFailure('dropped'),
	'429 and a long pause': HttpFailure.ofStatus(429, 600_000),
};

/** Responses without a list to requests for further pages. */
const ODD_ANSWERS: Record<Exclude<LastingFault, keyof typeof FAILURES>, Omit<Answer, 'headers'>> = {
	'202': { status: 202, body: { status: 'processing' } },
	'204': { status: 204, body: undefined },
	null: { status: 200, body: null },
	message: { status: 200, body: { message: 'Please try again' } },
};

/** The n-th contact, from 0. */
const CONTACTS: Record<DataKind, (n: number, hash: number, plan: Plan, seed: number) => Contact> = {
	numbers: (n) => ({ id: 1_000 + n, name: `Contact ${n}` }),
	texts: (n, hash) => ({ id: `${hash.toString(36)}-${n}`, name: 'Ada' }),
	uuid: (n, hash) => ({ uuid: `0192f0c1-${n}-${hash}`, name: '', tags: ['customer'] }),
	'from 0': (n) => ({ id: n, name: `Contact ${n}` }),
	'from 1': (n) => ({ id: n + 1, name: `Contact ${n}` }),
	distinct: (n) => ({ name: `Contact ${n}`, email: `contact${n}@example.com` }),
	/** Pairs, also on both sides of the end of a page. */
	equal: (n, _hash, { pageLength }, seed) => {
		const isTwin = (at: number) => at % pageLength === 0 || hashOf(`${at}`, seed) % 10 === 0;
		return { name: `Contact ${n > 0 && isTwin(n) && !isTwin(n - 1) ? n - 1 : n}` };
	},
	blank: (n, hash) => ({ name: '', email: hash % 2 === 0 ? '' : `contact${n}@example.com` }),
	columns: (n, hash) => ({
		phone: `${hash}${n}`,
		a: n % 2 ? '' : 'x',
		b: 'x',
		c: n % 3 ? '' : 'x',
	}),
};

/** FNV-1a. */
function hashOf(text: string, seed: number): number {
	let hash = seed ^ 0x811c9dc5;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	}
	return (hash ^ (hash >>> 15)) >>> 0;
}
