import { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';

// Must be set before n8n-core is loaded, whose engine logs the errors of nodes to the console.
process.env.N8N_LOG_LEVEL = 'silent';

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|::1)$/;
const OWN = new Set(
	Object.values(networkInterfaces()).flatMap((all) => all!.map((one) => one.address)),
);

/** All test files of a worker share the prototype. */
const GUARDED = Symbol.for('connects to this machine only');

if (!(GUARDED in Socket.prototype)) {
	const connect = Socket.prototype.connect as (...args: unknown[]) => Socket;
	Object.assign(Socket.prototype, {
		[GUARDED]: true,
		connect(this: Socket, ...args: unknown[]): Socket {
			const [options] = args.flat() as [{ host?: string } | undefined];
			const host = options?.host ?? 'localhost';
			if (LOOPBACK.test(host) || OWN.has(host)) return connect.apply(this, args);
			// Callers listen for errors once they have the socket.
			setImmediate(() => this.destroy(new Error(`A test connects to ${host}`)));
			return this;
		},
	});
}
