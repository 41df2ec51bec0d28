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

	it.each([
		['a certificate', { code: 'EUNABLE_TO_CONNECT' }],
		['a certificate', { code: 'WERR_TLS_OTHER' }],
		['a timeout', { code: 'WETIMEDOUT' }],
		['a timeout', { code: 'ETIMEDOUT2' }],
		['a decoder', { code: 'EZ_OTHER' }],
		['a proxy', { message: 'Not a Proxy response (403)' }],
		['a proxy', { message: '', code: 'EOTHER' }],
		['an alert', { code: 'XERR_SSL_ALERT' }],
		['a length', { code: 'XHPE_UNEXPECTED_CONTENT_LENGTH' }],
		['headers', { code: 'UND_ERR_HEADERS_OVERFLOW_2' }],
		['a drop', { code: 'EPIPE2' }],
		['a drop', { code: 'WECONNRESET' }],
		['a port', { message: 'bad port 7' }],
		['an upgrade', { message: 'a bad upgrade' }],
		['the parser', { message: 'The Response does not match the HTTP/1.1 protocol' }],
	])('finds no better reason in what only resembles that of %s: %j', (_name, cause) => {
		expect(failureOf(cause)).toMatchObject({ reason: 'unreachable' });
	});
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
