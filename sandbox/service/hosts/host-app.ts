import {
	fastify,
	type FastifyError,
	type FastifyReply,
	type FastifyRequest,
	type FastifySerializerCompiler,
	type FastifyServerOptions,
} from 'fastify';
import { randomUUID } from 'node:crypto';
import {
	serializerCompiler,
	validatorCompiler,
	type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import type { z } from 'zod/v4';
import { sendHttpError } from './error-bodies.ts';
import { HttpError, type HttpErrorCode } from '../errors.ts';
import { isLockedError } from '../storage/database.ts';
import type { Faults } from '../storage/faults.ts';
import { ContactsLogController } from './log-controller.ts';
import { checkContentEncoding, checkRequest } from './request-checks.ts';
import type { RequestRecorder } from './request-log.ts';
import { routeOf } from './route-of.ts';
import type { Settings } from '../settings.ts';

/** The only bodies are credentials, which are short. */
const BODY_LIMIT_BYTES = 64 * 1024;

declare module 'fastify' {
	interface FastifyReply {
		/** Reason for an error response, for the log. */
		errorCode: HttpErrorCode | undefined;
	}
}

type HostName = 'auth' | 'api';

export interface HostContext {
	settings: Settings;
	faults: Faults;
	requestLog: RequestRecorder;
	/** Fastify's option. */
	logger: FastifyServerOptions['logger'];
	/** The service's OpenAPI description. */
	describe(settings: Settings): object;
}

export type HostApp = ReturnType<typeof createHostApp>;

/** Creates an app with what both hosts have in common: zod schemas, error bodies, request log. */
export function createHostApp(
	host: HostName,
	{ settings, requestLog, logger, describe }: HostContext,
) {
	const sendError = (
		error: FastifyError | HttpError,
		request: FastifyRequest,
		reply: FastifyReply,
	) => {
		const httpError = error instanceof HttpError ? error : httpErrorOf(error);
		reply.errorCode = httpError.code;
		if (httpError.code === 'internal_error') {
			request.log.error(error);
		} else if (httpError.cause instanceof Error) {
			const { message, code } = httpError.cause as NodeJS.ErrnoException;
			request.log.warn({ cause: { message, code } }, httpError.message);
		}
		return sendHttpError(reply, httpError, settings.errorForm);
	};
	const app = fastify({
		logger: logger ?? false,
		bodyLimit: BODY_LIMIT_BYTES,
		// Unique across hosts, restarts, and the apps that replace each other as settings change.
		genReqId: () => `${host}-${randomUUID()}`,
		logController: new ContactsLogController(),
		frameworkErrors: (error, request, reply) => {
			void sendError(error, request, reply);
		},
	}).withTypeProvider<ZodTypeProvider>();

	app.decorateReply('errorCode', undefined);
	app.setValidatorCompiler(validatorCompiler);
	app.setSerializerCompiler(serializerCompiler as FastifySerializerCompiler<z.ZodType>);
	app.setErrorHandler<FastifyError | HttpError>(sendError);
	const methodsByPath = new Map<string, string[]>();
	app.addHook('onRoute', ({ url, method }) => {
		methodsByPath.set(url, (methodsByPath.get(url) ?? []).concat(method));
	});
	app.setNotFoundHandler((request, reply) => {
		const allowed = methodsByPath.get(request.url.split('?', 1)[0]!);
		if (allowed === undefined) {
			return sendError(new HttpError('not_found'), request, reply);
		}
		reply.header('allow', allowed.join(', '));
		return sendError(new HttpError('method_not_allowed'), request, reply);
	});

	app.addHook('onRequest', async (request) => {
		checkRequest(request.raw);
		const route = routeOf(request);
		if (route !== undefined) {
			requestLog.add(route, request.query);
		}
	});
	app.addHook('preParsing', async (request) => {
		if (request.routeOptions.schema?.body !== undefined) {
			checkContentEncoding(request.raw);
		}
	});
	// Only JSON is accepted unless a host adds a parser.
	app.removeContentTypeParser('text/plain');
	let description: string | undefined;
	app.get('/openapi.json', (_request, reply) => {
		description ??= JSON.stringify(describe(settings));
		return reply.type('application/json; charset=utf-8').send(description);
	});
	return app;
}

const codesByStatus: Partial<Record<number, HttpErrorCode>> = {
	400: 'invalid_request',
	404: 'not_found',
	413: 'body_too_large',
	414: 'uri_too_long',
	415: 'unsupported_media_type',
};

/** Messages of parsers and validators may quote the request, so they are not passed on. */
function httpErrorOf(error: FastifyError): HttpError {
	if (isLockedError(error)) {
		return new HttpError('database_busy', { cause: error });
	}
	const { validation } = error;
	if (validation !== undefined) {
		const names = [...new Set(validation.map(({ instancePath }) => instancePath.slice(1)))];
		const what = names.filter(Boolean).join(', ') || error.validationContext;
		return new HttpError('invalid_request', {
			detail: `The request does not have the form that this operation expects: ${what}.`,
		});
	}
	return new HttpError(codesByStatus[error.statusCode ?? 500] ?? 'internal_error');
}
