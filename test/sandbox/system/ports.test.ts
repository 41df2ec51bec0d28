import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { assertPortFree, freePorts } from '../../../sandbox/system/ports.ts';

it('says what a port in use is for, and what to do', async () => {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;

	try {
		await expect(assertPortFree(port, 'n8n', 'Choose another.')).rejects.toThrow(
			`Port ${port} for n8n is in use.\nChoose another.`,
		);
	} finally {
		server.close();
		await once(server, 'close');
	}
});

it('returns different ports, all of them free', async () => {
	const ports = await freePorts(5);

	expect(new Set(ports).size).toBe(5);
	for (const port of ports) {
		await expect(assertPortFree(port, 'a test', 'Nothing.')).resolves.toBeUndefined();
	}
});
