import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** @returns whether a server on this host can be reached from this computer only */
export function isLoopback(host: string): boolean {
	return host === 'localhost' || (isIP(host) > 0 && loopback.check(host, familyOf(host)));
}

/** @returns whether it is 0.0.0.0 or ::, which stand for all addresses of this computer */
export function isUnspecified(host: string): boolean {
	return isIP(host) > 0 && unspecified.check(host, familyOf(host));
}

const unspecified = new BlockList();
unspecified.addAddress('0.0.0.0');
unspecified.addAddress('::', 'ipv6');

function familyOf(address: string) {
	return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
