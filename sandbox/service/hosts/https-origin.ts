import { createServer } from 'node:https';
import type { RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import { OperatorError } from '../errors.ts';

/** How long requests under way may take to end when the service stops. */
const CLOSE_GRACE_MS = 2000;

/** Certificate and private key, in PEM. */
export interface TlsIdentity {
	certificate: string;
	privateKey: string;
}

/** What answers at an origin. */
export interface HostHandler {
	request: RequestListener;
	/** Answers bytes that the HTTP parser rejects, and closes the connection. */
	clientError(error: NodeJS.ErrnoException, connection: Duplex): void;
}

export interface Origin {
	/** `https://localhost:PORT` */
	url: string;
	/** From now on requests are answered by this handler; those under way are not disturbed. */
	setHandler(handler: HostHandler): void;
	/** New connections get the new certificate. */
	renew(identity: TlsIdentity): void;
	/** Takes no more requests, lets those under way end, and frees the port. */
	close(): Promise<void>;
}

/**
 * Listens for HTTPS; a plain HTTP request gets no answer, its connection is closed.
 *
 * @throws {OperatorError} when the port is in use or must not be used
 */
export async function openHttpsOrigin(
	identity: TlsIdentity,
	host: string,
	port: number,
): Promise<Origin> {
	let handler: HostHandler = {
		request: (_request, response) => response.writeHead(503).end(),
		clientError: (_error, connection) => connection.destroy(),
	};
	const responses = new WeakMap<Duplex, ServerResponse>();
	const answer: RequestListener = (request, response) => {
		responses.set(request.socket, response);
		handler.request(request, response);
	};
	// Left to itself, Node.js answers a missing Host and an unknown expectation without a body.
	const server = createServer({ ...contextOf(identity), requireHostHeader: false }, answer);
	server.on('checkExpectation', answer);
	server.on('clientError', (error, connection) => {
		const response = responses.get(connection);
		const isAnswering = response?.headersSent === true && !response.writableFinished;
		if (connection.writable && !isAnswering) {
			handler.clientError(error, connection);
		} else {
			connection.destroy(error);
		}
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) =>
			reject(new OperatorError(explainListenError(error, host, port))),
		);
		server.listen(port, host, resolve);
	});
	const { port: boundPort } = server.address() as AddressInfo;

	return {
		url: `https://${isIPv6(host) ? `[${host}]` : host}:${boundPort}`,
		setHandler(next) {
			handler = next;
		},
		renew: (next) => server.setSecureContext(contextOf(next)),
		close: () =>
			new Promise<void>((resolve) => {
				const grace = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
				server.close(() => {
					clearTimeout(grace);
					resolve();
				});
				server.closeIdleConnections();
			}),
	};
}

function contextOf({ certificate, privateKey }: TlsIdentity) {
	return { cert: certificate, key: privateKey };
}

function explainListenError({ code, message }: NodeJS.ErrnoException, host: string, port: number) {
	switch (code) {
		case 'EADDRINUSE':
			return `Port ${port} on ${host} is in use by another program. Stop that program or give another port.`;
		case 'EACCES':
			return `Port ${port} must not be used by this user. Give a port of 1024 or above.`;
		default:
			return `The service cannot listen on ${host}, port ${port}: ${message}.`;
	}
}
