import { ListError } from '../errors';

/** The totals that the pages of a list stated. */
export class Totals {
	#min: number;

	#max: number;

	constructor({ min, max }: { min: number; max: number } = { min: Infinity, max: -Infinity }) {
		this.#min = min;
		this.#max = max;
	}

	/** The least and the greatest of them. */
	get range(): { min: number; max: number } | undefined {
		return this.#min <= this.#max ? { min: this.#min, max: this.#max } : undefined;
	}

	add(total: number | undefined): void {
		if (total === undefined) return;
		this.#min = Math.min(this.#min, total);
		this.#max = Math.max(this.#max, total);
	}

	/**
	 * The list may change while it is read: any number between the totals will do.
	 *
	 * @throws ListError when fewer or more contacts came than were stated
	 */
	check(received: number, isWhole: boolean): void {
		const isStated = this.#min <= this.#max;
		const isShort = isWhole && received < this.#min;
		if (isStated && (isShort || received > this.#max)) {
			throw new ListError('totalDiffers', received, this.#max);
		}
	}
}
