const SECONDS = /^\d+$/;

/** The date formats of RFC 9110, section 5.6.7. */
const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_850_DATE = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * Reads a `Retry-After` header (RFC 9110, section 10.2.3).
 *
 * @param header seconds or a date
 * @param now milliseconds since 1970
 * @returns milliseconds to wait; 0 for a date in the past, undefined for an absent or malformed header
 */
export function parseRetryAfter(
	header: string | null | undefined,
	now: number,
): number | undefined {
	const value = header?.trim() ?? '';
	if (SECONDS.test(value)) return Number(value) * 1000;
	const date =
		IMF_FIXDATE.test(value) || RFC_850_DATE.test(value)
			? Date.parse(value)
			: ASCTIME_DATE.test(value)
				? Date.parse(`${value} GMT`)
				: NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
