import { createServer } from 'node:https';
import type { RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { HttpError, type HttpErrorCode, OperatorError } from '../errors.ts';
import type { Identity } from '../tls/certificates.ts';

/** Time for pending requests to finish when the service stops. */
const CLOSE_GRACE_MS = 2000;

/** Deadlines for the TLS handshake, for the headers of a request, and for all of it. */
const HANDSHAKE_MS = 5_000;
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;

/** Interval in which the last two are checked. */
const CHECK_MS = 1_000;

/** Only this computer can reach the service. */
const LOOPBACK = '127.0.0.1';

/** Handles the requests to an origin. */
interface HostHandler {
	request: RequestListener;
	/** Responds to bytes that are no request, and closes the connection. */
	reject(connection: Duplex, error: HttpError): void;
}

export interface Origin {
	/** Such as `https://localhost:8443`. */
	url: string;
	/** Sets the handler of new requests. */
	setHandler(handler: HostHandler): void;
	/** Stops accepting requests, waits a moment for pending ones, and closes all connections. */
	close(): Promise<void>;
}

/**
 * Listens for HTTPS on loopback. Connections with plain HTTP are closed without a response.
 *
 * @throws {OperatorError} if the port is in use or needs more privileges
 */
export async function openHttpsOrigin(
	{ certificate, privateKey }: Identity,
	port: number,
): Promise<Origin> {
	let handler: HostHandler = {
		request: (_request, response) => response.writeHead(503).end(),
		reject: (connection) => connection.destroy(),
	};
	const responses = new WeakMap<Duplex, ServerResponse>();
	const handleRequest: RequestListener = (request, response) => {
		responses.set(request.socket, response);
		handler.request(request, response);
	};
	const server = createServer(
		{
			cert: certificate,
			key: privateKey,
			handshakeTimeout: HANDSHAKE_MS,
			headersTimeout: HEADERS_MS,
			requestTimeout: REQUEST_MS,
			connectionsCheckingInterval: CHECK_MS,
			// Node.js itself would respond to a missing Host and an unknown expectation without a body.
			requireHostHeader: false,
		},
		handleRequest,
	);
	server.on('checkExpectation', handleRequest);
	server.on('clientError', (error: NodeJS.ErrnoException, connection) => {
		const response = responses.get(connection);
		const isResponding = response?.headersSent === true && !response.writableFinished;
		if (connection.writable && !isResponding) {
			handler.reject(
				connection,
				new HttpError(parserErrors[error.code ?? ''] ?? 'invalid_request'),
			);
		} else {
			connection.destroy(error);
		}
	});
	const sockets = new Set<Socket>();
	server.on('connection', (socket: Socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	// Without a handshake, a response would wait for the client. HTTPS passes these on to clientError.
	server.removeAllListeners('tlsClientError');
	server.on('tlsClientError', (_error, connection) => connection.destroy());
	await new Promise<void>((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) =>
			reject(new OperatorError(explainListenError(error, port))),
		);
		server.listen(port, LOOPBACK, resolve);
	});

	return {
		url: `https://localhost:${(server.address() as AddressInfo).port}`,
		setHandler(next) {
			handler = next;
		},
		close: () =>
			new Promise<void>((resolve) => {
				const grace = setTimeout(
					() => sockets.forEach((socket) => socket.destroy()),
					CLOSE_GRACE_MS,
				);
				server.close(() => {
					clearTimeout(grace);
					resolve();
				});
				server.closeIdleConnections();
			}),
	};
}

/** Codes of Node.js's HTTP server; any other is a malformed request. */
const parserErrors: Record<string, HttpErrorCode> = {
	HPE_HEADER_OVERFLOW: 'headers_too_large',
	HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
	ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

function explainListenError({ code, message }: NodeJS.ErrnoException, port: number) {
	switch (code) {
		case 'EADDRINUSE':
			return `Port ${port} on localhost is in use by another program. Stop that program or give another port.`;
		case 'EACCES':
			return `You are not permitted to use port ${port}. Give a port of 1024 or above.`;
		default:
			return `The service cannot listen on localhost, port ${port}: ${message}.`;
	}
}
