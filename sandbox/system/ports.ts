import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { UserError } from './user-error.ts';

/** The sandbox talks to nobody outside this computer. */
export const LOOPBACK = '127.0.0.1';

/** @returns that many different ports which nobody listens on at the moment */
export async function freePorts(count: number): Promise<number[]> {
	const servers: Server[] = [];
	try {
		// All are held until all are known, so that no two are the same.
		for (let i = 0; i < count; i++) servers.push(await listen(0));
		return servers.map((server) => (server.address() as AddressInfo).port);
	} finally {
		await Promise.all(servers.map(close));
	}
}

/**
 * @param purpose who wants to listen there, for the message
 * @param remedy what to do when the port is taken, for the message
 * @throws UserError when the port is taken or not allowed
 */
export async function assertPortFree(port: number, purpose: string, remedy: string): Promise<void> {
	try {
		await close(await listen(port));
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'EADDRINUSE') {
			throw new UserError(`Port ${port}, for ${purpose}, is in use.`, remedy);
		}
		if (code === 'EACCES') {
			throw new UserError(`Port ${port}, for ${purpose}, is not allowed to you.`, remedy);
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
