import { errorMessages } from '../../credentials/contactsApi/errors';
import type { Workflow } from '../../sandbox/n8n/rest-client.ts';
import { startWatchedService, type WatchedService } from './support/contacts-service.ts';
import { type N8nInstance, startN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';
import { tokensLeftIn } from './support/secrets.ts';
import { waitFor } from './support/wait-for.ts';
import { chain, contacts, errorOf, jsonOf, MANUAL_TRIGGER, runAgain } from './support/workflows.ts';

describe('When something stops:', () => {
	const autoClose = closeAfterAll();
	let watched: WatchedService;
	let n8n: N8nInstance;
	let workflow: Workflow;

	beforeAll(async () => {
		watched = autoClose(await startWatchedService());
		n8n = autoClose(await startN8n({ name: 'restart-and-outage' }));
		workflow = await workflowOfNewClient();
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

	it('while the service is down, an execution says so; later ones succeed', async () => {
		workflow = await workflowOfNewClient();
		await watched.whileDown(async () => {
			const execution = await runAgain(n8n.client, workflow);
			expect(execution.status).toBe('error');
			expect(errorOf(execution)).toEqual(errorMessages.unreachable());
		});

		// The failure is cached for some seconds, so that many items do not cause as many attempts.
		await waitFor(async () => (await runAgain(n8n.client, workflow)).status === 'success');
		await succeeds();
		expect(watched.service.requests.token.count).toBe(1);
	});

	it('no token is left in the database, the logs and the API responses', async () => {
		expect(await tokensLeftIn(n8n, watched.secrets)).toEqual([]);
	});

	async function workflowOfNewClient(): Promise<Workflow> {
		const credential = await watched.credentialIn(n8n);
		const list = contacts(credential, { pageSize: 10 });
		return await n8n.client.createWorkflow(chain(MANUAL_TRIGGER, list));
	}

	async function succeeds(): Promise<void> {
		const execution = await runAgain(n8n.client, workflow);
		expect(errorOf(execution)).toEqual({});
		expect(jsonOf(execution, 'Contacts')).toHaveLength(10);
	}
});
