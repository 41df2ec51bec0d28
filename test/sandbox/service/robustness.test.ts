/** What could take the service down, lose data or let it accept what it should not. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { Agent, request } from 'undici';
import { runCommandLine } from '../../../sandbox/service/commands/program.ts';
import { openDatabase } from '../../../sandbox/service/storage/database.ts';
import { temporaryFolder } from '../system/temporary-folder.ts';
import { startTestService } from './test-service.ts';

const CLI = join(__dirname, '../../../sandbox/service/cli.ts');

/** Stops what a failed test has left running. */
const cleanups: Array<() => unknown> = [];

const temporary = temporaryFolder();
afterEach(async () => {
	jest.restoreAllMocks();
	for (const cleanUp of cleanups.splice(0)) await cleanUp();
});

/** Starts the service in a process of its own. @param shell commands that come first */
async function startProcess(shell: string, ...nodeArguments: string[]) {
	const command = [process.execPath, ...nodeArguments, CLI, '--json', '--data-dir', temporary.path];
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
		const { child, exit, statusOf } = await startProcess('', '--max-old-space-size=70');
		const query = `?${Array.from({ length: 3_800 }, (_, n) => n.toString(36)).join('&')}`;
		const statuses = new Set<number>();

		for (let sent = 0; sent < 400; sent += 10) {
			const some = await Promise.all(Array.from({ length: 10 }, () => statusOf(query)));
			some.forEach((status) => statuses.add(status));
		}
		child.kill();

		expect([...statuses]).toEqual([401]);
		expect(await exit).toEqual([0, null]);
	}, 60_000);

	// Both wait for deadlines of the service.
	it('cannot use up its connections without a handshake, and are disconnected if they send no whole request', async () => {
		await Promise.all([connectWithoutHandshake(), sendPartOfRequest()]);
	}, 60_000);
});

async function connectWithoutHandshake() {
	const { child, exit, statusOf, port } = await startProcess('ulimit -n 256;');
	await openConnections(port, 400);

	let status = 0;
	for (const start = Date.now(); status === 0 && Date.now() - start < 15_000;) {
		status = await statusOf().catch(() => 0);
	}
	await openConnections(port, 400);
	child.kill('SIGINT');
	const { ms } = await timed(() => exit);

	expect(status).toBe(401);
	expect(ms).toBeLessThan(5_000);
}

async function sendPartOfRequest() {
	const test = await startTestService();
	const port = Number(new URL(test.service.baseUrl).port);
	const [silent] = (await openConnections(port, 1)) as [Socket];
	const idle = connectTls({ port, host: 'localhost', ca: test.service.ca });
	const partial = connectTls({ port, host: 'localhost', ca: test.service.ca });
	partial.write('GET /v1/contacts HTTP/1.1\r\nHost: local');

	await Promise.all([silent, idle, partial].map((socket) => once(socket.resume(), 'close')));
	await test.close();
}

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
		const test = await startTestService({ dataDir: join(temporary.path, 'data') });
		const client = await test.newClient({ orgId: 'org_demo' });
		await test.service.operator.fillContacts({ orgId: 'org_demo', count: 30 });
		const log = jest.spyOn(console, 'log').mockImplementation(() => {});
		const backUp = () =>
			runCommandLine(['backup', join(temporary.path, 'copy')], join(temporary.path, 'data'));

		expect(await backUp()).toBe(0);
		expect(log.mock.calls.join()).toContain(join(temporary.path, 'copy', 'contacts.sqlite'));
		expect(readdirSync(join(temporary.path, 'copy'))).toEqual(['contacts.sqlite']);
		expect(statSync(join(temporary.path, 'copy', 'contacts.sqlite')).mode & 0o777).toBe(0o600);
		const errors = jest.spyOn(console, 'error').mockImplementation(() => {});
		expect(await backUp()).toBe(1);
		expect(errors.mock.calls.join()).toContain('Give another folder.');
		await test.close();

		const copy = await startTestService({ dataDir: join(temporary.path, 'copy') });
		expect((await copy.exchange(client)).status).toBe(200);
		expect((await copy.list(client.accessToken)).json.contacts).toHaveLength(30);
		await copy.close();
	});
});

describe('an altered access token', () => {
	it('is not accepted, although its signature can be decoded', async () => {
		const test = await startTestService();
		const { accessToken } = await test.newClient();
		const isActive = async (token: string) => (await test.introspect(token)).json.active as boolean;
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

describe('the database', () => {
	it('that cannot be written, as on a full disk, makes a request that has to write get 503', async () => {
		const test = await startTestService({ dataDir: temporary.path });
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
		await (await startTestService({ dataDir: temporary.path })).close();
		const other = openDatabase(temporary.path);
		other.execute('BEGIN IMMEDIATE');
		jest.spyOn(console, 'log').mockImplementation(() => {});

		for (const command of ['clients', 'organizations', 'settings', 'faults']) {
			const { result, ms } = await timed(() => runCommandLine([command], temporary.path));
			expect([command, result]).toEqual([command, 0]);
			expect(ms).toBeLessThan(5_000);
		}
		other.close();
	}, 200_000);
});
