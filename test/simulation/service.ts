/** A service that behaves as planned. */
import { HttpFailure } from '../../credentials/contactsApi/http/httpFailure';
import { changed, type Page, PAGE_VALUES } from '../../sandbox/corpus/page.ts';
import {
	answerer,
	type ResponseTemplate,
	serviceOf,
	withoutParameters,
} from '../../sandbox/corpus/service.ts';
import { compile, type Template, type Values } from '../../sandbox/corpus/template.ts';
import type { Contact, ServiceResponse } from '../corpus/read';
import { respondWith, set } from '../corpus/serve';
import { FILTER, type Plan } from './plan';
import { CONTACTS, type FaultKind, FAULTS, FORMS, hashOf, listsIn, PASSING } from './sent';
import type { Trouble } from './troubles';

interface List {
	/** Its contacts as they are now. */
	now: Contact[];
	/** The contacts that are there from the first request to the last, in their order. */
	throughout: Contact[];
	/** All that are there at some time. */
	ever: Contact[];
}

export class Service {
	/** By filter. */
	readonly #lists = new Map<string, List>();

	/** The contacts that copies were made of. */
	readonly #originals = new WeakMap<Contact, Contact>();

	/** How often each address was requested. */
	readonly #tries = new Map<string, number>();

	/** Requests for the list that has trouble; copies of its contacts count, too. */
	#requests = 0;

	readonly #respond: ReturnType<typeof respondWith>;

	readonly #parameter: string;

	constructor(
		private readonly plan: Plan,
		private readonly seed: number,
	) {
		const { by, dropsPageSize, firstNumber, unknown, malformed, habit, trouble } = plan;
		const answer = answerer({ responses: responsesOf(plan), contact: [] });
		const fill = compile(bodyOf(plan) as Template, isKnown);
		const description = {
			name: '',
			source: '',
			contact: [],
			responses: [],
			pagedBy: [by],
			firstNumber,
			malformedPositions: isEmptyOnceGone(trouble) ? 'refused' : malformed,
			unknownParameters: unknown,
			knownParameters: [FILTER],
			pageSize: { isInLinks: !dropsPageSize },
			startsByRequested: habit.startsByRequested,
		};
		const service = serviceOf(description, (page) => {
			const { status, headers, body } = answer(page);
			if (status !== undefined || body !== undefined) return { status, body };
			const window = this.#troubleOf(page.query[FILTER]);
			const isOutside = window?.kind === 'window' && isBeyond(page, window);
			if (isOutside && window.answer !== 'empty') return { status: window.answer };
			return { headers, body: fill(valuesOf(this.#sent(page), plan)) };
		});
		this.#respond = respondWith(service, plan.sizes);
		this.#parameter = plan.by.parameter;
	}

	originalOf = (contact: Contact): Contact => this.#originals.get(contact) ?? contact;

	/** The list, and what a reader may return of it. */
	list(filter: string): List {
		const { plan, seed } = this;
		const known = this.#lists.get(filter);
		if (known) return known;
		const make = (n: number): Contact => {
			const contact = CONTACTS[plan.data](n, seed, plan.pageLength);
			return plan.habit.hasLists ? { ...contact, ...listsIn(n) } : contact;
		};
		const now = Array.from({ length: plan.counts[filter] ?? 0 }, (_, n) => make(n));
		const trouble = this.#troubleOf(filter);
		const sent = now.filter((_, n) => !isInGap(n, trouble));
		const throughout = trouble?.kind === 'deleted' ? now.filter((_, n) => n !== trouble.at) : sent;
		const ever = trouble?.kind === 'inserted' ? [...now, make(100_000)] : sent;
		const list = { now, throughout, ever };
		this.#lists.set(filter, list);
		return list;
	}

	#troubleOf(filter: string | undefined): Trouble | undefined {
		return filter ? undefined : this.plan.trouble;
	}

	respond(requested: URL): ServiceResponse | HttpFailure {
		const url = this.#sized(requested);
		if (!url) return HttpFailure.ofStatus(400);
		const fault = this.#faultAt(url);
		const answer = fault && FAULTS[fault]();
		if (answer instanceof HttpFailure) return answer;
		const response = this.#pageAt(url);
		const { status = 200 } = response;
		if (status >= 400) return HttpFailure.ofStatus(status);
		return answer && url.searchParams.has(this.#parameter) ? answer : response;
	}

	/** The request with the page size that the service makes of the requested one; undefined if it refuses it. */
	#sized(requested: URL): URL | undefined {
		const { habit, sizes } = this.plan;
		const url = new URL(requested);
		const size = url.searchParams.get(sizes.sizeParameter!);
		if (size === null || !habit.sizeOf) return url;
		const made = habit.sizeOf(Number(size));
		if (made) url.searchParams.set(sizes.sizeParameter!, `${made}`);
		else url.searchParams.delete(sizes.sizeParameter!);
		return made === undefined ? undefined : url;
	}

	#pageAt(url: URL): ServiceResponse {
		const { refusesAbove = Infinity } = this.plan;
		if (url.pathname.endsWith('/audit')) {
			return this.#respond({ url: new URL(url.search, LIST_URL) }, RECORDS);
		}
		if (Number(url.searchParams.get('pageSize')) > refusesAbove) return { status: 400 };
		const filter = url.searchParams.get(FILTER) ?? '';
		const trouble = this.#troubleOf(filter);
		const list = this.list(filter);
		this.#change(list, trouble);
		const response = this.#respond({ url }, list.now);
		const first = { url: withoutParameters(url, [this.#parameter]) };
		if (response.status === FIRST_PAGE) return this.#respond(first, list.now);
		const isGone = response.status === 400 && isEmptyOnceGone(trouble);
		return isGone ? this.#respond(first, []) : response;
	}

	/** Deletes or inserts a contact when it is time. */
	#change({ now, ever }: List, trouble: Trouble | undefined): void {
		if (!trouble || !('after' in trouble) || this.#requests++ !== trouble.after) return;
		if (trouble.kind === 'deleted') now.splice(trouble.at, 1);
		else now.splice(trouble.at, 0, ever.at(-1)!);
	}

	/** A page as it is sent. */
	#sent(made: Page): Page {
		const page = this.plan.habit.countsPages ? changed(made, { total: made.count }) : made;
		const trouble = this.#troubleOf(page.query[FILTER]);
		switch (trouble?.kind) {
			case 'window':
				return isBeyond(page, trouble) ? changed(page, { list: [], count: 0 }) : page;
			case 'gap': {
				const list = page.list.filter((_, n) => !isInGap(page.start + n, trouble));
				const hidden = Math.max(0, Math.min(trouble.to, page.total) - trouble.from);
				return changed(page, { list, count: list.length, total: page.total - hidden });
			}
			case 'changing':
				return changed(page, { list: page.list.map((contact) => this.#copy(contact)) });
			default:
				return page;
		}
	}

	#copy(contact: Contact): Contact {
		const copy = { ...contact, fetchedAt: 1_700_000_000_000 + this.#requests++ };
		this.#originals.set(copy, contact);
		return copy;
	}

	#faultAt({ href }: URL): FaultKind | undefined {
		const { faults } = this.plan;
		const hash = hashOf(href, this.seed);
		if (!faults || hash % 1_000 >= faults.share * 1_000) return undefined;
		const tries = this.#tries.get(href) ?? 0;
		this.#tries.set(href, tries + 1);
		return faults.kind in PASSING && tries > (hash >> 10) % 2 ? undefined : faults.kind;
	}
}

/** Answers at an address that only looks like that of the next page. */
const RECORDS = Array.from({ length: 120 }, (_, n) => ({ id: `audit_${n}`, action: 'login' }));

const LIST_URL = 'https://api.example.com/v1/contacts';

function isEmptyOnceGone(trouble: Trouble | undefined): boolean {
	return trouble !== undefined && 'gone' in trouble && trouble.gone === 'empty';
}

function isBeyond({ start, end }: Page, { at, reaches }: Trouble & { kind: 'window' }): boolean {
	return start > 0 && (reaches ? end > at : start >= at);
}

function isInGap(n: number, trouble: Trouble | undefined): boolean {
	return trouble?.kind === 'gap' && n >= trouble.from && n < trouble.to;
}

/** Stands for the first page, which comes instead. */
const FIRST_PAGE = 499;

/** The response without contacts, where it is another one. */
const EMPTY: Partial<Record<Plan['empty'], object>> = {
	'no content': { status: 204 },
	message: { body: { status: 'error', message: 'No contacts found' } },
};

/** The responses in place of a page, and the headers of a page. */
function responsesOf({ pastTheEnd, empty, headers }: Plan): ResponseTemplate[] {
	const status = Number(pastTheEnd) || FIRST_PAGE;
	return [
		...(pastTheEnd === 'empty' ? [] : [{ if: 'isPastEnd', status }]),
		...(EMPTY[empty] ? [{ if: 'isEmpty', ...EMPTY[empty] }] : []),
		{ headers },
	];
}

const OWN_VALUES = ['contacts', 'upTo100', 'isCut', 'isFullAndMore'];

const isKnown = ([name = '']: string[]) => [...PAGE_VALUES, ...OWN_VALUES].includes(name);

/** The template of a response. */
function bodyOf({ list, signs, decoys, empty }: Plan): Contact | string {
	if (list.length === 0) return '{list}';
	const body: Contact = {};
	const [name, nothing] = [list.at(-1)!, { null: null, object: {} }[empty as string]];
	set(body, [...list.slice(0, -1), empty === 'list' ? name : `${name} if list`], '{contacts}');
	if (nothing !== undefined) set(body, [...list.slice(0, -1), `${name} if isEmpty`], nothing);
	for (const { path, value } of [...signs, ...decoys]) set(body, path, value);
	return body;
}

/** What a template may name. */
function valuesOf(page: Page, { form, sizes: { sizeParameter, defaultSize } }: Plan): Values {
	const { total, hasMore, size, count, query } = page;
	const asked = Number(query[sizeParameter!] ?? defaultSize);
	const values = {
		contacts: form === 'list' || count === 0 ? page.list : FORMS[form](page),
		upTo100: Math.min(total, 100),
		isCut: hasMore && size < asked,
		isFullAndMore: hasMore && count === asked,
	};
	return changed(page, values);
}
