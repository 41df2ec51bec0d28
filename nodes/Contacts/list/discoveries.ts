import type { Discovery, ListState } from './state';

/**
 * What the lists of one run have found out about their service, for those that come later. No list waits
 * for another.
 */
export class Discoveries {
	#found: Discovery | undefined;

	/** Addresses of lists without a way to find. */
	readonly #nothingAt = new Set<string>();

	/** The number of contacts on the longest short list without one. */
	#longestShort = -1;

	/** Whether contacts have come with a page size: then the service does not filter by it. */
	takesPageSize = false;

	/** Pages after which the service says that there is more: path, page size and number of contacts. */
	readonly #saysMoreAt = new Set<string>();

	/**
	 * What was found; `nothing` if there is no way to find.
	 *
	 * @param shortCount number of contacts on a page that is not full: it is taken for a whole list where
	 * as long a one was
	 */
	find({ href }: URL, shortCount: number): Discovery | 'nothing' | undefined {
		const isNothing = this.#nothingAt.has(href) || shortCount <= this.#longestShort;
		return this.#found ?? (isNothing ? 'nothing' : undefined);
	}

	/** Whether the service would say that there is more after a page with this many contacts. */
	wouldSayMore(url: URL, count: number): boolean {
		return this.#saysMoreAt.has(keyOf(url, count));
	}

	noteMore(url: URL, count: number): void {
		this.#saysMoreAt.add(keyOf(url, count));
	}

	/** @param isSilent whether the list has ended without any reaction of the service */
	note({ found, proof, count }: ListState, { href }: URL, isSilent: boolean): void {
		// An empty page shows nothing to other lists.
		if (found && count > 0) this.#found = { way: found, proof };
		if (found || !isSilent) return;
		this.#nothingAt.add(href);
		this.#longestShort = Math.max(this.#longestShort, count);
	}
}

function keyOf({ pathname, searchParams }: URL, count: number): string {
	return JSON.stringify([pathname, searchParams.get('pageSize'), count]);
}
