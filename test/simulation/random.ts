/** Numbers and choices from a seed (splitmix32). */
export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = Math.imul(seed, 0x9e3779b1) | 0;
	}

	/** A number from 0 up to, but not including, 1. */
	next = (): number => {
		this.#state = (this.#state + 0x9e3779b9) | 0;
		let bits = this.#state ^ (this.#state >>> 16);
		bits = Math.imul(bits, 0x21f0aaad);
		bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
		return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
	};

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	/** A whole number from `min` to `max`, both included. */
	int(min: number, max: number): number {
		return min + Math.floor(this.next() * (max - min + 1));
	}

	pick<T>(values: readonly T[]): T {
		return values[Math.floor(this.next() * values.length)]!;
	}

	/** The name of a field. */
	key<T extends object>(table: T): keyof T {
		return this.pick(Object.keys(table)) as keyof T;
	}

	/** Different values in random order. */
	some<T>(values: readonly T[], min: number, max: number): T[] {
		const left = [...new Set(values)];
		const count = Math.min(this.int(min, max), left.length);
		return Array.from({ length: count }, () => left.splice(this.int(0, left.length - 1), 1)[0]!);
	}
}
