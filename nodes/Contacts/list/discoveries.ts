import type { Discovery, ListState } from './state';

/**
 * What the lists of one run have found out about their service, for those that come later. No list waits
 * for another.
 */
export class Discoveries {
	#found: Discovery | undefined;

	/** Addresses of lists, and paths of short ones, for which nothing was found. */
	readonly #nothingAt = new Set<string>();

	/** Pages after which the service says that there is more: path, page size and number of contacts. */
	readonly #saysMoreAt = new Set<string>();

	/**
	 * What was found; `nothing` if there is no way to find.
	 *
	 * @param isFull whether the page is full: a short one is taken for a whole list where another was
	 */
	find({ href, pathname }: URL, isFull: boolean): Discovery | 'nothing' | undefined {
		return this.#found ?? (this.#nothingAt.has(isFull ? href : pathname) ? 'nothing' : undefined);
	}

	/** Whether the service says that there is more after a page with so many contacts, where there is more. */
	wouldSayMore(url: URL, count: number): boolean {
		return this.#saysMoreAt.has(keyOf(url, count));
	}

	noteMore(url: URL, count: number): void {
		this.#saysMoreAt.add(keyOf(url, count));
	}

	/** @param isSilent whether the list has ended without any reaction of the service */
	note({ found, proof }: ListState, { href, pathname }: URL, isSilent: boolean): void {
		if (found) this.#found = { way: found, proof };
		else if (isSilent) this.#nothingAt.add(href).add(pathname);
	}
}

function keyOf({ pathname, searchParams }: URL, count: number): string {
	return JSON.stringify([pathname, searchParams.get('pageSize'), count]);
}
