import { parseRetryAfter } from '../../../../../credentials/contactsApi/http/retryAfter';

const NOW = Date.UTC(1994, 10, 6, 8, 49, 30);
const HOUR_LATER = 'Sun, 06 Nov 1994 09:49:30 GMT';

const parse = (retryAfter: string, date = '') =>
	parseRetryAfter(503, new Headers({ 'Retry-After': retryAfter, Date: date }), NOW);

it.each([
	['0', 0],
	['7', 7_000],
	['3.5', 3_500],
	['99999999', 99_999_999_000],
	['784111777', 7_000],
	['784111777000', 7_000],
	['100000000', 0],
	['100000000000', 0],
	['Sun, 06 Nov 1994 08:49:37 GMT', 7_000],
	['Sunday, 06-Nov-94 08:49:37 GMT', 7_000],
	['Sun Nov  6 08:49:37 1994', 7_000],
	['1994-11-06T08:49:37Z', 7_000],
	['Sun, 06 Nov 1994 08:49:00 GMT', 0],
	// By the clock of the server, if its header Date is one.
	['Sun, 06 Nov 1994 09:49:32 GMT', 2_000, HOUR_LATER],
	['Sun, 06 Nov 1994 07:49:32 GMT', 2_000, 'Sunday, 06-Nov-94 07:49:30 GMT'],
	['7', 7_000, HOUR_LATER],
	['Sun, 06 Nov 1994 08:49:37 GMT', 7_000, 'now'],
])('Retry-After: %s is %d ms', (value, expected, date = '') => {
	expect(parse(value, date)).toBe(expected);
});

it('Retry-After is ignored otherwise', () => {
	const odd = [
		'|soon|1e3|-5|+5|1.|.5|0x10|7 s|Sun, 06 Nov 1994 08:49:37|Xxx, 99 Xxx 1994 08:49:37 GMT',
		'x Sun, 06 Nov 1994 08:49:37 GMT|Sun, 06 Nov 1994 08:49:37 GMT (x)',
		'Sun Nov 6 08:49:37 1994|x1994-11-06T08:49:37Z|1994-11-06T08:49:37Z.',
		'9'.repeat(400),
	].flatMap((line) => line.split('|'));
	expect(odd.filter((value) => parse(value) !== undefined)).toEqual([]);
});

const reset = (status: number, headers: Record<string, string>) =>
	parseRetryAfter(status, new Headers(headers), NOW);

it.each<[string, Record<string, string>, expected: number | undefined]>([
	['seconds', { 'X-RateLimit-Reset': '30' }, 30_000],
	['a fraction of a second', { 'RateLimit-Reset': '0.5' }, 500],
	['epoch seconds', { 'X-RateLimit-Reset': String(NOW / 1000 + 7) }, 7_000],
	['epoch milliseconds', { 'X-Rate-Limit-Reset': String(NOW + 7_000) }, 7_000],
	['a date', { 'X-RateLimit-Reset': 'Sun, 06 Nov 1994 08:49:37 GMT' }, 7_000],
	['an ISO date', { 'X-RateLimit-Reset': '1994-11-06T08:50Z' }, 30_000],
	['by the clock of the server', { 'RateLimit-Reset': '784115377', Date: HOUR_LATER }, 7_000],
	['a time in the past', { 'X-RateLimit-Reset': String(NOW / 1000 - 7) }, 0],
	['what is shorter in Retry-After', { 'X-RateLimit-Reset': '30', 'Retry-After': '2' }, 2_000],
	['two minutes', { 'X-RateLimit-Reset': '120' }, 120_000],
	['more, which may be another limit', { 'X-RateLimit-Reset': '120.5' }, undefined],
	['an hour if used up', { 'X-RateLimit-Reset': '3600', 'X-RateLimit-Remaining': '0' }, 3_600_000],
	['nothing', { 'X-RateLimit-Reset': 'soon' }, undefined],
])('The end of a rate limit may be %s', (_name, headers, expected) => {
	expect(reset(429, headers)).toBe(expected);
	expect(reset(503, headers)).toBe(headers['Retry-After'] ? expected : undefined);
});

it('A 403 is about a rate limit when it says so', () => {
	expect(reset(403, { 'X-RateLimit-Remaining': '0' })).toBe(1_000);
	expect(reset(403, { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '7' })).toBe(7_000);
	expect(reset(403, { 'X-RateLimit-Remaining': '1', 'X-RateLimit-Reset': '7' })).toBeUndefined();
	expect(reset(503, { 'X-RateLimit-Remaining': '0' })).toBeUndefined();
});
