import { startWatchedService, type WatchedService } from './support/contacts-service.ts';
import { type N8nInstance, startN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';
import { tokensLeftIn } from './support/secrets.ts';
import { chain, contacts, errorOf, jsonOf, MANUAL_TRIGGER, runAgain } from './support/workflows.ts';

describe('When n8n is restarted', () => {
	const autoClose = closeAfterAll();
	let watched: WatchedService;
	let n8n: N8nInstance;

	beforeAll(async () => {
		watched = autoClose(await startWatchedService());
		n8n = autoClose(await startN8n({ name: 'restart' }));
	});

	it('it exchanges once more, for all executions', async () => {
		const list = contacts(await watched.credentialIn(n8n), { pageSize: 10 });
		const workflow = await n8n.client.createWorkflow(chain(MANUAL_TRIGGER, list));
		const succeeds = async () => {
			const execution = await runAgain(n8n.client, workflow);
			expect(errorOf(execution)).toEqual({});
			expect(jsonOf(execution, 'Contacts')).toHaveLength(10);
		};

		await succeeds();
		await succeeds();
		expect(watched.service.requests.token.count).toBe(1);
		await n8n.restart();
		await succeeds();
		await succeeds();
		expect(watched.service.requests.token.count).toBe(2);
	});

	it('no token is left in the database, the logs and the API responses', async () => {
		expect(await tokensLeftIn(n8n, watched.secrets)).toEqual([]);
	});
});
