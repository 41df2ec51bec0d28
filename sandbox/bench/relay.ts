import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Limits the memory of each direction: chunks are at most 64 KiB. */
const MAX_BUFFERED_CHUNKS = 1_000;

interface Chunk {
	data: Buffer;
	/** Time to send it on, on the clock of `performance.now()`. */
	dueAt: number;
}

/**
 * Starts a TCP relay on loopback that adds latency, half of the round trip in each direction. It keeps
 * the order of bytes, forwards backpressure, and does not limit the bandwidth.
 *
 * On loopback, the TCP handshake completes at once. The first bytes of a connection are delayed by one
 * more round trip instead.
 *
 * @param target port of the server
 * @returns the relay's port; it ends with the process
 */
export async function startRelay(target: number, roundTripMs: number): Promise<number> {
	const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
		const handshakeEndsAt = performance.now() + roundTripMs;
		const upstream = connect({
			port: target,
			host: '127.0.0.1',
			allowHalfOpen: true,
			noDelay: true,
		});
		const forward = (from: Socket, to: Socket, opensAt: number) =>
			pipeline(from, ...delayLine(roundTripMs / 2, opensAt), to);
		Promise.all([forward(client, upstream, handshakeEndsAt), forward(upstream, client, 0)]).catch(
			() => {
				// One side has disconnected: disconnect the other one.
				client.destroy();
				upstream.destroy();
			},
		);
	});
	server.listen(0, '127.0.0.1').unref();
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

/** @param opensAt bytes that arrive earlier are delayed from this time on (`performance.now()`) */
function delayLine(delayMs: number, opensAt: number) {
	const stampArrivals = new Transform({
		readableObjectMode: true,
		readableHighWaterMark: MAX_BUFFERED_CHUNKS,
		transform: (data: Buffer, _encoding, done) => {
			const dueAt = Math.max(performance.now(), opensAt) + delayMs;
			done(null, { data, dueAt } satisfies Chunk);
		},
		// The end of the stream is delayed, too.
		flush: (done) => void setTimeout(done, delayMs),
	});
	async function* release(chunks: AsyncIterable<Chunk>) {
		for await (const { data, dueAt } of chunks) {
			// Timers may fire early. A chunk that is due needs no timer: the shortest one takes a
			// millisecond, which would limit the bandwidth.
			while (performance.now() < dueAt) await delay(Math.ceil(dueAt - performance.now()));
			yield data;
		}
	}
	return [stampArrivals, release] as const;
}
