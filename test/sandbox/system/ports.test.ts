import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { freePorts, portsLike } from '../../../sandbox/system/ports.ts';

it('takes another port instead of one that is in use', async () => {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port: used } = server.address() as AddressInfo;
	const [free] = await freePorts(1);

	const [port] = await portsLike([used]);
	server.close();
	await once(server, 'close');

	expect(port).not.toBe(used);
	expect(port).not.toBe(free);
});

it('returns different ports', async () => {
	expect(new Set(await freePorts(5)).size).toBe(5);
});
