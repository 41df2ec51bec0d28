import {
	classifyError,
	HttpFailure,
} from '../../../../../credentials/contactsApi/http/httpFailure';

/** The failure behind an error of fetch with this code and message. */
function failureOf(code: string, message = 'other', hasResponse = false): HttpFailure {
	const cause = Object.assign(new Error(message), { code });
	return classifyError(new TypeError('fetch failed', { cause }), hasResponse, 10_001);
}

// Other codes and messages come from real connections in sendRequest.test.ts.
describe('An error of fetch', () => {
	it('is recognized by its code', () => {
		for (const code of ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']) {
			expect(failureOf(code)).toMatchObject({ reason: 'timedOut', waitedMs: 10_001 });
		}
		for (const code of ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']) {
			expect(failureOf(code)).toMatchObject({ reason: 'dropped' });
			expect(failureOf(code, '', true)).toMatchObject({ reason: 'brokenOff' });
		}
	});

	const OTHER_CODES = [
		'EUNABLE_TO_CONNECT WERR_TLS_OTHER WETIMEDOUT ETIMEDOUT2 EZ_OTHER EPIPE2 XERR_SSL_ALERT',
		'XHPE_UNEXPECTED_CONTENT_LENGTH UND_ERR_HEADERS_OVERFLOW_2 WECONNRESET XERR_ASSERTION',
		'ERR_ASSERTION_2',
	].flatMap((line) => line.split(' '));

	it.each([
		...OTHER_CODES,
		// Messages
		'Not a Proxy response (403)',
		'bad port 7',
		'a bad upgrade',
		'The Response does not match the HTTP/1.1 protocol',
		'Not too many content-encodings',
	])('is not taken for another one with a similar code or message: %s', (text) => {
		expect(failureOf(text, '')).toMatchObject({ reason: 'unreachable' });
		expect(failureOf('', text)).toMatchObject({ reason: 'unreachable' });
	});
});

it('Only statuses 429 and 503 of the server itself ask for fewer requests', () => {
	const statuses = [404, 429, 502, 503];
	const failures = statuses.map((status) => HttpFailure.ofStatus(status).isThrottled);
	expect(failures).toEqual([false, true, false, true]);
	expect(new HttpFailure('proxyRefused', { status: 503 }).isThrottled).toBe(false);
});

it.each([
	['rateLimited', 403, 0],
	['forbidden', 403, undefined],
	['notFound', 404, 1_000],
])('A response is %s with the status %d, and %d ms to wait', (reason, status, retryAfterMs) => {
	expect(HttpFailure.ofStatus(status, retryAfterMs)).toMatchObject({ reason, status });
});
