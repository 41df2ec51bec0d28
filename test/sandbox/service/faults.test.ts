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

describe('injected faults', () => {
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

	it('follow each other in a sequence, and are listed with the remaining counts', async () => {
		const { faults } = test.service;
		setFault([{ status: 429, skip: 1, times: 2 }, { status: 503, times: 2 }, { status: 401 }]);

		expect(await statuses(4)).toEqual([200, 429, 429, 503]);
		expect(faults.list()).toEqual([
			{ route: '/v1/contacts', fault: { status: 503, times: 1 } },
			{ route: '/v1/contacts', fault: { status: 401 } },
		]);
		expect(await statuses(3)).toEqual([503, 401, 401]);
		expect(() => faults.add('/v1/contacts', { status: 500 })).toThrow(
			'A fault that others follow needs "times": it would never end.',
		);
	});

	it.each<[Fault, number, string, RegExp]>([
		[{ body: 'html' }, 200, 'text/html', /^<!DOCTYPE html>/],
		[{ body: 'brokenJson', status: 502 }, 502, 'application/json', /[^}]$/],
	])('send another body: %j', async (fault, status, type, body) => {
		setFault(fault);

		const answer = await list();

		expect(answer.status).toBe(status);
		expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`);
		expect(answer.text).toMatch(body);
	});

	it('affect a share of the requests', async () => {
		setFault({ status: 500, rate: 0.5 });

		const failed = (await statuses(200)).filter((status) => status === 500);

		// By chance, the count is outside these bounds less than once in 10^12 runs.
		expect(Math.abs(failed.length - 100)).toBeLessThan(50);
	});

	it.each(['beforeAnswer', 'insideBody'] as const)('drop the connection: %s', async (drop) => {
		setFault({ drop, times: 1 });

		await expect(list()).rejects.toThrow(/other side closed|terminated|aborted/);
		expect(await statuses(1)).toEqual([200]);
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
		[{ rate: 2 }, 'rate'],
		[{ status: 500, drop: 'insideBody' }, 'either a drop or a response'],
		[{ retryAfter: 1 }, 'retryAfter goes with a status'],
		[{ latency: 5 } as Fault, 'latency'],
	])('are rejected if they are invalid: %j', (fault, message) => {
		expect(() => setFault(fault)).toThrow(message);
	});
});

it('requests are counted per route, with their query parameters', async () => {
	const { requests } = test.service;
	requests.reset();
	await test.list(test.accessToken, '?pageSize=2&x=1&x=2');
	await test.list('wrong');
	await test.exchange({ clientId: 'c', refreshToken: 'r' });

	expect(requests.contacts).toEqual({
		count: 2,
		queries: [{ pageSize: '2', x: ['1', '2'] }, {}],
	});
	expect([requests.token.count, requests.introspect.count]).toEqual([1, 0]);
});
