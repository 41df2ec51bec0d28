/** What could take the service down, lose data or let it accept what it should not. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { Agent, request } from 'undici';
import { runCommandLine } from '../../../sandbox/service/commands/program.ts';
import { openDatabase } from '../../../sandbox/service/storage/database.ts';
import { createKeyValueStore } from '../../../sandbox/service/storage/key-value-store.ts';
import { readServerIdentity } from '../../../sandbox/service/tls/certificates.ts';
import { X509Certificate } from 'node:crypto';
import { startTestService } from './test-service.ts';

const CLI = join(__dirname, '../../../sandbox/service/cli.ts');

/** Stops what a failed test has left running. */
const cleanups: Array<() => unknown> = [];

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'contacts-service-test-'));
});
afterEach(async () => {
	jest.restoreAllMocks();
	for (const cleanUp of cleanups.splice(0)) await cleanUp();
	rmSync(folder, { recursive: true });
});

/** Starts the service in a process of its own. @param shell commands that come first */
async function startProcess(shell: string, ...nodeArguments: string[]) {
	const command = [process.execPath, ...nodeArguments, CLI, '--json', '--data-dir', folder];
	const child = spawn(
		'bash',
		['-c', `${shell} exec "$@"`, 'bash', ...command, 'start', '--auth-port=0', '--api-port=0'],
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	);
	const exit = once(child, 'exit');
	const [line] = (await once(child.stdout, 'data')) as [Buffer];
	const { baseUrl } = JSON.parse(line.toString()) as { baseUrl: string };
	const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
	cleanups.push(
		() => child.kill('SIGKILL'),
		() => dispatcher.destroy(),
	);
	const statusOf = async (query = '') => {
		const { statusCode, body } = await request(`${baseUrl}/v1/contacts${query}`, { dispatcher });
		await body.dump();
		return statusCode;
	};
	return { child, exit, statusOf, port: Number(new URL(baseUrl).port) };
}

/** @returns the result, and the time that the work took, in ms */
async function timed<Result>(work: () => Promise<Result>) {
	const start = performance.now();
	return { result: await work(), ms: performance.now() - start };
}

async function openConnections(port: number, count: number): Promise<Socket[]> {
	const sockets = Array.from({ length: count }, () =>
		connect(port, '127.0.0.1').on('error', () => {}),
	);
	cleanups.push(() => sockets.forEach((socket) => socket.destroy()));
	await Promise.all(sockets.map((socket) => once(socket, 'connect')));
	return sockets;
}

describe('clients without a token', () => {
	it('cannot fill the memory with queries', async () => {
		const { child, exit, statusOf } = await startProcess('', '--max-old-space-size=120');
		const query = `?${Array.from({ length: 3_800 }, (_, n) => n.toString(36)).join('&')}`;
		const statuses = new Set<number>();

		for (let sent = 0; sent < 1_000; sent += 1) statuses.add(await statusOf(query));
		child.kill();

		expect([...statuses]).toEqual([401]);
		expect(await exit).toEqual([0, null]);
	}, 60_000);

	it('cannot use up its connections without a handshake', async () => {
		const { child, exit, statusOf, port } = await startProcess('ulimit -n 256;');
		await openConnections(port, 400);

		let status = 0;
		for (const start = Date.now(); status === 0 && Date.now() - start < 15_000;) {
			status = await statusOf().catch(() => 0);
		}
		await openConnections(port, 400);
		child.kill();
		const { ms } = await timed(() => exit);

		expect(status).toBe(401);
		expect(ms).toBeLessThan(5_000);
	}, 30_000);

	it('are disconnected if they send nothing, or part of a request', async () => {
		const test = await startTestService();
		const port = Number(new URL(test.service.baseUrl).port);
		const [silent] = (await openConnections(port, 1)) as [Socket];
		const idle = connectTls({ port, host: 'localhost', ca: test.service.ca });
		const partial = connectTls({ port, host: 'localhost', ca: test.service.ca });
		partial.write('GET /v1/contacts HTTP/1.1\r\nHost: local');
		const sockets = [silent, idle, partial];

		await Promise.all(sockets.map((socket) => once(socket.resume(), 'close')));
		await test.close();
	}, 30_000);
});

it('stops within five seconds, whatever is connected', async () => {
	const test = await startTestService();
	const { accessToken } = await test.newClient();
	const port = Number(new URL(test.service.baseUrl).port);
	await openConnections(port, 50);
	const idle = connectTls({ port, host: 'localhost', ca: test.service.ca });
	await once(idle, 'secureConnect');
	idle.on('error', () => {}).write('GET /v1/contacts HTTP/1.1\r\n');
	test.service.faults.set('/v1/contacts', { latencyMs: 60_000 });
	const pending = test.list(accessToken).catch(() => 'dropped');
	while (test.service.requests.contacts.count === 0) await new Promise(setImmediate);

	const { ms } = await timed(() => test.service.close());
	idle.destroy();

	expect(ms).toBeLessThan(5_000);
	expect(await pending).toBe('dropped');
}, 30_000);

describe('a backup of a running service', () => {
	it('has everything: the copy serves the same clients and accepts the same tokens', async () => {
		const test = await startTestService({ dataDir: join(folder, 'data') });
		const client = await test.newClient({ orgId: 'org_demo' });
		await test.service.operator.fillContacts({ orgId: 'org_demo', count: 30 });
		const log = jest.spyOn(console, 'log').mockImplementation(() => {});
		const backUp = () => runCommandLine(['backup', join(folder, 'copy')], join(folder, 'data'));

		expect(await backUp()).toBe(0);
		expect(log.mock.calls.join()).toContain(join(folder, 'copy', 'contacts.sqlite'));
		expect(readdirSync(join(folder, 'copy'))).toEqual(['contacts.sqlite']);
		expect(statSync(join(folder, 'copy', 'contacts.sqlite')).mode & 0o777).toBe(0o600);
		const errors = jest.spyOn(console, 'error').mockImplementation(() => {});
		expect(await backUp()).toBe(1);
		expect(errors.mock.calls.join()).toContain('Give another folder.');
		await test.close();

		const copy = await startTestService({ dataDir: join(folder, 'copy') });
		expect((await copy.exchange(client)).status).toBe(200);
		expect((await copy.list(client.accessToken)).json.contacts).toHaveLength(30);
		await copy.close();
	});
});

describe('an altered access token', () => {
	it('is not accepted, although its signature can be decoded', async () => {
		const test = await startTestService();
		const { accessToken } = await test.newClient();
		const { id, secret } = test.service.operator.provisionResourceServer();
		const isActive = async (token: string) => {
			const { json } = await test.auth('/introspect', {
				method: 'POST',
				headers: {
					'content-type': 'application/x-www-form-urlencoded',
					authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
				},
				body: new URLSearchParams({ token }).toString(),
			});
			return json.active as boolean;
		};
		const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
		const lastCharacters = [...alphabet]
			.map((character) => accessToken.slice(0, -1) + character)
			.filter((token) => token !== accessToken);
		const padded = [`${accessToken}=`, `${accessToken}==`];
		const spaced = [`${accessToken}\n`, `${accessToken} `, ` ${accessToken}`];

		const accepted = [];
		for (const token of [...lastCharacters, ...padded]) {
			if ((await test.list(token)).status !== 401) accepted.push(token);
		}
		for (const token of [...lastCharacters, ...padded, ...spaced]) {
			if (await isActive(token)) accepted.push(token);
		}

		expect(accepted).toEqual([]);
		expect(await isActive(accessToken)).toBe(true);
		await test.close();
	});

	it('that expires during the introspection gets 401', async () => {
		const test = await startTestService({
			settings: { scopeEnforcement: 'introspection', accessTokenLifetimeSeconds: 1 },
		});
		const { accessToken } = await test.newClient();
		test.service.faults.set('/introspect', { latencyMs: 2_000 });

		const { status, json } = await test.list(accessToken);
		await test.close();

		expect([status, json.code]).toEqual([401, 'invalid_token']);
	});
});

describe('certificates that were made while the clock was ahead', () => {
	const HOUR_MS = 60 * 60 * 1000;
	const NOW = Date.parse('2030-01-02T00:00:00Z');

	it.each([
		['a few hours: are valid', 20],
		['days: are made again', 100],
	])('%s', async (_name, hours) => {
		const database = openDatabase(undefined);
		const kept = createKeyValueStore(database);
		await readServerIdentity(kept, new Date(NOW + hours * HOUR_MS));

		const { certificate } = await readServerIdentity(kept, new Date(NOW));
		database.close();

		expect(Date.parse(new X509Certificate(certificate).validFrom)).toBeLessThanOrEqual(NOW);
	});
});

describe('the database', () => {
	it('that cannot be written, as on a full disk, makes a request that has to write get 503', async () => {
		const test = await startTestService({ dataDir: folder });
		test.service.faults.set('/v1/contacts', { status: 418, times: 5 });
		const { exec } = DatabaseSync.prototype;
		jest.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (
			this: DatabaseSync,
			sql,
		) {
			if (sql === 'COMMIT') {
				const error = new Error('database or disk is full');
				throw Object.assign(error, { code: 'ERR_SQLITE_ERROR', errcode: 13 });
			}
			return exec.call(this, sql);
		});

		const { status, headers } = await test.list('x');
		jest.restoreAllMocks();

		expect([status, headers['retry-after']]).toEqual([503, '1']);
		expect((await test.list('x')).status).toBe(418);
		await test.close();
	});

	it('is only read by commands that only read, also while another process writes', async () => {
		await (await startTestService({ dataDir: folder })).close();
		const other = openDatabase(folder);
		other.execute('BEGIN IMMEDIATE');
		jest.spyOn(console, 'log').mockImplementation(() => {});

		for (const command of ['clients', 'organizations', 'settings', 'faults']) {
			const { result, ms } = await timed(() => runCommandLine([command], folder));
			expect([command, result]).toEqual([command, 0]);
			expect(ms).toBeLessThan(5_000);
		}
		other.close();
	}, 200_000);
});
