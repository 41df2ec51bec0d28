import type { IncomingMessage } from 'node:http';
import { HttpError } from '../errors.ts';

/**
 * Checks headers that Node.js accepts, or would reject without an error body.
 *
 * @throws {HttpError} 400 without exactly one Host (RFC 9112, 3.2), 417 for an unknown expectation
 */
export function checkRequest(request: IncomingMessage) {
	const hosts = countHeader(request, 'host');
	if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) {
		throw new HttpError('invalid_request', {
			detail: 'A request must have exactly one Host header.',
		});
	}
	if (!/^(100-continue)?$/i.test(request.headers.expect ?? '')) {
		throw new HttpError('expectation_failed');
	}
}

/** @throws {HttpError} 415 for a compressed body (RFC 9110, 8.4) */
export function checkContentEncoding({ headers }: IncomingMessage) {
	if (!/^(identity)?$/i.test(headers['content-encoding'] ?? '')) {
		throw new HttpError('unsupported_content_encoding');
	}
}

/** @returns the header's value; `undefined` if it is missing or repeated */
export function readAuthorization(request: IncomingMessage): string | undefined {
	return countHeader(request, 'authorization') === 1 ? request.headers.authorization : undefined;
}

/** Counts raw headers, because `headers` keeps only the first of repeated ones. */
function countHeader({ rawHeaders }: IncomingMessage, name: string): number {
	return rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === name).length;
}
