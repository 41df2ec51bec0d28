import type { Known } from './memory';

/** No key is negative. */
const FREE = -1;

/**
 * A set of the keys of contacts: whole numbers, hashed. A table without pointers, which takes a few
 * nanoseconds for a key where a Set of a long list takes a microsecond and more memory.
 */
export class KeySet implements Known {
	#slots = new Float64Array(1_024).fill(FREE);

	#size = 0;

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
		const mask = slots.length - 1;
		let slot = key & mask;
		while (slots[slot] !== key && slots[slot] !== FREE) slot = (slot + 1) & mask;
		return slot;
	}

	#grow(): void {
		const keys = this.#slots.filter((key) => key !== FREE);
		this.#slots = new Float64Array(this.#slots.length * 2).fill(FREE);
		for (const key of keys) this.#slots[this.#slotOf(key)] = key;
	}
}
