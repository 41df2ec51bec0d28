/** What could take the service down or block it. */
import fc from 'fast-check';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { openDatabase } from '../../../sandbox/service/storage/database.ts';
import { runs } from '../../support/runs';
import { temporaryFolder } from '../system/temporary-folder.ts';
import { startTestService } from './test-service.ts';

const folder = temporaryFolder();

it('no request of any kind to either host is answered with 5xx', async () => {
	const test = await startTestService();
	const { accessToken, ...client } = await test.newClient();
	const text = fc.string({ unit: 'grapheme', maxLength: 50 });
	const headerValue = fc.string({ unit: 'grapheme-ascii', maxLength: 100 });
	const form = 'application/x-www-form-urlencoded';
	const requests = fc.record({
		host: fc.constantFrom('auth', 'api'),
		path: fc.oneof(
			{ weight: 3, arbitrary: fc.constantFrom('/token', '/introspect', '/v1/contacts') },
			fc.constantFrom('/', '/v1', '/v1/contacts/', '/%', '/..%2f'),
			text.map((part) => `/${encodeURIComponent(part)}`),
		),
		query: fc.dictionary(fc.oneof(fc.constantFrom('pageSize', 'cursor'), text), text),
		method: fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'),
		headers: fc.record(
			{
				authorization: fc.oneof(fc.constant(`Bearer ${accessToken}`), headerValue),
				'content-type': fc.constantFrom('application/json', form, 'text/plain', 'x'),
				'content-encoding': fc.constantFrom('gzip', 'identity', 'br'),
				accept: headerValue,
				cookie: headerValue,
			},
			{ requiredKeys: [] },
		),
		body: fc.oneof(
			fc.constantFrom(JSON.stringify(client), `token=${accessToken}`),
			fc.json(),
			text,
			fc.nat(100_000).map((length) => JSON.stringify({ clientId: 'x'.repeat(length) })),
		),
	});
	const statuses = new Set<number>();

	await fc.assert(
		fc.asyncProperty(requests, async ({ host, path, query, method, headers, body }) => {
			const sent = ['GET', 'HEAD'].includes(method) ? {} : { body };
			const url = `${path}?${new URLSearchParams(query).toString()}`;
			const { status } = await test[host](url, { method, headers, ...sent });
			statuses.add(status);
			expect(status).toBeLessThan(500);
		}),
		runs(3_000),
	);

	expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 413, 415]));
	await test.close();
}, 120_000);

it('stops within five seconds, whatever is connected', async () => {
	const test = await startTestService();
	const { service } = test;
	const { accessToken } = await test.newClient();
	const port = Number(new URL(service.baseUrl).port);
	const idle = connect({ port, host: 'localhost', ca: service.ca }).on('error', () => {});
	idle.write('GET /v1/contacts HTTP/1.1\r\n');
	await once(idle, 'secureConnect');
	service.faults.set('/v1/contacts', { latencyMs: 60_000 });
	const pending = test.list(accessToken).catch(() => 'dropped');
	while (service.requests.contacts.count === 0) await new Promise(setImmediate);

	const start = performance.now();
	await service.close();

	expect(performance.now() - start).toBeLessThan(5_000);
	expect(await pending).toBe('dropped');
	idle.destroy();
});

it('while another process writes to the database, only requests that have to write get 503', async () => {
	const test = await startTestService({ dataDir: folder.path });
	const { operator, faults } = test.service;
	const { accessToken } = await test.newClient();
	faults.set('/token', { status: 429, times: 1 });
	const other = openDatabase(folder.path);
	other.execute('BEGIN IMMEDIATE');

	const refused = test.exchange({ clientId: 'x', refreshToken: 'x' });
	const filling = operator.fillContacts({ orgId: 'org_demo', count: 1 });
	expect((await test.list(accessToken)).json.contacts).toEqual([]);
	const { refusal, headers } = await refused;
	expect([...refusal, headers['retry-after']]).toEqual([503, 'database_unavailable', '1']);
	expect(() => operator.provisionClient()).toThrow('database is locked');
	other.execute('COMMIT');

	expect(await filling).toBe(1);
	expect((await test.list(accessToken)).json.contacts).toHaveLength(1);
	other.close();
	await test.close();
});
