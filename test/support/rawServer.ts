import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

export type RawServer = Awaited<ReturnType<typeof startRawServer>>;

/** Answers the n-th request (from 0); may leave the socket open. */
export type Answer = (socket: Socket, n: number) => void;

/**
 * Starts a server on a raw socket, which can misbehave in ways that an HTTP server cannot. It hands every
 * complete request to `answer`.
 *
 * @param tls certificate, key and other options of TLS; without them the server speaks plain HTTP
 */
export async function startRawServer(answer: Answer, tls?: TlsOptions) {
	const requests: string[] = [];
	const open = new Set<Socket>();
	const onConnection = (socket: Socket) => {
		let received = '';
		result.connections++;
		open.add(socket);
		socket.on('close', () => open.delete(socket));
		// Clients that give up reset the connection, which some tests are about.
		socket.on('error', () => socket.destroy());
		socket.on('data', (chunk) => {
			received += chunk.toString('latin1');
			if (!isComplete(received)) return;
			requests.push(received);
			received = '';
			answer(socket, requests.length - 1);
		});
	};
	const server = tls ? createTlsServer(tls, onConnection) : createServer(onConnection);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const result = {
		/** `http://127.0.0.1:PORT`, or with TLS `https://localhost:PORT` */
		url: tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
		/** Every request as received: head and body. */
		requests,
		/** Number of connections so far. */
		connections: 0,
		/** Sockets that are still open. */
		open,
		close: async () => {
			for (const socket of open) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
	return result;
}

/** @returns `startRawServer`, for servers that are closed after each test */
export function rawServers(): typeof startRawServer {
	const servers: RawServer[] = [];
	afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));
	return async (answer, tls) => {
		const server = await startRawServer(answer, tls);
		servers.push(server);
		return server;
	};
}

/** Sends a complete response and closes the connection. */
export function respond(status: number, body: string | Buffer, headers: object = {}): Answer {
	const length = { 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
	const all = Object.entries({ ...length, ...headers });
	const lines = all.map(([name, value]) => `${name}: ${value}\r\n`);
	return (socket) => {
		socket.write(`HTTP/1.1 ${status} X\r\n${lines.join('')}\r\n`);
		socket.end(body);
	};
}

/** Gives the answers in turn; the last one is repeated. */
export function inTurn(...answers: Answer[]): Answer {
	return (socket, n) => answers[Math.min(n, answers.length - 1)]!(socket, n);
}

/** The body of a token response, as in the contract. */
export function tokenBody(accessToken: string, rest: object = {}): string {
	return JSON.stringify({ accessToken, tokenType: 'Bearer', ...rest });
}

function isComplete(request: string): boolean {
	const [head, body] = request.split('\r\n\r\n');
	const length = /content-length: (\d+)/i.exec(head!)?.[1] ?? '0';
	return body !== undefined && body.length >= Number(length);
}
