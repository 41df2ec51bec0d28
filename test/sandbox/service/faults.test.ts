import type { Fault } from '../../../sandbox/service/index.ts';
import { sharedTestService } from './test-service.ts';

const test = sharedTestService({ initialContacts: 10 });

const list = () => test.list(test.accessToken);
const statuses = async (count: number) => {
	const found: number[] = [];
	while (found.length < count) found.push((await list()).status);
	return found;
};
const setFault = (fault: Fault | Fault[]) => test.service.faults.set('/v1/contacts', fault);

describe('faults that a test sets', () => {
	it('delay responses', async () => {
		setFault({ latencyMs: 120 });
		const start = performance.now();
		expect(await statuses(1)).toEqual([200]);
		// Node.js may fire a timer up to 1 ms early.
		expect(performance.now() - start).toBeGreaterThanOrEqual(119);
	});

	it('respond with 429 and the given Retry-After, a number of times', async () => {
		setFault({ status: 429, retryAfter: 7, times: 2 });
		const { status, headers } = await list();

		expect([status, headers['retry-after']]).toEqual([429, '7']);
		expect(await statuses(3)).toEqual([429, 200, 200]);
	});

	it('follow each other', async () => {
		setFault([{ status: 429, skip: 1, times: 2 }, { status: 503, times: 2 }, { status: 401 }]);

		expect(await statuses(7)).toEqual([200, 429, 429, 503, 503, 401, 401]);
	});

	it('drop the connection', async () => {
		setFault({ drop: true, times: 1 });

		await expect(list()).rejects.toThrow(/other side closed|terminated|aborted/);
		expect(await statuses(1)).toEqual([200]);
	});

	it('affect a single route, until they are cleared', async () => {
		const exchanged = async () =>
			(await test.exchange(test.service.operator.provisionClient())).status;
		test.service.faults.set('/token', { status: 500 });

		expect(await statuses(1)).toEqual([200]);
		expect(await exchanged()).toBe(500);
		test.service.faults.clear();
		expect(await exchanged()).toBe(200);
	});
});
