import { Evidence } from './evidence';
import { type Identity, identityByBoth, keysOf } from './identity';
import { sameTotals, type Seen, statesFewer } from './memory';
import type { Page } from './page';

/** What other readings of the first page show: which size has an effect, and what changes by itself. */
export class Rereading extends Evidence {
	/** Shows the first page once more, requested with another size: one contact fewer, or its own length. */
	reread(size: number, page: Page, isSizeCommon: boolean): void {
		// Some services take a size that they do not know for a filter.
		if (page.contacts.length === 0) return;
		const first = this.page!.page;
		const [{ length }, { length: count }] = [page.contacts, first.contacts];
		const again = page.contacts.slice(0, count);
		const identity = identityByBoth(first.contacts, again, this.memory.identity);
		this.hasReacted ||= length > count;
		if (identity && size === count && length < count) this.isHiding = true;
		if (!identity || this.#isOtherList(page, isSizeCommon)) return;
		this.#identify(first, identity);
		const seen = this.see(page);
		// Some count up to the next contact.
		const most = size + 1;
		this.set({ totals: sameTotals(this.memory.totals, page.fields, most, (_, other) => other) });
		this.#setSize(seen, size, isSizeCommon);
	}

	#setSize(seen: Seen, size: number, isSizeCommon: boolean): void {
		const { length } = seen.keys;
		const { received, last } = this.memory;
		if (length === received && size === received) this.#setOwnLength(seen, isSizeCommon);
		else if (length >= received) this.isSizeIgnored = true;
		// Equal contacts without IDs fit at several places.
		else if (size === length && !seen.keys.includes(last.at(-1)!)) {
			this.#setHeldBack(seen, isSizeCommon);
		}
	}

	#setOwnLength(seen: Seen, isSizeCommon: boolean): void {
		const { length } = seen.keys;
		this.page = seen;
		this.heldBack = undefined;
		// What is computed from the user's own size, which was not changed, stays in doubt.
		this.isOwnLength = isSizeCommon || this.ownSize <= length;
		this.set({ size: length, full: length, ...(this.ownSize > 0 && { isSizeCommon }) });
	}

	#setHeldBack(seen: Seen, isSizeCommon: boolean): void {
		const { length } = seen.keys;
		const { received } = this.memory;
		this.heldBack = seen;
		this.isSizeIgnored = false;
		if (!isSizeCommon) this.ownSize = 0;
		const isFull = this.isFullPage(received, received);
		this.set({ isFull, full: length, size: length, isSizeCommon });
	}

	/** Whether what is called like a page size is a filter, or the most contacts of all pages. */
	#isOtherList(page: Page, isSizeCommon: boolean): boolean {
		return isSizeCommon && statesFewer(this.memory, page, this.page!.page);
	}

	/** Tells the contacts of the first page apart by what did not change by itself. */
	#identify(page: Page, identity: Identity): void {
		const keys = keysOf(page.contacts, identity);
		this.page = { page, keys };
		this.keys.clear();
		this.awaited.clear();
		this.set({ identity, first: keys[0]!, last: [] });
		this.remember(keys);
	}
}
