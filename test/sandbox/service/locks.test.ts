import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../../sandbox/service/storage/database.ts';
import { startTestService, type TestService } from './test-service.ts';

/** The service waits 100 ms for a lock; the rest is for a busy machine. */
const SOON_MS = 2_000;

let dataDir: string;
let test: TestService;
let other: Database;
beforeAll(async () => {
	dataDir = mkdtempSync(join(tmpdir(), 'contacts-service-test-'));
	test = await startTestService({ dataDir });
	other = openDatabase(dataDir);
});
afterAll(async () => {
	other.close();
	await test.close();
	rmSync(dataDir, { recursive: true });
});
/** @returns the result, and the longest time in ms that this thread was blocked meanwhile */
const measureBlocking = async <Result>(work: () => Promise<Result>) => {
	let longestMs = 0;
	let last = performance.now();
	const timer = setInterval(() => {
		longestMs = Math.max(longestMs, performance.now() - last);
		last = performance.now();
	}, 1);
	try {
		return { result: await work(), longestMs };
	} finally {
		clearInterval(timer);
	}
};

describe('while another process writes to the database', () => {
	afterEach(() => {
		other.execute('ROLLBACK');
		test.service.faults.clear();
	});

	it('requests and faults without a counter work as usual', async () => {
		const { accessToken } = await test.newClient();
		test.service.faults.set('/token', { status: 429, rate: 1 });
		other.execute('BEGIN IMMEDIATE');

		expect((await test.list(accessToken)).status).toBe(200);
		expect((await test.exchange({ clientId: 'x', refreshToken: 'x' })).status).toBe(429);
	});

	it('a fault with a counter gets 503 soon, and blocks no other request', async () => {
		const { accessToken } = await test.newClient();
		test.service.faults.set('/token', { status: 429, times: 1 });
		other.execute('BEGIN IMMEDIATE');

		const start = performance.now();
		const { result, longestMs } = await measureBlocking(() =>
			Promise.all([
				...Array.from({ length: 20 }, () => test.exchange({ clientId: 'x', refreshToken: 'x' })),
				test.list(accessToken),
			]),
		);

		const refused = result.slice(0, 20);
		expect(performance.now() - start).toBeLessThan(SOON_MS);
		expect(longestMs).toBeLessThan(SOON_MS / 2);
		expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
		expect(refused[0]!.json.code).toBe('database_unavailable');
		expect(refused[0]!.headers['retry-after']).toBe('1');
		expect(result[20]!.status).toBe(200);
	});

	it('actions of the operator in this process fail soon instead of blocking it', () => {
		other.execute('BEGIN IMMEDIATE');

		const start = performance.now();

		expect(() => test.service.operator.provisionClient()).toThrow('database is locked');
		expect(performance.now() - start).toBeLessThan(SOON_MS);
	});
});

describe('transactions that wait in one process', () => {
	it('do not interfere with each other', async () => {
		const database = openDatabase(undefined);
		database.execute('CREATE TABLE counter (value INTEGER); INSERT INTO counter VALUES (0)');
		const increment = () =>
			database.transactionWhenFree(
				() => database.execute('UPDATE counter SET value = value + 1'),
				1000,
			);

		await Promise.all(Array.from({ length: 100 }, increment));

		expect(database.prepare('SELECT value FROM counter').get()).toEqual({ value: 100 });
		database.close();
	});
});

describe('a fill', () => {
	it('waits for another write without blocking requests', async () => {
		const { operator } = test.service;
		const { accessToken } = await test.newClient();
		await operator.fillContacts({ orgId: 'org_demo', count: 1 });
		other.execute('BEGIN IMMEDIATE');

		const filling = operator.fillContacts({ orgId: 'org_demo', count: 1 });
		for (let sent = 0; sent < 20; sent += 1) {
			expect((await test.list(accessToken)).json.contacts).toHaveLength(1);
		}
		other.execute('COMMIT');

		expect(await filling).toBe(2);
		expect((await test.list(accessToken)).json.contacts).toHaveLength(2);
	});
});
