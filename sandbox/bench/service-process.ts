/**
 * The Contacts service for `npm run bench`: `service-process.ts <data folder> https|http`. Over HTTP,
 * which the service itself refuses, n8n's HTTP client has no new TLS connection to make for every
 * request, and what is left is what the nodes cost.
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { startService } from '../service/index.ts';
import { openHttpsOrigin } from '../service/hosts/https-origin.ts';
import type { OpenOrigin } from '../service/hosts/https-origin.ts';

const openHttpOrigin: OpenOrigin = async (_identity, host) => {
	const server = createServer();
	server.listen(0, host);
	await once(server, 'listening');
	return {
		url: `http://${host}:${(server.address() as AddressInfo).port}`,
		setHandler: ({ request }) => void server.on('request', request),
		renew: () => {},
		close: async () => {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
};

// The benchmark is gone, in whatever way it ended.
process.once('disconnect', () => process.exit());

const [dataDir, scheme] = process.argv.slice(2);
const openOrigin = scheme === 'http' ? openHttpOrigin : openHttpsOrigin;
const { authUrl, baseUrl, ca, caFile } = await startService({ dataDir, openOrigin });
process.send!({ authUrl, baseUrl, ca, caFile });
