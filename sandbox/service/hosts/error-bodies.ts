import type { FastifyReply } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpError } from '../errors.ts';
import type { Settings } from '../settings.ts';

interface ErrorBody {
	/** `undefined` if there is no body. */
	mediaType?: string;
	write(httpError: HttpError): string | undefined;
}

/** By the setting `errorForm`. */
const errorBodies: Record<Settings['errorForm'], ErrorBody> = {
	// RFC 9457; "code" is an extension.
	problem: {
		mediaType: 'application/problem+json',
		write: ({ statusCode, message, code }) =>
			JSON.stringify({
				type: 'about:blank',
				title: STATUS_CODES[statusCode] ?? 'Error',
				status: statusCode,
				detail: message,
				code,
			}),
	},
	json: {
		mediaType: 'application/json',
		write: ({ code, message }) => JSON.stringify({ error: code, message }),
	},
	text: {
		mediaType: 'text/plain',
		write: ({ message }) => message,
	},
	empty: { write: () => undefined },
};

/** Sends an error response in the given form. */
export function sendHttpError(
	reply: FastifyReply,
	httpError: HttpError,
	form: Settings['errorForm'],
) {
	const { mediaType, write } = errorBodies[form];
	reply.code(httpError.statusCode);
	const challenge = bearerChallenges[httpError.code];
	if (challenge !== undefined) reply.header('www-authenticate', challenge);
	const seconds = retryAfterSeconds[httpError.code];
	if (seconds !== undefined) reply.header('retry-after', seconds);
	if (mediaType !== undefined) reply.type(`${mediaType}; charset=utf-8`);
	return reply.send(write(httpError));
}

/** Sends an error response to an invalid HTTP request, and closes the connection. */
export function writeHttpError(socket: Duplex, error: HttpError, form: Settings['errorForm']) {
	const { mediaType, write } = errorBodies[form];
	const body = write(error) ?? '';
	const lines = [
		`HTTP/1.1 ${error.statusCode} ${STATUS_CODES[error.statusCode]}`,
		...(mediaType === undefined ? [] : [`Content-Type: ${mediaType}; charset=utf-8`]),
		`Content-Length: ${Buffer.byteLength(body)}`,
		'Connection: close',
	];
	socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** The WWW-Authenticate header (RFC 6750, 3). */
const bearerChallenges: Partial<Record<HttpError['code'], string>> = {
	missing_token: 'Bearer',
	invalid_token: 'Bearer error="invalid_token"',
	revoked_token: 'Bearer error="invalid_token"',
	insufficient_scope: 'Bearer error="insufficient_scope"',
};

/** Temporary errors, and the value of their Retry-After header in seconds. */
const retryAfterSeconds: Partial<Record<HttpError['code'], number>> = {
	database_unavailable: 1,
	rate_limited: 1,
};
