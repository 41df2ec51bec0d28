import getPort from 'get-port';

/** The sandbox can be reached from this computer only. */
export const LOOPBACK = '127.0.0.1';

/** @returns that many different ports that are free at the moment */
export async function freePorts(count: number): Promise<number[]> {
	return await portsLike(Array.from({ length: count }, () => 0));
}

/** @returns the given ports, but another free one instead of each that is in use */
export async function portsLike(wanted: number[]): Promise<number[]> {
	const ports: number[] = [];
	for (const port of wanted) ports.push(await getPort({ host: LOOPBACK, port }));
	return ports;
}
