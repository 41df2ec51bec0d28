import { startWatchedService, type WatchedService } from './support/contacts-service.ts';
import { type N8n, sharedN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';
import { tokensLeftIn } from './support/secrets.ts';
import { waitFor } from './support/wait-for.ts';
import { publish, type WebhookResponse } from './support/webhook.ts';
import { contacts, editFields } from './support/workflows.ts';

/** Enough to have an execution running at any time. */
const CALLERS = 3;

/** Limit of each caller, for a test that fails. */
const MAX_CALLS = 500;

describe('Rotation of the refresh token', () => {
	const autoClose = closeAfterAll();
	let watched: WatchedService;
	let n8n: N8n;

	beforeAll(async () => {
		watched = autoClose(await startWatchedService());
		n8n = await sharedN8n();
	});

	it('fails no execution if the new one is entered while workflows run, before the old one is revoked', async () => {
		const client = watched.provision();
		const credential = await watched.credentialIn(n8n, client);
		const call = await publish(n8n, [
			contacts(credential, { returnAll: true, pageSize: 500 }),
			{ ...editFields('Count', { count: '={{ $input.all().length }}' }), executeOnce: true },
		]);
		const answers: WebhookResponse[][] = Array.from({ length: CALLERS }, () => []);
		let isOver = false;
		const callers = answers.map(async (own) => {
			while (!isOver && own.length < MAX_CALLS) own.push(await call());
		});
		const eachCalls = async (times: number) => {
			const goals = answers.map(({ length }) => length + times);
			await waitFor(() => answers.every(({ length }, index) => length >= goals[index]!));
		};

		await eachCalls(2);
		const { operator } = watched.service;
		const { refreshTokens } = operator
			.listClients()
			.find(({ clientId }) => clientId === client.clientId)!;
		const renewed = watched.issueRefreshToken(client.clientId);
		await n8n.client.updateCredential(credential.id, {
			name: credential.name,
			type: 'contactsApi',
			data: { ...watched.credentialData(renewed) },
		});
		// After this, no running execution has read the old one.
		await eachCalls(2);
		operator.revokeRefreshToken({ refreshTokenId: refreshTokens[0]!.id });
		await eachCalls(3);
		isOver = true;
		await Promise.all(callers);

		const complete = { status: 200, body: { count: '2500' } };
		expect(answers.flat()).toEqual(answers.flat().map(() => complete));
		expect(watched.service.requests.token.count).toBe(2);
	});

	it('leaves no token in the database, the logs and the API responses', async () => {
		expect(await tokensLeftIn(n8n, watched.secrets)).toEqual([]);
	});
});
