import { fastify, type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify';
import type { AddressInfo, Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import type { z } from 'zod/v4';
import { LOOPBACK } from '../../system/ports.ts';
import type { AccessTokens } from '../access-tokens.ts';
import type { Identity } from '../certificate.ts';
import { HttpError } from '../errors.ts';
import { routeOf } from '../routes.ts';
import type { SettingsStore } from '../settings.ts';
import type { Credentials } from '../storage/credentials.ts';
import type { Faults } from './faults.ts';
import type { RequestLog } from './request-log.ts';

/** What both hosts need. */
export interface HostContext {
	identity: Identity;
	settings: SettingsStore;
	faults: Faults;
	requestLog: RequestLog;
	credentials: Credentials;
	accessTokens: AccessTokens;
}

export type HostApp = ReturnType<typeof createHostApp>;

/** Creates an app with what both hosts have in common: HTTPS, error bodies, request log, faults. */
export function createHostApp(context: HostContext) {
	const { identity, faults, requestLog } = context;
	const app = fastify({
		https: {
			cert: identity.certificate,
			key: identity.privateKey,
		},
		// An address that is not well-formed.
		frameworkErrors: (_error, _request, reply) =>
			void sendHttpError(reply, new HttpError('invalid_request')),
	});
	app.setErrorHandler<FastifyError | HttpError>((error, request, reply) => {
		// The service stops while it processes a request.
		if (request.socket.destroyed) return reply.hijack();
		return sendHttpError(reply, error instanceof HttpError ? error : httpErrorOf(error));
	});
	app.setNotFoundHandler((_request, reply) => sendHttpError(reply, new HttpError('not_found')));
	app.addHook('onRequest', async (request) => {
		const route = routeOf(request);
		if (route === undefined) return;
		requestLog.add(route, request.query as Record<string, unknown>);
		faults.inject(route);
	});
	// Only JSON is accepted unless a host adds a parser.
	app.removeContentTypeParser('text/plain');
	// Closing the app closes all connections, also those without a handshake, which Node.js does not count.
	const sockets = new Set<Socket>();
	app.server.on('connection', (socket: Socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	app.addHook('preClose', async () => sockets.forEach((socket) => socket.destroy()));
	return app;
}

/** @returns the Authorization header; `undefined` if there is none, or more than one */
export function authorizationOf({ raw }: FastifyRequest): string | undefined {
	const values = raw.headersDistinct['authorization'] ?? [];
	return values.length === 1 ? values[0] : undefined;
}

/**
 * Listens on loopback. @returns the origin, such as `https://localhost:8443`
 *
 * @param port 0 for any free one
 */
export async function listen(app: HostApp, port: number): Promise<string> {
	await app.listen({ port, host: LOOPBACK });
	return `https://localhost:${(app.server.address() as AddressInfo).port}`;
}

/** @throws {HttpError} 400 that does not quote the request, if it does not match the schema */
export function parseInput<Input>(schema: z.ZodType<Input>, value: unknown): Input {
	const { data, error } = schema.safeParse(value);
	if (error !== undefined) throw new HttpError('invalid_request');
	return data;
}

/** Messages of parsers may quote the request, so they are not passed on. */
function httpErrorOf(error: FastifyError): HttpError {
	const { statusCode = 500 } = error;
	if (statusCode === 415) return new HttpError('unsupported_media_type');
	if (statusCode < 500) return new HttpError('invalid_request', { statusCode });
	// A bug.
	console.error(error);
	return new HttpError('internal_error');
}

/** Sends problem details (RFC 9457), with the additional member "code". */
function sendHttpError(reply: FastifyReply, { statusCode, message, code }: HttpError) {
	if (statusCode === 401) {
		const scheme = code === 'invalid_resource_server' ? 'Basic' : 'Bearer';
		reply.header('www-authenticate', scheme);
	}
	const title = STATUS_CODES[statusCode] ?? 'Error';
	return reply
		.code(statusCode)
		.type('application/problem+json; charset=utf-8')
		.send(
			JSON.stringify({ type: 'about:blank', title, status: statusCode, detail: message, code }),
		);
}
