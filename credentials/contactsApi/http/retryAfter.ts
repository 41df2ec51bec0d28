/** The date formats of RFC 9110, section 5.6.7; the last one, without a time zone, is in GMT, too. */
const DATES = [
	/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
	/^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
	/^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

const ISO_DATE = /^\d{4}-\d\d-\d\dT[\d:.]{5,12}Z$/;

const NUMBER = /^\d+(\.\d+)?$/;

/** Headers without a standard that say when a rate limit is over. */
const RESETS = ['ratelimit-reset', 'x-ratelimit-reset', 'x-rate-limit-reset'];

/** A later reset may be that of another limit than the one that was exceeded. */
const MAX_RESET_MS = 120_000;

/** For a rate limit that is used up, without saying when it is over. */
const DEFAULT_RESET_MS = 1_000;

/** Smaller numbers are seconds from now, and larger ones the time since 1970, in seconds or milliseconds. */
const MIN_EPOCH_SECONDS = 1e8;
const MIN_EPOCH_MS = 1e11;

/**
 * Reads when to send a request again: from `Retry-After` (RFC 9110, section 10.2.3), or from the headers
 * about rate limits of a 429 or 403. Dates are by the clock of the server, which the header `Date` shows.
 *
 * @param now milliseconds since 1970, for a response without `Date`
 * @returns milliseconds to wait; 0 for a date in the past, undefined if the response does not say
 */
export function parseRetryAfter(status: number, headers: Headers, now: number): number | undefined {
	const sent = parseDate(headers.get('date') ?? '') ?? now;
	const until = (date?: number) => (date === undefined ? undefined : Math.max(0, date - sent));
	const value = headers.get('retry-after') ?? '';
	const retryAfterMs = NUMBER.test(value) ? Number(value) * 1000 : until(parseDate(value));
	if (retryAfterMs !== undefined || (status !== 429 && status !== 403)) return retryAfterMs;

	const isUsedUp = headers.get('x-ratelimit-remaining') === '0';
	const resets = RESETS.map((name) => until(parseReset(headers.get(name) ?? '', sent)));
	const resetMs = resets.find((ms) => ms !== undefined);
	if (isUsedUp) return resetMs ?? DEFAULT_RESET_MS;
	return status === 429 && resetMs! <= MAX_RESET_MS ? resetMs : undefined;
}

/** @returns milliseconds since 1970 */
function parseDate(value: string): number | undefined {
	if (!DATES.some((format) => format.test(value))) return undefined;
	const date = Date.parse(`${value.replace(/ GMT$/, '')} GMT`);
	return Number.isNaN(date) ? undefined : date;
}

/** @returns milliseconds since 1970 */
function parseReset(value: string, sent: number): number | undefined {
	if (!NUMBER.test(value)) return ISO_DATE.test(value) ? Date.parse(value) : parseDate(value);
	const number = Number(value);
	if (number >= MIN_EPOCH_MS) return number;
	return number >= MIN_EPOCH_SECONDS ? number * 1000 : sent + number * 1000;
}
