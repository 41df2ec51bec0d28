/** The date formats of RFC 9110, section 5.6.7; the last one, without a time zone, is in GMT, too. */
const DATES = [
	/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
	/^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
	/^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/**
 * Reads the `Retry-After` header of a response (RFC 9110, section 10.2.3): seconds, or a date by the clock
 * of the server, which the header `Date` shows.
 *
 * @param now milliseconds since 1970, for a response without `Date`
 * @returns milliseconds to wait; 0 for a date in the past, undefined for an absent or malformed header
 */
export function parseRetryAfter(headers: Headers, now: number): number | undefined {
	const value = headers.get('retry-after') ?? '';
	if (/^\d+$/.test(value)) return Number(value) * 1000;
	const date = parseDate(value);
	const sent = parseDate(headers.get('date') ?? '') ?? now;
	return date === undefined ? undefined : Math.max(0, date - sent);
}

/** @returns milliseconds since 1970 */
function parseDate(value: string): number | undefined {
	if (!DATES.some((format) => format.test(value))) return undefined;
	const date = Date.parse(`${value.replace(/ GMT$/, '')} GMT`);
	return Number.isNaN(date) ? undefined : date;
}
