import type { ListState, Way } from './state';

/** What a list has found by asking: a way, or that there is none for its address. */
type Finding = Way | 'nothing';

/**
 * What the lists of one run have found out about their service, so that it is asked once: the first list
 * asks, the others wait for what it finds.
 */
export class Discoveries {
	#way: Way | undefined;

	/** Addresses of lists, and paths of short ones, for which nothing was found. */
	readonly #nothingAt = new Set<string>();

	#asking: Promise<void> | undefined;

	/**
	 * Waits until no other list is asking.
	 *
	 * @param isFull whether the page is full: a short one is taken for a whole list where another was
	 * @returns what was found; or, when this list is to ask, what it calls afterwards
	 */
	async find(
		{ href, pathname }: URL,
		isFull = true,
	): Promise<Finding | { settle: (state: ListState, hasEnded?: boolean) => void }> {
		while (this.#asking) await this.#asking;
		if (this.#way) return this.#way;
		if (this.#nothingAt.has(isFull ? href : pathname)) return 'nothing';
		let done!: () => void;
		this.#asking = new Promise((resolve) => (done = resolve));
		return {
			settle: ({ found }, hasEnded = true) => {
				if (found) this.#way = found;
				// What has failed may succeed for another list.
				else if (hasEnded) this.#nothingAt.add(href).add(pathname);
				this.#asking = undefined;
				done();
			},
		};
	}
}
