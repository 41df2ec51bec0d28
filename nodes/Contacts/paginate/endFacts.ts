import { USUAL_SIZES } from './conventions';
import { textOf } from './json';
import { type Known, SMALLEST_CAP } from './known';
import { LINK_HEADER } from './links';
import type { Absence } from './memory';
import type { Page } from './page';
import { isLed, paginatorOf, type Position, wayByHand } from './paginators';
import { type Field, isAddress, isOpaque, isUnread, leadsIn } from './signals';

/** What came for the next position, if nothing new did. */
export type Nothing = Absence | 'empty' | 'again' | 'overlap' | 'ignored';

/** What is known beside the list itself: a request for the next page, and what came for it. */
export interface Next {
	nothing?: Nothing | undefined;
	page?: Page | undefined;
	position?: Position | undefined;
}

/** What is known at a possible end. */
export class EndFacts {
	readonly #page: Page | undefined;
	readonly #leads: readonly Field[];

	constructor(
		readonly known: Known,
		private readonly next: Next = {},
	) {
		this.#page = known.page?.page;
		this.#leads = leadsIn(this.#page?.fields ?? []);
	}

	get nothing(): Nothing | undefined {
		return this.next.nothing;
	}

	/** Whether the page has as many contacts as were requested, or as the first page of its size. */
	get isFull(): boolean {
		return this.known.memory.isFull;
	}

	/** Whether a first page of another length than was requested may be full, too. */
	get mayBeFull(): boolean {
		return this.isFull || this.known.isOdd;
	}

	/** Whether what the page says may be computed from the requested length. */
	get isCut(): boolean {
		return this.known.isCut;
	}

	/** Whether the page, a number of contacts, or the page after it says that there is more. */
	get saysMore(): boolean {
		const last = this.#said;
		const next = this.next.page && this.known.saidBy(this.next.page, 1);
		// An empty page may take back what the page before has computed from its length.
		const isTakenBack = next?.saysEnd === true;
		return last.isLess || next?.saysMore === true || (last.saysMore && !isTakenBack);
	}

	/** Whether the page says that it is the last one. */
	get saysEnd(): boolean {
		return this.#said.saysEnd;
	}

	get #said() {
		const { memory, isLess } = this.known;
		return this.#page ? this.known.saidBy(this.#page) : { ...memory, isLess };
	}

	/** Whether as many contacts have come as the service states, beyond what is on a single page. */
	get hasAll(): boolean {
		const { totals, heldBack, memory } = this.known;
		const isTotal = this.isSecond || heldBack !== undefined || memory.received < SMALLEST_CAP;
		return isTotal && totals.includes(memory.received);
	}

	/** Whether a number of contacts is that of a page that is longer than requested. */
	get isStatedLength(): boolean {
		const { totals, list, memory } = this.known;
		return memory.received > (list.pageSize ?? Infinity) && totals.includes(memory.received);
	}

	get isSecond(): boolean {
		return this.known.memory.pages > 1;
	}

	/** Whether something in the page may lead to another one; whether that is an address, or a cursor. */
	get leadsOn(): boolean {
		return this.#leads.length > 0;
	}

	get linksOn(): boolean {
		return this.#leads.some(({ value }) => isAddress(value));
	}

	get hasCursor(): boolean {
		return this.#leads.some(({ value }) => isOpaque(value));
	}

	/** Whether the link or cursor that led to the page is gone. */
	get isGone(): boolean {
		const { known } = this;
		const { way } = known.memory;
		if (!this.isSecond || way === undefined || !isLed(way) || !this.#page) return false;
		return paginatorOf(way).next(way, known.come(), known.list) === undefined;
	}

	/** Whether a field that the settings name is empty, and not for the lack of contacts on a cut page. */
	get isNull(): boolean {
		const { known } = this;
		const field = wayByHand(known.list.pagination)?.field;
		const isOpen = (this.isFull && !known.isSizeIgnored) || this.isCut || this.isSecond;
		if (!field || field === LINK_HEADER || isOpen) return false;
		const found = this.#page?.lookUp(field);
		return found !== undefined && ['', null, false].includes(found.value as null);
	}

	/** Whether the service has sent one contact less when it was asked for it. */
	get isSizeHonored(): boolean {
		return this.known.heldBack !== undefined;
	}

	/** Whether the service would have sent more of its contacts if it had them. */
	get isFew(): boolean {
		return this.isSizeHonored && !this.isSecond && this.known.memory.received < SMALLEST_CAP;
	}

	/** Whether the value was no filter: the last contact does not have it, and it is a cursor. */
	get isProven(): boolean {
		const { way, value } = this.next.position!;
		const last = Object.values({ ...this.known.lastContacts.at(-1) }).map(textOf);
		return this.isSecond || (isLed(way) && !last.includes(String(value)));
	}

	/** Whether what came names a contact other than its own as the next one. */
	get namesOther(): boolean {
		const { page, position } = this.next;
		return page !== undefined && namesOther(position!, page);
	}

	/** Whether the last page leads to what came, so that nothing can be between them. */
	get isNext(): boolean {
		const { way } = this.next.position!;
		const { size, received } = this.known.memory;
		const isComputed = this.isFull || size === received;
		return this.isSecond ? !paginatorOf(way).stride : way.parameter === undefined && isComputed;
	}

	/** Whether two positions after the end have brought nothing new. */
	get isTwice(): boolean {
		return this.known.past.size > 1;
	}

	get isOff(): boolean {
		return this.known.list.pagination.mode === 'off';
	}

	/**
	 * Whether something that is not understood may say that there is more: a number of contacts that services
	 * send where they choose, a number that counts neither this page nor what was requested, or a text that
	 * changes with the page.
	 */
	get mayHaveMore(): boolean {
		const { contacts, fields } = this.#page!;
		const { length } = contacts;
		const before = this.known.heldBack?.page.fields ?? [];
		const again = new Map(before.map(({ name, value }) => [name, value]));
		const page = { length, pageSize: this.known.list.pageSize, again };
		return USUAL_SIZES.has(length) || fields.some((field) => isUnread(field, page));
	}
}

/** Whether a page with room for more leads to a contact that is not the one after its own. */
function namesOther({ way, value }: Position, { contacts, fields }: Page): boolean {
	const { trust, stride } = paginatorOf(way);
	if (trust !== 'nothing') return false;
	const own = Object.values({ ...contacts.at(-1) });
	const isNextOne = (lead: unknown) =>
		stride ? Number(lead) <= Number(value) + contacts.length + 1 : own.includes(lead);
	const isOther = (lead: unknown) =>
		!isOpaque(lead) && String(lead) !== String(value) && !isNextOne(lead);
	return leadsIn(fields).some(({ value: lead }) => isOther(lead));
}
