import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';

import { type Relay, startRelay } from '../../../sandbox/bench/relay.ts';

const ROUND_TRIP_MS = 40;

describe('The relay', () => {
	let server: Server;
	let relay: Relay;

	beforeAll(async () => {
		server = createServer((socket) => void socket.pipe(socket)).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		relay = await startRelay({ host: '127.0.0.1', port }, ROUND_TRIP_MS);
	});

	afterAll(async () => {
		await relay.close();
		server.close();
		await once(server, 'close');
	});

	async function open() {
		const client = connect({ host: '127.0.0.1', port: relay.port, noDelay: true });
		await once(client, 'connect');
		return client;
	}

	it('delays a response by one round trip, and by one more on a new connection', async () => {
		const times = [performance.now()];
		const client = await open();
		for (let request = 0; request < 2; request += 1) {
			client.write('x');
			await once(client, 'data');
			times.push(performance.now());
		}
		client.destroy();

		expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(2 * ROUND_TRIP_MS);
		expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(ROUND_TRIP_MS);
	});
});
