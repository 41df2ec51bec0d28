import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/**
 * Logs one line for each response, without query, headers and bodies: clients may put secrets into
 * any of them.
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

	// Both would log the URL with its query. The error handler has already logged the error.
	override defaultErrorLog() {}

	override writeHeadError() {}
}
