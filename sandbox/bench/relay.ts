import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Bounds the memory of a direction: chunks are at most 64 KiB. */
const MAX_CHUNKS_UNDERWAY = 1_000;

export interface Relay {
	/** Where it listens, on 127.0.0.1. */
	port: number;
	close(): Promise<void>;
}

interface Chunk {
	data: Buffer;
	/** When it reaches the other end, by `performance.now()`. */
	dueAt: number;
}

/**
 * Starts a TCP relay that makes the line to a server longer: either direction takes half of the round
 * trip. Bytes keep their order, backpressure passes through, and bandwidth is not limited.
 *
 * The kernel completes the TCP handshake on loopback at once, so the first bytes of a connection wait
 * for one more round trip, as they would for the handshake.
 *
 * @param target where the server listens
 */
export async function startRelay(
	target: { host: string; port: number },
	roundTripMs: number,
): Promise<Relay> {
	const connections = new Set<Socket>();
	const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
		const handshakeEndsAt = performance.now() + roundTripMs;
		const upstream = connect({ ...target, allowHalfOpen: true, noDelay: true });
		connections.add(client);
		client.once('close', () => connections.delete(client));
		Promise.all([
			pipeline(client, ...delayLine(roundTripMs / 2, handshakeEndsAt), upstream),
			pipeline(upstream, ...delayLine(roundTripMs / 2), client),
		]).catch(() => {
			// One side is gone: so is the line.
			client.destroy();
			upstream.destroy();
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		close: async () => {
			server.close();
			for (const connection of connections) connection.destroy();
			await once(server, 'close');
		},
	};
}

/** @param opensAt bytes that come before count as sent then, by `performance.now()` */
function delayLine(delayMs: number, opensAt = 0) {
	const stampArrivals = new Transform({
		readableObjectMode: true,
		readableHighWaterMark: MAX_CHUNKS_UNDERWAY,
		transform: (data: Buffer, _encoding, done) => {
			const dueAt = Math.max(performance.now(), opensAt) + delayMs;
			done(null, { data, dueAt } satisfies Chunk);
		},
		// The end of the stream takes as long as a byte.
		flush: (done) => void setTimeout(done, delayMs),
	});
	async function* release(chunks: AsyncIterable<Chunk>) {
		for await (const { data, dueAt } of chunks) {
			// Timers may fire early. What is due passes at once: the shortest timeout takes a millisecond,
			// which would limit the bandwidth.
			while (performance.now() < dueAt) await delay(Math.ceil(dueAt - performance.now()));
			yield data;
		}
	}
	return [stampArrivals, release] as const;
}
