import { createServer, type Server } from 'node:net';

import { LOOPBACK, onFreePorts } from '../../../../sandbox/system/ports.ts';

const listen = async (server: Server, port: number) =>
	await new Promise<Server>((resolve, reject) => {
		server.once('error', reject).listen(port, LOOPBACK, () => resolve(server));
	});

let taken: Server | undefined;
afterEach(() => taken?.close());

it('A server on free ports starts on others if one is taken before it listens', async () => {
	const tried: number[] = [];
	const server = await onFreePorts(1, async ([port]) => {
		tried.push(port!);
		taken ??= await listen(createServer(), port!);
		return await listen(createServer(), port!);
	});
	server.close();

	expect(tried).toHaveLength(2);
	expect(tried[0]).not.toBe(tried[1]);
});

it('A server on free ports fails at once for any other reason', async () => {
	const start = jest.fn(async () => await Promise.reject(new Error('no memory')));
	await expect(onFreePorts(1, start)).rejects.toThrow('no memory');
	expect(start).toHaveBeenCalledTimes(1);
});
