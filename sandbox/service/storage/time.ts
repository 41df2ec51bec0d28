/** @returns the current time as the database stores it: ISO 8601, in UTC */
export function now(): string {
	return new Date().toISOString();
}
