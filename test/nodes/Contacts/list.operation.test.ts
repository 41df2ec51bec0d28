import { runContacts } from '../../support/engine';
import { startTestService, type TestService } from '../../support/service';

describe('List', () => {
	let service: TestService;
	beforeAll(async () => {
		service = await startTestService(120);
	});
	afterAll(async () => await service.close());

	it('makes one item of each contact of one page', async () => {
		const { outputs, error } = await runContacts({
			credentials: service.credentials,
			parameters: { pageSize: 30 },
		});
		expect(error).toBeUndefined();
		expect(outputs[0]).toHaveLength(30);
		expect(outputs[0]![0]).toMatchObject({
			json: { id: expect.any(String) },
			pairedItem: { item: 0 },
		});
		expect(service.requests.contacts.queries).toEqual([{ pageSize: '30' }]);
	});
});
