import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** @returns whether what listens there can be reached from this computer alone */
export function isLoopback(host: string): boolean {
	return host === 'localhost' || (isIP(host) > 0 && loopback.check(host, familyOf(host)));
}

/** @returns whether it stands for all addresses of this computer, so that none is named by it */
export function isUnspecified(host: string): boolean {
	return isIP(host) > 0 && unspecified.check(host, familyOf(host));
}

const unspecified = new BlockList();
unspecified.addAddress('0.0.0.0');
unspecified.addAddress('::', 'ipv6');

function familyOf(address: string) {
	return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
