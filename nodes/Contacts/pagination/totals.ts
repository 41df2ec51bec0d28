import { ListError } from '../errors';

/** The range of the totals that the pages of a list have stated. */
export class Totals {
	#min: number;

	#max: number;

	constructor({ min, max }: { min: number; max: number } = { min: Infinity, max: -Infinity }) {
		this.#min = min;
		this.#max = max;
	}

	/** Undefined when no page has stated a total. */
	get range(): { min: number; max: number } | undefined {
		return this.#min <= this.#max ? { min: this.#min, max: this.#max } : undefined;
	}

	add(total: number | undefined): void {
		if (total === undefined) return;
		this.#min = Math.min(this.#min, total);
		this.#max = Math.max(this.#max, total);
	}

	/**
	 * Checks the number of contacts. Any number in the range is right: the list may change while it is
	 * read.
	 *
	 * @param isWhole whether the list has ended
	 * @throws ListError when fewer or more contacts came than were stated
	 */
	check(received: number, isWhole: boolean): void {
		const { range } = this;
		if (range && ((isWhole && received < range.min) || received > range.max)) {
			throw new ListError('totalDiffers', received, range.max);
		}
	}
}
