import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../../sandbox/service/storage/database.ts';
import { sharedTestService } from './test-service.ts';

/** The service waits 100 ms for a lock; the rest is for a busy machine. */
const SOON_MS = 2_000;

const dataDir = mkdtempSync(join(tmpdir(), 'contacts-service-test-'));
const test = sharedTestService({ dataDir });
let other: Database;
beforeAll(() => {
	other = openDatabase(dataDir);
});
afterAll(() => {
	other.close();
	rmSync(dataDir, { recursive: true });
});

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
		const refusals = Promise.all(
			Array.from({ length: 20 }, () => test.exchange({ clientId: 'x', refreshToken: 'x' })),
		);
		expect((await test.list(accessToken)).status).toBe(200);
		expect(performance.now() - start).toBeLessThan(SOON_MS / 2);

		for (const { status, headers, json } of await refusals) {
			const refusal = [status, headers['retry-after'], json.code];
			expect(refusal).toEqual([503, '1', 'database_unavailable']);
		}
		expect(performance.now() - start).toBeLessThan(SOON_MS);
	});

	it('actions of the operator in this process fail soon instead of blocking it', () => {
		other.execute('BEGIN IMMEDIATE');

		const start = performance.now();

		expect(() => test.service.operator.provisionClient()).toThrow('database is locked');
		expect(performance.now() - start).toBeLessThan(SOON_MS);
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
