/** What could take the service down, lose data or let it accept what it should not. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import https from 'node:https';
import { connect, type Socket } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { Agent, request } from 'undici';
import { runCommandLine } from '../../../sandbox/service/commands/program.ts';
import { openDatabase } from '../../../sandbox/service/storage/database.ts';
import { itBeforeLanding } from '../../support/runs';
import { temporaryFolder } from '../system/temporary-folder.ts';
import { startTestService, type TestService } from './test-service.ts';

const CLI = join(__dirname, '../../../sandbox/service/cli.ts');

/** Stops what a failed test has left running. */
const cleanups: Array<() => unknown> = [];

const temporary = temporaryFolder();
afterEach(async () => {
	jest.restoreAllMocks();
	for (const cleanUp of cleanups.splice(0)) await cleanUp();
});

/** @returns the time that the work took, in ms */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
	const start = performance.now();
	await work();
	return performance.now() - start;
}

async function openConnections(port: number, count: number): Promise<Socket[]> {
	const sockets = Array.from({ length: count }, () =>
		connect(port, '127.0.0.1').on('error', () => {}),
	);
	cleanups.push(() => sockets.forEach((socket) => socket.destroy()));
	await Promise.all(sockets.map((socket) => once(socket, 'connect')));
	return sockets;
}

/** Opens a TLS connection, and sends a part of a request. */
function sendPart({ service }: TestService, part: string) {
	const port = Number(new URL(service.baseUrl).port);
	const socket = connectTls({ port, host: 'localhost', ca: service.ca }).on('error', () => {});
	if (part !== '') socket.write(part);
	return socket;
}

describe('clients without a token', () => {
	// Waits for the deadline of the handshake.
	itBeforeLanding('cannot use up the connections without a handshake', async () => {
		const command = [process.execPath, CLI, '--json', '--data-dir', temporary.path, 'start'];
		const limited = ['-c', 'ulimit -n 256; exec "$@"', 'bash', ...command];
		const child = spawn('bash', [...limited, '--auth-port=0', '--api-port=0'], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		cleanups.push(() => child.kill('SIGKILL'));
		const [line] = (await once(child.stdout, 'data')) as [Buffer];
		const { baseUrl } = JSON.parse(line.toString()) as { baseUrl: string };
		const port = Number(new URL(baseUrl).port);
		await openConnections(port, 400);

		const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
		cleanups.push(() => dispatcher.destroy());
		let status = 0;
		for (const start = Date.now(); status === 0 && Date.now() - start < 15_000;) {
			const answer = await request(`${baseUrl}/v1/contacts`, { dispatcher }).catch(() => undefined);
			status = answer?.statusCode ?? 0;
		}
		await openConnections(port, 400);
		child.kill('SIGINT');

		expect(status).toBe(401);
		expect(await timeOf(() => once(child, 'exit'))).toBeLessThan(5_000);
	});

	it('are disconnected if they send no whole request', async () => {
		const { createServer } = https;
		const deadlines = { handshakeTimeout: 5_000, headersTimeout: 10_000, requestTimeout: 30_000 };
		const created = jest.spyOn(https, 'createServer').mockImplementation((options, listener) => {
			expect(options).toMatchObject(deadlines);
			const sooner = { handshakeTimeout: 100, headersTimeout: 100, requestTimeout: 100 };
			return createServer({ ...options, ...sooner, connectionsCheckingInterval: 50 }, listener);
		});
		const test = await startTestService();
		const port = Number(new URL(test.service.baseUrl).port);
		const silent = await openConnections(port, 1);
		const others = ['', 'GET /v1/contacts HTTP/1.1\r\nHost: local'].map((part) =>
			sendPart(test, part),
		);

		await Promise.all([...silent, ...others].map((socket) => once(socket.resume(), 'close')));
		expect(created).toHaveBeenCalledTimes(2);
		await test.close();
	});
});

it('stops within five seconds, whatever is connected', async () => {
	const test = await startTestService();
	const { accessToken } = await test.newClient();
	await openConnections(Number(new URL(test.service.baseUrl).port), 50);
	const idle = sendPart(test, 'GET /v1/contacts HTTP/1.1\r\n');
	await once(idle, 'secureConnect');
	test.service.faults.set('/v1/contacts', { latencyMs: 60_000 });
	const pending = test.list(accessToken).catch(() => 'dropped');
	while (test.service.requests.contacts.count === 0) await new Promise(setImmediate);

	expect(await timeOf(() => test.service.close())).toBeLessThan(5_000);
	idle.destroy();
	expect(await pending).toBe('dropped');
});

it('a backup of a running service has everything: the copy serves the same clients and accepts the same tokens', async () => {
	const dataDir = join(temporary.path, 'data');
	const copyDir = join(temporary.path, 'copy');
	const test = await startTestService({ dataDir });
	const client = await test.newClient({ orgId: 'org_demo' });
	await test.service.operator.fillContacts({ orgId: 'org_demo', count: 30 });
	const log = jest.spyOn(console, 'log').mockImplementation(() => {});

	expect(await runCommandLine(['backup', copyDir], dataDir)).toBe(0);
	expect(log.mock.calls.join()).toContain(join(copyDir, 'contacts.sqlite'));
	expect(readdirSync(copyDir)).toEqual(['contacts.sqlite']);
	expect(statSync(join(copyDir, 'contacts.sqlite')).mode & 0o777).toBe(0o600);
	const errors = jest.spyOn(console, 'error').mockImplementation(() => {});
	expect(await runCommandLine(['backup', copyDir], dataDir)).toBe(1);
	expect(errors.mock.calls.join()).toContain('Give another folder.');
	await test.close();

	const copy = await startTestService({ dataDir: copyDir });
	expect((await copy.exchange(client)).status).toBe(200);
	expect((await copy.list(client.accessToken)).json.contacts).toHaveLength(30);
	await copy.close();
});

it('an altered access token is not accepted, although its signature can be decoded', async () => {
	const test = await startTestService();
	const { accessToken } = await test.newClient();
	const isActive = async (token: string) => (await test.introspect(token)).json.active as boolean;
	const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
	const altered = [...alphabet]
		.map((character) => accessToken.slice(0, -1) + character)
		.filter((token) => token !== accessToken);
	altered.push(`${accessToken}=`, `${accessToken}==`);
	const spaced = [`${accessToken}\n`, `${accessToken} `, ` ${accessToken}`];

	const accepted = [];
	for (const token of altered) {
		if ((await test.list(token)).status !== 401) accepted.push(token);
	}
	for (const token of [...altered, ...spaced]) {
		if (await isActive(token)) accepted.push(token);
	}

	expect(accepted).toEqual([]);
	expect(await isActive(accessToken)).toBe(true);
	await test.close();
});

describe('the database', () => {
	it('that cannot be written, as on a full disk, makes a request that has to write get 503', async () => {
		const test = await startTestService({ dataDir: temporary.path });
		test.service.faults.set('/v1/contacts', { status: 418, times: 5 });
		const { exec } = DatabaseSync.prototype;
		const executed = jest.spyOn(DatabaseSync.prototype, 'exec');
		executed.mockImplementation(function (this: DatabaseSync, sql) {
			if (sql !== 'COMMIT') return exec.call(this, sql);
			const error = new Error('database or disk is full');
			throw Object.assign(error, { code: 'ERR_SQLITE_ERROR', errcode: 13 });
		});

		const { status, headers } = await test.list('x');
		jest.restoreAllMocks();

		expect([status, headers['retry-after']]).toEqual([503, '1']);
		expect((await test.list('x')).status).toBe(418);
		await test.close();
	});

	it('is only read by commands that only read, also while another process writes', async () => {
		await (await startTestService({ dataDir: temporary.path })).close();
		const other = openDatabase(temporary.path);
		other.execute('BEGIN IMMEDIATE');
		jest.spyOn(console, 'log').mockImplementation(() => {});

		for (const command of ['clients', 'organizations', 'settings', 'faults']) {
			const run = async () => expect(await runCommandLine([command], temporary.path)).toBe(0);
			expect(await timeOf(run)).toBeLessThan(5_000);
		}
		other.close();
	});
});
