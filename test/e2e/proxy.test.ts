import { Server as ProxyServer } from 'proxy-chain';

import { errorMessages } from '../../credentials/contactsApi/errors';
import type { Environment } from '../../sandbox/n8n/environment.ts';
import { freePorts } from '../../sandbox/system/ports.ts';
import { startWatchedService, type WatchedService } from './support/contacts-service.ts';
import { type N8nInstance, startN8n } from './support/n8n-instance.ts';
import { chain, contacts, errorOf, jsonOf, MANUAL_TRIGGER, run } from './support/workflows.ts';

/** A loopback address from which nobody but the proxy connects. */
const ADDRESS_OF_PROXY = '127.0.0.9';

describe('n8n behind a forward proxy', () => {
	let watched: WatchedService;
	let proxy: ProxyServer;
	let n8n: N8nInstance | undefined;
	/** Origins that the proxy was asked to connect to. */
	const targets = new Set<string>();

	beforeAll(async () => {
		watched = await startWatchedService();
		proxy = new ProxyServer({
			host: '127.0.0.1',
			port: 0,
			prepareRequestFunction: ({ hostname, port }) => {
				targets.add(`https://${hostname}:${port}`);
				return { localAddress: ADDRESS_OF_PROXY, ipFamily: 4 };
			},
		});
		await proxy.listen();
	});

	afterEach(async () => {
		await n8n?.close();
		n8n = undefined;
	});

	afterAll(async () => {
		await proxy?.close(true);
		await watched?.close();
	});

	it('sends token and API requests through it with NODE_USE_ENV_PROXY=1', async () => {
		n8n = await startBehindProxy({ NODE_USE_ENV_PROXY: '1' });

		const execution = await list(n8n, watched.service.authUrl);

		expect(errorOf(execution)).toEqual({});
		expect(jsonOf(execution, 'Contacts')).toHaveLength(5);
		expect([...targets].sort()).toEqual([watched.service.authUrl, watched.service.baseUrl].sort());
		expect(watched.clientAddresses).toEqual([ADDRESS_OF_PROXY, ADDRESS_OF_PROXY]);
	});

	it('reports that NODE_USE_ENV_PROXY has to be set if it is missing', async () => {
		n8n = await startBehindProxy({});

		targets.clear();
		// Nothing listens there: the network cannot be reached without the proxy.
		const [port] = await freePorts(1);

		const execution = await list(n8n, `https://localhost:${port}`);

		expect(execution.status).toBe('error');
		expect(errorOf(execution)).toEqual(errorMessages.unreachable());
		expect(targets).toEqual(new Set());
		expect(errorMessages.unreachable().description).toContain('NODE_USE_ENV_PROXY=1');
	});

	async function startBehindProxy(environment: Environment): Promise<N8nInstance> {
		const url = `http://127.0.0.1:${proxy.port}`;
		return await startN8n({
			name: `proxy-${Object.keys(environment).length}`,
			environment: {
				NODE_EXTRA_CA_CERTS: watched.service.caFile,
				HTTPS_PROXY: url,
				https_proxy: url,
				// Without localhost, so that requests to the service go through the proxy.
				NO_PROXY: '127.0.0.1',
				no_proxy: '127.0.0.1',
				...environment,
			},
		});
	}

	async function list({ client }: N8nInstance, authUrl: string) {
		const { id, name } = await client.createCredential({
			name: 'Contacts API',
			type: 'contactsApi',
			data: { ...watched.credentialData(watched.provision()), authUrl },
		});
		return await run(client, chain(MANUAL_TRIGGER, contacts({ id, name }, { pageSize: 5 })));
	}
});
