import { sharedTestService } from './test-service.ts';
import type { Fault, Route } from '../../../sandbox/service/index.ts';

const test = sharedTestService();
let accessToken: string;
beforeAll(async () => {
	({ accessToken } = await test.newClient({ orgId: 'org_demo' }));
	await test.service.operator.fillContacts({ orgId: 'org_demo', count: 10 });
});
afterEach(() => test.service.faults.clear());

const statuses = async (count: number) => {
	const found: number[] = [];
	for (let sent = 0; sent < count; sent += 1) {
		found.push((await test.list(accessToken)).status);
	}
	return found;
};

describe('injected faults', () => {
	it('delay responses', async () => {
		test.service.faults.set('/v1/contacts', { latencyMs: 120 });
		const start = performance.now();
		expect(await statuses(1)).toEqual([200]);
		// Node.js may fire a timer up to 1 ms early.
		expect(performance.now() - start).toBeGreaterThanOrEqual(119);
	});

	it('respond with 429 and the given Retry-After, a number of times', async () => {
		test.service.faults.set('/v1/contacts', { status: 429, retryAfter: 7, times: 2 });
		const answer = await test.list(accessToken);

		expect([answer.status, answer.headers['retry-after']]).toEqual([429, '7']);
		expect(await statuses(3)).toEqual([429, 200, 200]);

		const date = 'Wed, 21 Oct 2015 07:28:00 GMT';
		test.service.faults.set('/v1/contacts', { status: 503, retryAfter: date });
		expect((await test.list(accessToken)).headers['retry-after']).toBe(date);
		test.service.faults.set('/v1/contacts', { status: 503, retryAfter: 'später\t' });
		expect((await test.list(accessToken)).status).toBe(503);
	});

	it('follow each other in a sequence, and are listed with the remaining counts', async () => {
		expect(test.service.faults.list()).toEqual([]);
		test.service.faults.set('/v1/contacts', [
			{ status: 429, skip: 1, times: 2 },
			{ status: 503, times: 2 },
			{ status: 401 },
		]);

		expect(await statuses(4)).toEqual([200, 429, 429, 503]);
		expect(test.service.faults.list()).toEqual([
			{ route: '/v1/contacts', fault: { status: 503, times: 1 } },
			{ route: '/v1/contacts', fault: { status: 401 } },
		]);
		expect(await statuses(3)).toEqual([503, 401, 401]);
		expect(() => test.service.faults.add('/v1/contacts', { status: 500 })).toThrow(
			'A fault that others follow needs "times": it would never end.',
		);
	});

	it.each<[Fault, number, string, RegExp]>([
		[{ body: 'html' }, 200, 'text/html', /^<!DOCTYPE html>/],
		[{ body: 'html', status: 502 }, 502, 'text/html', /^<!DOCTYPE html>/],
		[{ body: 'brokenJson' }, 200, 'application/json', /[^}]$/],
	])('send another body: %j', async (fault, status, type, body) => {
		test.service.faults.set('/v1/contacts', fault);

		const answer = await test.list(accessToken);

		expect(answer.status).toBe(status);
		expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`);
		expect(answer.text).toMatch(body);
	});

	it('affect a share of the requests', async () => {
		test.service.faults.set('/v1/contacts', { status: 500, rate: 0.5 });

		const failed = (await statuses(200)).filter((status) => status === 500);

		// By chance, the count is outside these bounds less than once in 10^12 runs.
		expect(Math.abs(failed.length - 100)).toBeLessThan(50);
	});

	it.each(['beforeAnswer', 'insideBody'] as const)('drop the connection: %s', async (drop) => {
		test.service.faults.set('/v1/contacts', { drop, times: 1 });

		await expect(test.list(accessToken)).rejects.toThrow(/other side closed|terminated|aborted/);
		expect((await test.list(accessToken)).status).toBe(200);
	});

	it('affect a single route', async () => {
		const exchanged = async () =>
			(await test.exchange(test.service.operator.provisionClient())).status;
		test.service.faults.set('/token', { status: 500 });

		expect(await statuses(1)).toEqual([200]);
		expect(await exchanged()).toBe(500);
		test.service.faults.clear('/token');
		expect(await exchanged()).toBe(200);
	});

	it.each<[Fault, string]>([
		[{ status: 200 }, 'status'],
		[{ latencyMs: -1 }, 'latencyMs'],
		[{ rate: 2 }, 'rate'],
		[{ times: 0 }, 'times'],
		[{ status: 500, drop: 'insideBody' }, 'either a drop or a response'],
		[{ retryAfter: 1 }, 'retryAfter goes with a status'],
		...['5 €', '5\n', '5\0'].map((retryAfter): [Fault, string] => [
			{ status: 503, retryAfter },
			'characters that are invalid in a header',
		]),
		[{ latency: 5 } as Fault, 'latency'],
	])('are rejected if they are invalid: %j', (fault, message) => {
		expect(() => test.service.faults.set('/token', fault)).toThrow(message);
		expect(() => test.service.faults.set('/v1/other' as Route, {})).toThrow('There is no route');
	});
});

describe('requests', () => {
	it('are counted per route, with their query parameters', async () => {
		test.service.requests.reset();
		await test.list(accessToken, '?pageSize=2&x=1&x=2');
		await test.list('wrong');
		await test.exchange({ clientId: 'c', refreshToken: 'r' });

		expect(test.service.requests.contacts).toEqual({
			count: 2,
			queries: [{ pageSize: '2', x: ['1', '2'] }, {}],
		});
		expect(test.service.requests.token.count).toBe(1);
		expect(test.service.requests.introspect.count).toBe(0);
	});
});
