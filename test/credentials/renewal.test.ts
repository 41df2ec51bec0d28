import { runContacts } from '../support/engine';
import { startTestService, type TestService } from '../support/service';

describe('In n8n', () => {
	let service: TestService;
	beforeAll(async () => {
		service = await startTestService(120);
	});
	afterAll(async () => await service.close());
	beforeEach(() => {
		// Every test uses its own client, so that no token is cached.
		Object.assign(service.credentials, service.operator.provisionClient({ orgId: 'org_test' }));
		service.faults.clear();
		service.requests.reset();
	});

	const list = async (items = 1) =>
		await runContacts({
			credentials: service.credentials,
			parameters: { pageSize: 1 },
			items: Array.from({ length: items }, () => ({})),
		});
	const counts = () => ({
		exchanges: service.requests.token.count,
		requests: service.requests.contacts.count,
	});

	it('one token is used for all items and executions', async () => {
		expect((await list(20)).outputs[0]).toHaveLength(20);
		await Promise.all([list(), list(), list()]);
		expect(counts()).toEqual({ exchanges: 1, requests: 23 });
	});

	it('a 401 causes one exchange and one replay', async () => {
		await list();
		service.requests.reset();
		service.faults.set('/v1/contacts', { status: 401, times: 1 });
		const { outputs, error } = await list();
		expect(error).toBeUndefined();
		expect(outputs[0]).toHaveLength(1);
		expect(counts()).toEqual({ exchanges: 1, requests: 2 });
	});

	it('an API that always answers 401 gets two requests and causes one exchange', async () => {
		await list();
		service.requests.reset();
		service.faults.set('/v1/contacts', { status: 401 });
		const { error } = await list();
		expect(error!.message).toBe(
			'The Contacts API did not accept the access token for page 1 (401)',
		);
		expect(counts()).toEqual({ exchanges: 1, requests: 2 });
		expect((await list()).error!.message).toBe(
			'The Contacts API rejected an access token that had just been issued (401)',
		);
		expect(counts()).toEqual({ exchanges: 1, requests: 3 });
	});

	it('100 rejected requests cause one exchange and 100 replays', async () => {
		await list();
		service.requests.reset();
		service.faults.set('/v1/contacts', { status: 401, times: 100, latencyMs: 2_000 });
		const runs = await Promise.all(Array.from({ length: 100 }, async () => await list()));
		expect(runs.filter(({ error }) => error)).toEqual([]);
		expect(counts()).toEqual({ exchanges: 1, requests: 200 });
	});

	it('a 403 does not renew the token', async () => {
		await list();
		service.requests.reset();
		service.operator.setClientStatus(service.credentials.clientId, 'suspended');
		const { error } = await list();
		expect(error!.message).toBe('The Contacts API does not permit the request for page 1 (403)');
		expect(counts()).toEqual({ exchanges: 0, requests: 1 });
	});

	it('a revoked refresh token fails until a new one is entered, which is used at once', async () => {
		await list();
		const { clientId } = service.credentials;
		service.operator.revokeRefreshToken({ clientId });
		const { error } = await list();
		expect(error!.message).toBe(
			'The authorization server did not accept the client ID or the refresh token (401)',
		);
		const issued = service.operator.issueRefreshToken(clientId);
		service.credentials.refreshToken = issued.refreshToken;
		expect((await list()).error).toBeUndefined();
	});
});
