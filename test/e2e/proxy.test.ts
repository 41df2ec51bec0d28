import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';

import { watchedService } from './support/contacts-service.ts';
import { startN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';
import { contactsWorkflow, jsonOf, runWithoutError } from './support/workflows.ts';

/** A loopback address from which nobody but the proxy connects. */
const ADDRESS_OF_PROXY = '127.0.0.9';

describe('n8n behind a forward proxy', () => {
	const autoClose = closeAfterAll();
	const watched = watchedService();
	let proxy: Awaited<ReturnType<typeof startProxy>>;

	beforeAll(async () => {
		proxy = autoClose(await startProxy());
	});

	it('sends token and API requests through it with NODE_USE_ENV_PROXY=1', async () => {
		const environment = {
			...{ NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy.url, https_proxy: proxy.url },
			// Without localhost, so that requests to the service go through the proxy.
			...{ NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' },
		};
		const n8n = autoClose(await startN8n({ name: 'proxy', environment }));
		const workflow = contactsWorkflow(await watched.credentialIn(n8n), { pageSize: 5 });
		const execution = await runWithoutError(n8n.client, workflow);
		expect(jsonOf(execution, 'Contacts')).toHaveLength(5);
		const { authUrl, baseUrl } = watched.service;
		expect([...proxy.targets].sort()).toEqual([authUrl, baseUrl].sort());
		expect(watched.clientAddresses).toEqual([ADDRESS_OF_PROXY, ADDRESS_OF_PROXY]);
	});
});

/** Starts a proxy that opens tunnels from an address of its own. */
async function startProxy() {
	/** Origins that it was asked to connect to. */
	const targets = new Set<string>();
	const server = createServer();
	server.on('connect', ({ url }: IncomingMessage, client: Socket) => {
		targets.add(`https://${url}`);
		const { hostname: host, port } = new URL(`https://${url}`);
		const tunnel = connect({ host, port: Number(port), localAddress: ADDRESS_OF_PROXY, family: 4 });
		tunnel.on('connect', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
		tunnel.on('error', () => client.destroy());
		client.on('error', () => tunnel.destroy());
		tunnel.pipe(client).pipe(tunnel);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const close = async () => void server.close();
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, targets, close };
}
