import { runContacts } from '../support/engine';
import { startTestService, type TestService } from '../support/service';

// What a single request does after a 401 is tested in nodes/Contacts/request/fetchPage.test.ts.
describe('In n8n', () => {
	let service: TestService;
	beforeAll(async () => {
		service = await startTestService(120);
	});
	afterAll(async () => await service.close());
	beforeEach(() => {
		// Every test uses its own client, so that no token is cached.
		Object.assign(service.credentials, service.operator.provisionClient({ orgId: 'org_test' }));
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

	it('50 rejected requests cause one exchange and 50 replays', async () => {
		await list();
		service.requests.reset();
		// All are answered before the first one is sent again.
		service.faults.set('/v1/contacts', { status: 401, times: 50, latencyMs: 1_000 });
		const runs = await Promise.all(Array.from({ length: 50 }, async () => await list()));
		expect(runs.filter(({ error }) => error)).toEqual([]);
		expect(counts()).toEqual({ exchanges: 1, requests: 100 });
	});

	it('a revoked refresh token fails until a new one is entered, which is used at once', async () => {
		await list();
		const { clientId } = service.credentials;
		service.operator.revokeRefreshToken({ clientId });
		const { error } = await list();
		expect(error!.message).toMatch(/^The authorization server did not accept the client ID or/);
		service.credentials.refreshToken = service.operator.issueRefreshToken(clientId).refreshToken;
		expect((await list()).error).toBeUndefined();
	});
});
