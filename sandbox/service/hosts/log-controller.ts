import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/**
 * Logs one line for each request, when it is answered. It has no query, headers or bodies: a client
 * may have put a secret into any of them.
 */
export class ContactsLogController extends LogController {
	override incomingRequest() {}

	override requestCompleted(_error: unknown, request: FastifyRequest, reply: FastifyReply) {
		request.log.info(
			{
				method: request.method,
				route: request.routeOptions.url ?? 'none',
				statusCode: reply.statusCode,
				code: reply.errorCode,
				milliseconds: Math.round(reply.elapsedTime),
			},
			'answered',
		);
	}

	// Both would log the address with its query. The error handler has logged the error already.
	override defaultErrorLog() {}

	override writeHeadError() {}
}
