import { randomInt } from 'node:crypto';

import getPort from 'get-port';

/** The sandbox can be reached from this computer only. */
export const LOOPBACK = '127.0.0.1';

/** Below the ports of outgoing connections, one of which could take a port before its server starts. */
const [LOWEST, HIGHEST] = [20_000, 32_000];

/**
 * Starts a server on ports that are free, and again on others if it says that one is in use: another
 * process may have chosen the same before the server listens.
 *
 * @param start rejects with what the server has said
 */
export async function onFreePorts<T>(
	count: number,
	start: (ports: number[]) => Promise<T>,
): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await start(await freePorts(count));
		} catch (error) {
			if (attempt === ATTEMPTS || !/already in use/i.test(String(error))) throw error;
		}
	}
}

const ATTEMPTS = 3;

async function freePorts(count: number): Promise<number[]> {
	const ports: number[] = [];
	while (ports.length < count) {
		const port = Array.from({ length: 20 }, () => randomInt(LOWEST, HIGHEST));
		ports.push(await getPort({ host: LOOPBACK, port }));
	}
	return ports;
}

/** @returns the given ports, but another free one instead of each that is in use */
export async function portsLike(wanted: number[]): Promise<number[]> {
	const ports: number[] = [];
	for (const port of wanted) ports.push(await getPort({ host: LOOPBACK, port }));
	return ports;
}
