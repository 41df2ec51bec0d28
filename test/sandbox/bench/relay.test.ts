import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { type Relay, startRelay } from '../../../sandbox/bench/relay.ts';

const ROUND_TRIP_MS = 40;

describe('The relay', () => {
	let server: Server;
	let relay: Relay;
	const accepted = new Set<Socket>();
	let onConnection: (socket: Socket) => void;

	beforeAll(async () => {
		server = createServer((socket) => {
			accepted.add(socket.on('error', () => undefined));
			onConnection(socket);
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		relay = await startRelay({ host: '127.0.0.1', port }, ROUND_TRIP_MS);
	});

	beforeEach(() => {
		onConnection = (socket) => void socket.pipe(socket);
	});

	afterAll(async () => {
		await relay.close();
		server.close();
		for (const socket of accepted) socket.destroy();
		await once(server, 'close');
	});

	it('delays a response by one round trip, and by one more on a new connection', async () => {
		const startedAt = performance.now();
		const client = await open();
		await roundTrip(client);
		const firstAnswerAt = performance.now();
		await roundTrip(client);
		const secondAnswerAt = performance.now();
		client.destroy();

		expect(firstAnswerAt - startedAt).toBeGreaterThanOrEqual(2 * ROUND_TRIP_MS);
		expect(secondAnswerAt - firstAnswerAt).toBeGreaterThanOrEqual(ROUND_TRIP_MS);
	});

	it('keeps all bytes in order, and forwards the end of each direction', async () => {
		const sent = Buffer.from(Array.from({ length: 4_000_000 }, (_, index) => index % 251));
		const client = await open();

		const received = buffer(client);
		client.end(sent);

		expect((await received).equals(sent)).toBe(true);
	});

	it('carries many small writes without adding up their delays', async () => {
		const client = await open();
		const startedAt = performance.now();

		const received = buffer(client);
		for (let count = 0; count < 1_000; count++) {
			client.write('x');
			await new Promise(setImmediate);
		}
		client.end();

		expect(await received).toHaveLength(1_000);
		// One after the other they would take 40 s.
		expect(performance.now() - startedAt).toBeLessThan(5_000);
	});

	it('stops reading from the sender while the receiver does not read, and continues afterwards', async () => {
		const connection = new Promise<Socket>((resolve) => (onConnection = resolve));
		const client = await open();
		const receiver = (await connection).pause();
		const chunk = Buffer.alloc(1_000_000);

		let sent = 0;
		while (sent < 200 && (client.write(chunk) || (await isDrainedWithin(client, 1_000)))) sent++;
		expect(sent).toBeLessThan(200);

		receiver.resume();
		expect(await isDrainedWithin(client, 10_000)).toBe(true);
		client.destroy();
	});

	async function open(): Promise<Socket> {
		const client = connect({ host: '127.0.0.1', port: relay.port, noDelay: true });
		await once(client, 'connect');
		return client;
	}

	async function roundTrip(client: Socket): Promise<void> {
		client.write('x');
		await once(client, 'data');
	}

	async function isDrainedWithin(client: Socket, deadlineMs: number): Promise<boolean> {
		try {
			await once(client, 'drain', { signal: AbortSignal.timeout(deadlineMs) });
			return true;
		} catch {
			return false;
		}
	}
});
