import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

import { startRelay } from '../../../sandbox/bench/relay.ts';

const ROUND_TRIP_MS = 40;

it('delays a response by one round trip, and by one more on a new connection', async () => {
	const server = createServer((socket) => void socket.pipe(socket)).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const relayPort = await startRelay((server.address() as AddressInfo).port, ROUND_TRIP_MS);
	const client = connect({ host: '127.0.0.1', port: relayPort, noDelay: true });

	const times = [performance.now()];
	await once(client, 'connect');
	for (let request = 0; request < 2; request += 1) {
		client.write('x');
		await once(client, 'data');
		times.push(performance.now());
	}
	client.destroy();
	server.close();
	await once(server, 'close');

	expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(2 * ROUND_TRIP_MS);
	expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(ROUND_TRIP_MS);
});
