import { randomInt } from 'node:crypto';

import getPort from 'get-port';

/** The sandbox can be reached from this computer only. */
export const LOOPBACK = '127.0.0.1';

/** Below the ports of outgoing connections, one of which could take a port before its server starts. */
const [LOWEST, HIGHEST] = [20_000, 32_000];

/** @returns that many different ports that are free at the moment */
export async function freePorts(count: number): Promise<number[]> {
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
