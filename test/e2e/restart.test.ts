import { startWatchedService, type WatchedService } from './support/contacts-service.ts';
import { type N8nInstance, startN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';
import { contactsWorkflow, jsonOf, runWithoutError } from './support/workflows.ts';

describe('When n8n is restarted', () => {
	const autoClose = closeAfterAll();
	let watched: WatchedService;
	let n8n: N8nInstance;

	beforeAll(async () => {
		watched = autoClose(await startWatchedService());
		n8n = autoClose(await startN8n({ name: 'restart' }));
	});

	it('it exchanges once more, for all executions', async () => {
		const workflow = contactsWorkflow(await watched.credentialIn(n8n), { pageSize: 10 });
		const succeeds = async () => {
			const execution = await runWithoutError(n8n.client, workflow);
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
});
