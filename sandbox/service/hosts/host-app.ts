import {
	fastify,
	type FastifyError,
	type FastifyInstance,
	type FastifyReply,
	type FastifyRequest,
} from 'fastify';
import type { z } from 'zod/v4';
import { HttpError, type HttpErrorCode } from '../errors.ts';
import { routeOf } from '../routes.ts';
import type { Settings } from '../settings.ts';
import { isTemporaryError } from '../storage/database.ts';
import type { Faults } from '../storage/faults.ts';
import type { SettingsStore } from '../storage/settings-store.ts';
import { sendHttpError } from './error-bodies.ts';
import { checkContentEncoding, checkRequest } from './request-checks.ts';
import type { RequestLog } from './request-log.ts';

/** The only bodies are credentials, which are short. */
const BODY_LIMIT_BYTES = 64 * 1024;

/** Time in which a client has to read some of a response; the longest pause of ordinary clients. */
const STALLED_RESPONSE_MS = 30_000;

declare module 'fastify' {
	interface FastifyRequest {
		/** The settings when the request arrived. */
		settings: Settings;
	}
}

export interface HostContext {
	settings: SettingsStore;
	faults: Faults;
	requestLog: RequestLog;
}

export type HostApp = FastifyInstance;

/** Creates an app with what both hosts have in common: settings, error bodies, request log. */
export function createHostApp({ settings, requestLog }: HostContext): HostApp {
	const sendError = (
		error: FastifyError | HttpError,
		_request: FastifyRequest,
		reply: FastifyReply,
	) => {
		const httpError = error instanceof HttpError ? error : httpErrorOf(error);
		if (httpError.code === 'internal_error') {
			// A bug. Parsers' errors, which may quote a request, have other codes.
			console.error(error);
		}
		return sendHttpError(reply, httpError, errorFormOf(settings));
	};
	const app = fastify({
		bodyLimit: BODY_LIMIT_BYTES,
		frameworkErrors: (error, request, reply) => {
			void sendError(error, request, reply);
		},
	});

	app.decorateRequest('settings');
	app.setErrorHandler<FastifyError | HttpError>(sendError);
	const methodsByPath = new Map<string, string[]>();
	app.addHook('onRoute', ({ url, method }) => {
		methodsByPath.set(url, (methodsByPath.get(url) ?? []).concat(method));
	});
	app.setNotFoundHandler((request, reply) => {
		const allowed = methodsByPath.get(request.url.split('?', 1)[0]!);
		if (allowed === undefined) return sendError(new HttpError('not_found'), request, reply);
		reply.header('allow', allowed.join(', '));
		return sendError(new HttpError('method_not_allowed'), request, reply);
	});

	app.addHook('onRequest', async (request) => {
		checkRequest(request.raw);
		request.settings = settings.current();
		const route = routeOf(request);
		if (route !== undefined) requestLog.add(route, request.url.split('?').slice(1).join('?'));
	});
	app.addHook('preParsing', async (request) => {
		if (request.method === 'POST') checkContentEncoding(request.raw);
	});
	app.addHook('onSend', async (_request, reply) => {
		reply.raw.setTimeout(STALLED_RESPONSE_MS);
	});
	// Only JSON is accepted unless a host adds a parser.
	app.removeContentTypeParser('text/plain');
	return app;
}

/** @returns the form of error bodies; the default while the database cannot be read */
export function errorFormOf(settings: SettingsStore): Settings['errorForm'] {
	try {
		return settings.current().errorForm;
	} catch {
		return 'problem';
	}
}

/**
 * Reads the parameters of a request.
 *
 * @param part of the request, for the message
 * @throws {HttpError} 400 that names the parameters, but does not quote them
 */
export function parseInput<Input>(schema: z.ZodType<Input>, value: unknown, part: string): Input {
	const { data, error } = schema.safeParse(value);
	if (error !== undefined) {
		const names = [...new Set(error.issues.map(({ path }) => path.join('.')))].filter(Boolean);
		throw new HttpError('invalid_request', {
			detail: `The request does not have the form that this operation expects: ${names.join(', ') || part}.`,
		});
	}
	return data;
}

const codesByStatus: Partial<Record<number, HttpErrorCode>> = {
	400: 'invalid_request',
	404: 'not_found',
	413: 'body_too_large',
	414: 'uri_too_long',
	415: 'unsupported_media_type',
};

/** Messages of parsers may quote the request, so they are not passed on. */
function httpErrorOf(error: FastifyError): HttpError {
	if (isTemporaryError(error)) return new HttpError('database_unavailable', { cause: error });
	return new HttpError(codesByStatus[error.statusCode ?? 500] ?? 'internal_error');
}
