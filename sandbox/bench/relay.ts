import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Starts a TCP relay on loopback that adds latency, half of the round trip in each direction. It keeps
 * the order of bytes, and does not limit the bandwidth.
 *
 * On loopback, the TCP handshake completes at once. The first bytes of a connection are delayed by one
 * more round trip instead.
 *
 * @param target port of the server
 * @returns the relay's port; it ends with the process
 */
export async function startRelay(target: number, roundTripMs: number): Promise<number> {
	const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
		const options = { port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true };
		const upstream = connect(options);
		const opensAt = performance.now() + roundTripMs;
		forward(client, upstream, roundTripMs / 2, opensAt);
		forward(upstream, client, roundTripMs / 2, 0);
	});
	server.listen(0, '127.0.0.1').unref();
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

/** @param opensAt bytes that arrive earlier are delayed from this time on (`performance.now()`) */
function forward(from: Socket, to: Socket, delayMs: number, opensAt: number) {
	let sent = Promise.resolve();
	const later = (send: () => void) => {
		const dueAt = Math.max(performance.now(), opensAt) + delayMs;
		sent = sent.then(async () => {
			// A chunk that is due needs no timer: the shortest one takes a millisecond.
			const left = dueAt - performance.now();
			if (left > 0) await delay(left);
			send();
		});
	};
	from.on('data', (data) => later(() => to.write(data)));
	from.on('end', () => later(() => to.end()));
	// One side has disconnected: disconnect the other one.
	from.on('error', () => to.destroy());
}
