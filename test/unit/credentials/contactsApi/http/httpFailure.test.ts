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

	const SIMILAR = [
		'EUNABLE_TO_CONNECT|WERR_TLS_OTHER|WETIMEDOUT|ETIMEDOUT2|EZ_OTHER|EPIPE2|WECONNRESET',
		'XERR_SSL_ALERT|UND_ERR_HEADERS_OVERFLOW_2|XERR_ASSERTION|ERR_ASSERTION_2|a bad upgrade',
		'Not a Proxy response (403)|The Response does not match the HTTP/1.1 protocol',
		'Not too many content-encodings',
	].flatMap((line) => line.split('|'));

	it.each(SIMILAR)('is not taken for another one with a similar code or message: %s', (text) => {
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

it('A 403 is about a rate limit with Retry-After, also if that is 0', () => {
	expect(HttpFailure.ofStatus(403, 0)).toMatchObject({ reason: 'rateLimited', status: 403 });
	expect(HttpFailure.ofStatus(403)).toMatchObject({ reason: 'forbidden', status: 403 });
});
