const SECONDS = /^\d+$/;

/** The date formats of RFC 9110, section 5.6.7. */
const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_850_DATE = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * Reads the `Retry-After` header of a response (RFC 9110, section 10.2.3): seconds, or a date by the clock
 * of the server, which the header `Date` shows.
 *
 * @param now milliseconds since 1970, for a response without `Date`
 * @returns milliseconds to wait; 0 for a date in the past, undefined for an absent or malformed header
 */
export function parseRetryAfter(headers: Headers, now: number): number | undefined {
	const value = headers.get('retry-after') ?? '';
	if (SECONDS.test(value)) return Number(value) * 1000;
	const date = parseDate(value);
	return date === undefined
		? undefined
		: Math.max(0, date - (parseDate(headers.get('date') ?? '') ?? now));
}

/** @returns milliseconds since 1970 */
function parseDate(value: string): number | undefined {
	const date =
		IMF_FIXDATE.test(value) || RFC_850_DATE.test(value)
			? Date.parse(value)
			: ASCTIME_DATE.test(value)
				? Date.parse(`${value} GMT`)
				: NaN;
	return Number.isNaN(date) ? undefined : date;
}
