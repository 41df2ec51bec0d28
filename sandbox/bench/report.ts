export function median(values: number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function formatSeconds(ms: number): string {
	return `${(ms / 1000).toFixed(2)} s`;
}

export function formatMegabytes(megabytes: number): string {
	return `${megabytes.toFixed(0)} MB`;
}

/** @returns the smallest and the largest value */
export function formatRange(values: number[], format: (value: number) => string): string {
	return `${format(Math.min(...values))} to ${format(Math.max(...values))}`;
}
