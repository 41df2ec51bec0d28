import { type Answer, sharedTestService } from './test-service.ts';

const test = sharedTestService();
let accessToken: string;
beforeAll(async () => {
	({ accessToken } = await test.newClient());
});
afterEach(() => {
	test.service.configure({ requestsPerSecond: null, requestsAtATime: null });
	test.service.faults.clear();
});

const listAtOnce = (count: number) =>
	Promise.all(Array.from({ length: count }, () => test.list(accessToken)));

const count = (answers: Answer[], status: number) =>
	answers.filter((answer) => answer.status === status).length;

describe('"Rate limits: not shown", so they are settings', () => {
	it('are off by default', async () => {
		expect(test.service.settings).toMatchObject({ requestsPerSecond: null, requestsAtATime: null });
		expect(count(await listAtOnce(100), 200)).toBe(100);
	});

	it('reject further concurrent requests with 429 and Retry-After', async () => {
		// Connections are opened first, so that the five arrive together.
		await listAtOnce(5);
		test.service.configure({ requestsAtATime: 2 });
		test.service.faults.set('/v1/contacts', { latencyMs: 2000 });

		const answers = await listAtOnce(5);

		expect([count(answers, 200), count(answers, 429)]).toEqual([2, 3]);
		const refused = answers.find(({ status }) => status === 429)!;
		expect(refused.headers['retry-after']).toBe('1');
		expect(refused.json.code).toBe('rate_limited');
	});

	it('never reject a client that waits for each response, nor count dropped requests forever', async () => {
		test.service.configure({ requestsAtATime: 1 });

		for (let sent = 0; sent < 200; sent += 1) {
			expect((await test.list(accessToken)).status).toBe(200);
		}
		for (const drop of ['beforeAnswer', 'insideBody'] as const) {
			test.service.faults.set('/v1/contacts', { drop, times: 1 });
			await expect(test.list(accessToken)).rejects.toThrow();
			expect((await test.list(accessToken)).status).toBe(200);
		}
	});

	it('reject further requests in a second with 429, and none after a wait', async () => {
		test.service.configure({ requestsPerSecond: 10 });
		const start = performance.now();

		const answers = await listAtOnce(30);
		const allowed = 10 * Math.ceil((performance.now() - start) / 1000);
		await new Promise((resolve) => setTimeout(resolve, 1000));
		const later = await listAtOnce(10);
		const exchanges = await Promise.all(
			Array.from({ length: 15 }, () => test.exchange({ clientId: 'x', refreshToken: 'x' })),
		);

		expect(count(answers, 200)).toBeGreaterThanOrEqual(10);
		expect(count(answers, 200)).toBeLessThanOrEqual(allowed);
		expect(count(answers, 200) + count(answers, 429)).toBe(30);
		expect(answers.find(({ status }) => status === 429)!.headers['retry-after']).toBe('1');
		expect(count(later, 200)).toBe(10);
		// The limits apply to contacts only.
		expect(count(exchanges, 401)).toBe(15);
	});
});
