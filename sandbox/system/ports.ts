import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { UserError } from './user-error.ts';

/** The sandbox can be reached from this computer only. */
export const LOOPBACK = '127.0.0.1';

/** @returns that many different ports that are free at the moment */
export async function freePorts(count: number): Promise<number[]> {
	const servers: Server[] = [];
	try {
		// All are held until the last one is known, so that no two are the same.
		for (let i = 0; i < count; i++) servers.push(await listen(0));
		return servers.map((server) => (server.address() as AddressInfo).port);
	} finally {
		await Promise.all(servers.map(close));
	}
}

/**
 * @param purpose what is going to listen there, for the error message
 * @param remedy what to do if the port is not available, for the error message
 * @throws UserError if the port is in use or needs more privileges
 */
export async function assertPortFree(port: number, purpose: string, remedy: string): Promise<void> {
	try {
		await close(await listen(port));
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'EADDRINUSE') {
			throw new UserError(`Port ${port} for ${purpose} is in use.`, remedy);
		}
		if (code === 'EACCES') {
			throw new UserError(`You are not permitted to use port ${port} for ${purpose}.`, remedy);
		}
		throw error;
	}
}

async function listen(port: number): Promise<Server> {
	const server = createServer().listen({ port, host: LOOPBACK, exclusive: true });
	await once(server, 'listening');
	return server;
}

async function close(server: Server): Promise<void> {
	server.close();
	await once(server, 'close');
}
