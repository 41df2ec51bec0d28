import type { Known } from './kernel';

/** No key is negative. */
const FREE = -1;

/** The binary logarithm of the number of slots of an empty set. */
const INITIAL_BITS = 10;

/**
 * A set of the keys of contacts: whole numbers, hashed. A table without pointers, which takes a few
 * nanoseconds for a key where a Set of a long list takes a microsecond and more memory.
 */
export class KeySet implements Known {
	#slots = new Float64Array(2 ** INITIAL_BITS).fill(FREE);

	#shift = 32 - INITIAL_BITS;

	#size = 0;

	/** Unknown to the service, which could send keys that all belong into the same slot otherwise. */
	readonly #low = randomOddNumber();

	readonly #high = randomOddNumber();

	has(key: number): boolean {
		return this.#slots[this.#slotOf(key)] === key;
	}

	add(key: number): void {
		const slot = this.#slotOf(key);
		if (this.#slots[slot] === key) return;
		this.#slots[slot] = key;
		this.#size++;
		if (this.#size * 2 > this.#slots.length) this.#grow();
	}

	/** The slot of a key, or the free one where it belongs; at least half of them are free. */
	#slotOf(key: number): number {
		const slots = this.#slots;
		const hash = Math.imul(key, this.#low) + Math.imul(key / 2 ** 32, this.#high);
		let slot = hash >>> this.#shift;
		while (slots[slot] !== key && slots[slot] !== FREE) slot = (slot + 1) & (slots.length - 1);
		return slot;
	}

	#grow(): void {
		const keys = this.#slots.filter((key) => key !== FREE);
		this.#slots = new Float64Array(this.#slots.length * 2).fill(FREE);
		this.#shift--;
		for (const key of keys) this.#slots[this.#slotOf(key)] = key;
	}
}

function randomOddNumber(): number {
	return Math.floor(Math.random() * 2 ** 31) * 2 + 1;
}
