import { classifyError, HttpFailure } from '../../../../credentials/contactsApi/http/httpFailure';

/** The failure behind an error of fetch with this cause. */
function failureOf(cause: object, hasResponse = false): HttpFailure {
	const error = Object.assign(new Error('other'), cause);
	return classifyError(new TypeError('fetch failed', { cause: error }), hasResponse, 10_001);
}

// The codes and messages themselves come from real connections in sendRequest.test.ts.
describe('classifyError', () => {
	it.each([
		['timedOut', ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']],
		['dropped', ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']],
	])('finds %s in %j', (reason, codes) => {
		for (const code of codes) expect(failureOf({ code })).toMatchObject({ reason });
	});

	it('says how long it took to give up connecting, or that the response broke off', () => {
		expect(failureOf({ code: 'ETIMEDOUT' })).toMatchObject({ waitedMs: 10_001 });
		expect(failureOf({ code: 'EPIPE' }, true)).toMatchObject({ reason: 'brokenOff' });
	});

	const codes = [
		...['EUNABLE_TO_CONNECT', 'WERR_TLS_OTHER', 'WETIMEDOUT', 'ETIMEDOUT2', 'EZ_OTHER', 'EPIPE2'],
		...['XERR_SSL_ALERT', 'XHPE_UNEXPECTED_CONTENT_LENGTH', 'UND_ERR_HEADERS_OVERFLOW_2'],
		...['WECONNRESET', 'XERR_ASSERTION', 'ERR_ASSERTION_2'],
	].map((code) => ({ code }));
	const messages = [
		...['Not a Proxy response (403)', 'bad port 7', 'a bad upgrade'],
		...['The Response does not match the HTTP/1.1 protocol', 'Not too many content-encodings'],
	].map((message) => ({ message }));
	it.each([...codes, ...messages, { message: '', code: 'EOTHER' }])(
		'finds no better reason in what only resembles a known one: %j',
		(cause) => {
			expect(failureOf(cause)).toMatchObject({ reason: 'unreachable' });
		},
	);
});

describe('HttpFailure', () => {
	it.each([
		[429, true],
		[503, true],
		[502, false],
		[404, false],
	])('with status %d asks for fewer requests: %p', (status, isThrottled) => {
		expect(HttpFailure.ofStatus(status).isThrottled).toBe(isThrottled);
		// A proxy that is busy does not speak for the server.
		expect(new HttpFailure('proxyRefused', { status }).isThrottled).toBe(false);
	});
});
