import { parseRetryAfter } from '../../../../../credentials/contactsApi/http/retryAfter';

const NOW = Date.UTC(1994, 10, 6, 8, 49, 30);

const parse = (retryAfter: string, date = '') =>
	parseRetryAfter(new Headers({ 'Retry-After': retryAfter, Date: date }), NOW);

it.each([
	['0', 0],
	['7', 7_000],
	['1000000000', 1e12],
	['Sun, 06 Nov 1994 08:49:37 GMT', 7_000],
	['Sunday, 06-Nov-94 08:49:37 GMT', 7_000],
	['Sun Nov  6 08:49:37 1994', 7_000],
	['Sun Nov 16 08:49:30 1994', 864_000_000],
	['Sun, 06 Nov 1994 08:49:00 GMT', 0],
	// By the clock of the server, if its header Date is one.
	['Sun, 06 Nov 1994 09:49:32 GMT', 2_000, 'Sun, 06 Nov 1994 09:49:30 GMT'],
	['Sun, 06 Nov 1994 07:49:32 GMT', 2_000, 'Sunday, 06-Nov-94 07:49:30 GMT'],
	['7', 7_000, 'Sun, 06 Nov 1994 09:49:30 GMT'],
	['Sun, 06 Nov 1994 08:49:37 GMT', 7_000, 'now'],
])('Retry-After: %s is %d ms', (value, expected, date = '') => {
	expect(parse(value, date)).toBe(expected);
});

it('Retry-After is ignored otherwise', () => {
	const odd = [
		...['', 'soon', '1e3', '-5', '+5', '1.5', '0x10', '7 s', '1994-11-06T08:49:37Z'],
		...['Sun, 06 Nov 1994 08:49:37', 'Xxx, 99 Xxx 1994 08:49:37 GMT'],
		...['x Sun, 06 Nov 1994 08:49:37 GMT', 'Sun, 06 Nov 1994 08:49:37 GMT (x)'],
		...['x Sunday, 06-Nov-94 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT!'],
		...['x Sun Nov  6 08:49:37 1994', 'Sun Nov  6 08:49:37 1994 (x)'],
	];
	expect(odd.filter((value) => parse(value) !== undefined)).toEqual([]);
});
