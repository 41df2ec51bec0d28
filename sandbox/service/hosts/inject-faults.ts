import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout } from 'node:timers/promises';
import { sendHttpError } from './error-bodies.ts';
import { HttpError } from '../errors.ts';
import { routeOf } from '../routes.ts';
import type { Fault } from '../storage/faults.ts';
import type { HostApp, HostContext } from './host-app.ts';

/** Injects the faults that the operator has set into the requests of an app. */
export function injectFaults(app: HostApp, { faults }: HostContext) {
	app.addHook('onRequest', async (request, reply) => {
		const route = routeOf(request);
		const fault = route && (await faults.next(route));
		if (fault === undefined) return;
		if (fault.latencyMs !== undefined && !(await delayWhileConnected(fault.latencyMs, request))) {
			reply.hijack();
			return;
		}
		if (fault.retryAfter !== undefined) reply.header('retry-after', String(fault.retryAfter));
		if (fault.body !== undefined) {
			const [type, text] = BODIES[fault.body];
			await reply
				.code(fault.status ?? 200)
				.type(`${type}; charset=utf-8`)
				.send(text);
		} else if (fault.status !== undefined) {
			await sendHttpError(
				reply,
				new HttpError('injected_fault', { statusCode: fault.status }),
				request.settings.errorForm,
			);
		} else if (fault.drop === 'beforeAnswer') {
			reply.hijack();
			request.raw.socket.destroy();
		} else if (fault.drop === 'insideBody') {
			breakInsideBody(reply);
		}
	});
}

const BODIES: Record<NonNullable<Fault['body']>, [type: string, text: string]> = {
	html: [
		'text/html',
		'<!DOCTYPE html><html><head><title>Sign in</title></head><body>Please sign in.</body></html>',
	],
	brokenJson: ['application/json', '{"contacts":[{"id":"contact_1","name":"Ad'],
};

/** @returns false as soon as the client disconnects, otherwise true after the delay */
async function delayWhileConnected(
	milliseconds: number,
	{ signal }: FastifyRequest,
): Promise<boolean> {
	try {
		return await setTimeout(milliseconds, true, { signal, ref: false });
	} catch (error) {
		if (signal.aborted) return false;
		throw error;
	}
}

/** Makes the response break the connection after its headers and half of its body. */
function breakInsideBody({ raw }: FastifyReply) {
	raw.end = ((body?: unknown) => {
		const whole = Buffer.from((body as string | Uint8Array | undefined) ?? '');
		const half = whole.subarray(0, Math.floor(whole.length / 2));
		raw.write(half, () => raw.socket?.destroy());
		return raw;
	}) as typeof raw.end;
}
