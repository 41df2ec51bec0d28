import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { errorMessages as exchangeMessages } from '../../credentials/contactsApi/errors';
import { errorMessages as listMessages } from '../../nodes/Contacts/errors';
import { freePorts } from '../../sandbox/system/ports.ts';
import type { Workflow } from '../../sandbox/n8n/rest-client.ts';
import { startWatchedService, type WatchedService } from './support/contacts-service.ts';
import { type N8nInstance, startN8n } from './support/n8n-instance.ts';
import { tokensLeftIn } from './support/secrets.ts';
import { waitFor } from './support/wait-for.ts';
import { chain, contacts, errorOf, jsonOf, MANUAL_TRIGGER, runAgain } from './support/workflows.ts';

describe('When something stops:', () => {
	let dataDir: string;
	let start: () => Promise<WatchedService>;
	let watched: WatchedService;
	let n8n: N8nInstance;
	let workflow: Workflow;

	beforeAll(async () => {
		dataDir = await mkdtemp(join(tmpdir(), 'contacts-e2e-'));
		const [authPort, apiPort] = await freePorts(2);
		start = async () => await startWatchedService({ dataDir, authPort, apiPort }, watched?.secrets);
		watched = await start();
		n8n = await startN8n({
			name: 'restart-and-outage',
			environment: { NODE_EXTRA_CA_CERTS: watched.service.caFile },
		});
		const { id, name } = await n8n.client.createCredential({
			name: 'Contacts API',
			type: 'contactsApi',
			data: { ...watched.credentialData(watched.provision()) },
		});
		workflow = await n8n.client.createWorkflow(
			chain(MANUAL_TRIGGER, contacts({ id, name }, { pageSize: 10 })),
		);
	});

	afterAll(async () => {
		await n8n?.close();
		await watched?.close();
		await rm(dataDir, { recursive: true, force: true });
	});

	it('after a restart, n8n exchanges once and succeeds', async () => {
		await succeeds();
		await succeeds();
		expect(watched.service.requests.token.count).toBe(1);

		await n8n.restart();
		await succeeds();
		await succeeds();

		expect(watched.service.requests.token.count).toBe(2);
	});

	it('while the service is down, an execution with an access token says so; later ones succeed', async () => {
		await watched.close();
		const execution = await runAgain(n8n.client, workflow);
		expect(execution.status).toBe('error');
		expect(errorOf(execution)).toEqual(listMessages.unreachable(1));

		watched = await start();
		await succeeds();
		expect(watched.service.requests.token.count).toBe(0);
	});

	it('while the service is down, an execution without an access token says so; later ones succeed', async () => {
		await watched.close();
		await n8n.restart();
		const execution = await runAgain(n8n.client, workflow);
		expect(execution.status).toBe('error');
		expect(errorOf(execution)).toEqual(exchangeMessages.unreachable());

		watched = await start();
		// The failure is cached for some seconds, so that many items do not cause as many attempts.
		await waitFor(async () => (await runAgain(n8n.client, workflow)).status === 'success');
		await succeeds();
		expect(watched.service.requests.token.count).toBe(1);
	});

	it('no token is left in the database, the logs and the API responses', async () => {
		expect(await tokensLeftIn(n8n, watched.secrets)).toEqual([]);
	});

	async function succeeds(): Promise<void> {
		const execution = await runAgain(n8n.client, workflow);
		expect(errorOf(execution)).toEqual({});
		expect(jsonOf(execution, 'Contacts')).toHaveLength(10);
	}
});
