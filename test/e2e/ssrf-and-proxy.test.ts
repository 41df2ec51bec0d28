import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

import { watchedService } from './support/contacts-service.ts';
import { type N8n, startN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';
import { contactsWorkflow, errorOf, jsonOf, run, runWithoutError } from './support/workflows.ts';

/** Two names of the same servers; their certificate is valid for both. */
const ALLOWED_HOST = 'localhost';
const BLOCKED_HOST = '127.0.0.1';

/** A loopback address from which nobody but the proxy connects. */
const ADDRESS_OF_PROXY = '127.0.0.9';

describe('n8n with its protection against requests to internal addresses (SSRF), behind a forward proxy', () => {
	const autoClose = closeAfterAll();
	const watched = watchedService();
	let proxy: Awaited<ReturnType<typeof startProxy>>;
	let n8n: N8n;

	beforeAll(async () => {
		proxy = autoClose(await startProxy());
		const environment = {
			N8N_SSRF_PROTECTION_ENABLED: 'true',
			N8N_SSRF_ALLOWED_HOSTNAMES: ALLOWED_HOST,
			NODE_USE_ENV_PROXY: '1',
			HTTPS_PROXY: proxy.url,
			https_proxy: proxy.url,
			// Without localhost, so that requests to the service go through the proxy.
			NO_PROXY: BLOCKED_HOST,
			no_proxy: BLOCKED_HOST,
		};
		n8n = autoClose(await startN8n({ name: 'ssrf-and-proxy', environment }));
	});

	it.each([
		['the API', ALLOWED_HOST, BLOCKED_HOST],
		['the token endpoint', BLOCKED_HOST, ALLOWED_HOST],
	])('sends no request and says whom to ask when only %s is blocked', async (_name, ...hosts) => {
		const execution = await run(n8n.client, await list(...hosts));

		const message = expect.stringContaining('does not permit requests to the address');
		const description = expect.stringContaining('ask the administrator of n8n');
		expect(errorOf(execution)).toEqual({ message, description });
		expect(watched.clientAddresses).toEqual([]);
	});

	it('sends token and API requests to allowed hosts through the proxy', async () => {
		const execution = await runWithoutError(n8n.client, await list(ALLOWED_HOST, ALLOWED_HOST));

		expect(jsonOf(execution, 'Contacts')).toHaveLength(5);
		const { authUrl, baseUrl } = watched.service;
		expect(proxy.targets).toEqual(new Set([authUrl, baseUrl]));
		expect(watched.clientAddresses).toEqual([ADDRESS_OF_PROXY, ADDRESS_OF_PROXY]);
	});

	async function list(auth: string, api: string) {
		const { authUrl, baseUrl } = watched.service;
		const credential = await watched.credentialIn(n8n, {
			authUrl: authUrl.replace(ALLOWED_HOST, auth),
			baseUrl: baseUrl.replace(ALLOWED_HOST, api),
		});
		return contactsWorkflow(credential, { pageSize: 5 });
	}
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
