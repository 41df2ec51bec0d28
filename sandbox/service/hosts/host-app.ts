import { fastify, type FastifyError, type FastifyReply } from 'fastify';
import type { AddressInfo } from 'node:net';
import { STATUS_CODES } from 'node:http';
import type { z } from 'zod/v4';
import { LOOPBACK } from '../../system/ports.ts';
import type { AccessTokens } from '../access-tokens.ts';
import type { Identity } from '../certificate.ts';
import { HttpError, OperatorError } from '../errors.ts';
import { routeOf } from '../routes.ts';
import type { Credentials } from '../storage/credentials.ts';
import type { SettingsStore } from '../storage/settings-store.ts';
import { type Faults, injectFaults } from './faults.ts';
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
export function createHostApp({ identity, faults, requestLog }: HostContext) {
	const app = fastify({
		https: { cert: identity.certificate, key: identity.privateKey },
		forceCloseConnections: true,
		// An address that is not well-formed.
		frameworkErrors: (_error, _request, reply) =>
			void sendHttpError(reply, new HttpError('invalid_request')),
	});
	app.setErrorHandler<FastifyError | HttpError>((error, _request, reply) =>
		sendHttpError(reply, error instanceof HttpError ? error : httpErrorOf(error)),
	);
	app.setNotFoundHandler((_request, reply) => sendHttpError(reply, new HttpError('not_found')));
	app.addHook('onRequest', async (request) => {
		const route = routeOf(request);
		if (route !== undefined) requestLog.add(route, request.query as Record<string, unknown>);
	});
	app.addHook('onRequest', injectFaults(faults));
	// Only JSON is accepted unless a host adds a parser.
	app.removeContentTypeParser('text/plain');
	return app;
}

/**
 * Listens on loopback. @returns the origin, such as `https://localhost:8443`
 *
 * @param port 0 for any free one
 * @throws {OperatorError} if the port cannot be used
 */
export async function listen(app: HostApp, port: number): Promise<string> {
	try {
		await app.listen({ port, host: LOOPBACK });
	} catch (error) {
		throw new OperatorError(
			`The service cannot listen on localhost, port ${port}: ${(error as Error).message}. Stop the program that uses it, or give another port.`,
		);
	}
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
