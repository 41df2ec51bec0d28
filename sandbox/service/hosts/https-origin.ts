import { createServer } from 'node:https';
import type { RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import { OperatorError } from '../errors.ts';

/** Time for pending requests to finish when the service stops. */
const CLOSE_GRACE_MS = 2000;

/** Certificate and private key, in PEM. */
interface TlsIdentity {
	certificate: string;
	privateKey: string;
}

/** Handles the requests to an origin. */
export interface HostHandler {
	request: RequestListener;
	/** Responds to bytes that the HTTP parser rejects, and closes the connection. */
	clientError(error: NodeJS.ErrnoException, connection: Duplex): void;
}

export interface Origin {
	/** Such as `https://localhost:8443`. */
	url: string;
	/** Sets the handler of new requests; pending ones are not affected. */
	setHandler(handler: HostHandler): void;
	/** Sets the certificate of new connections. */
	renew(identity: TlsIdentity): void;
	/** Stops accepting requests, waits for pending ones, and closes the port. */
	close(): Promise<void>;
}

/**
 * Listens for HTTPS. Connections with plain HTTP are closed without a response.
 *
 * @throws {OperatorError} if the port is in use or needs more privileges
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
	const handleRequest: RequestListener = (request, response) => {
		responses.set(request.socket, response);
		handler.request(request, response);
	};
	// Node.js itself would respond to a missing Host and an unknown expectation without a body.
	const server = createServer(
		{ ...secureContextOf(identity), requireHostHeader: false },
		handleRequest,
	);
	server.on('checkExpectation', handleRequest);
	server.on('clientError', (error, connection) => {
		const response = responses.get(connection);
		const isResponding = response?.headersSent === true && !response.writableFinished;
		if (connection.writable && !isResponding) {
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
		renew: (next) => server.setSecureContext(secureContextOf(next)),
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

function secureContextOf({ certificate, privateKey }: TlsIdentity) {
	return { cert: certificate, key: privateKey };
}

function explainListenError({ code, message }: NodeJS.ErrnoException, host: string, port: number) {
	switch (code) {
		case 'EADDRINUSE':
			return `Port ${port} on ${host} is in use by another program. Stop that program or give another port.`;
		case 'EACCES':
			return `You are not permitted to use port ${port}. Give a port of 1024 or above.`;
		default:
			return `The service cannot listen on ${host}, port ${port}: ${message}.`;
	}
}
