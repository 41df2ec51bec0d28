import { type Answer, sharedTestService } from './test-service.ts';

const test = sharedTestService();

const times = <Result>(count: number, send: () => Promise<Result>) =>
	Promise.all(Array.from({ length: count }, send));
const list = () => test.list(test.accessToken);
const count = (answers: Answer[], expected: number) =>
	answers.filter(({ status }) => status === expected).length;

describe('"Rate limits: not shown", so they are settings', () => {
	it('reject further concurrent requests with 429 and Retry-After', async () => {
		// Connections are opened first, so that the five arrive together.
		await times(5, list);
		test.service.configure({ requestsAtATime: 2 });
		test.service.faults.set('/v1/contacts', { latencyMs: 2000 });

		const answers = await times(5, list);

		expect([count(answers, 200), count(answers, 429)]).toEqual([2, 3]);
		const { headers, refusal } = answers.find(({ status }) => status === 429)!;
		expect([headers['retry-after'], refusal]).toEqual(['1', [429, 'rate_limited']]);
	});

	it('never reject a client that waits for each response, nor count dropped requests forever', async () => {
		test.service.configure({ requestsAtATime: 1 });

		for (let sent = 0; sent < 200; sent += 1) expect((await list()).status).toBe(200);
		for (const drop of ['beforeAnswer', 'insideBody'] as const) {
			test.service.faults.set('/v1/contacts', { drop, times: 1 });
			await expect(list()).rejects.toThrow();
			expect((await list()).status).toBe(200);
		}
	});

	it('reject further requests in a second with 429, and none after a wait', async () => {
		test.service.configure({ requestsPerSecond: 10 });
		const start = performance.now();

		const answers = await times(30, list);
		const allowed = 10 * Math.ceil((performance.now() - start) / 1000);
		await new Promise((resolve) => setTimeout(resolve, 1000));
		const later = await times(10, list);
		// The limits apply to contacts only.
		const exchanges = await times(15, () => test.exchange({ clientId: 'x', refreshToken: 'x' }));

		expect(count(answers, 200)).toBeGreaterThanOrEqual(10);
		expect(count(answers, 200)).toBeLessThanOrEqual(allowed);
		expect(count(answers, 200) + count(answers, 429)).toBe(30);
		expect(count(later, 200)).toBe(10);
		expect(count(exchanges, 401)).toBe(15);
	});
});
