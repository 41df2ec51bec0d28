/** Dates of HTTP (RFC 9110, section 5.6.7) and of ISO 8601; `Date.parse` takes much else. */
const DATE = /^([A-Z][a-z]{2,8}, .{10,24} GMT|\d{4}-\d\d-\d\dT[\d:.]{5,12}Z)$/;

/** The oldest form has no time zone: `Sun Nov  6 08:49:37 1994`. */
const ASCTIME_DATE = /^([A-Z][a-z]{2} ){2}[ \d]\d [\d:]{8} \d{4}$/;

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
	const sent = parseDate(headers.get('date') ?? '') || now;
	const delayIn = (name: string) => parseDelay(headers.get(name) ?? '', sent);
	const retryAfterMs = delayIn('retry-after');
	if (retryAfterMs !== undefined || (status !== 429 && status !== 403)) return retryAfterMs;

	const resetMs = RESETS.map(delayIn).find((ms) => ms !== undefined);
	if (headers.get('x-ratelimit-remaining') === '0') return resetMs ?? DEFAULT_RESET_MS;
	return status === 429 && resetMs! <= MAX_RESET_MS ? resetMs : undefined;
}

/** @returns milliseconds since 1970; NaN for other text */
function parseDate(value: string): number {
	if (ASCTIME_DATE.test(value)) return Date.parse(`${value} GMT`);
	return DATE.test(value) ? Date.parse(value) : NaN;
}

/** @returns the milliseconds from then on; undefined for other text */
function parseDelay(value: string, sent: number): number | undefined {
	const number = NUMBER.test(value) ? Number(value) : NaN;
	if (number < MIN_EPOCH_SECONDS) return number * 1000;
	const date = number >= MIN_EPOCH_MS ? number : number * 1000 || parseDate(value);
	return Number.isFinite(date) ? Math.max(0, date - sent) : undefined;
}
