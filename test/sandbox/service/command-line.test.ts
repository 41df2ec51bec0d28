import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { runCommandLine } from '../../../sandbox/service/commands/program.ts';
import { openStore } from '../../../sandbox/service/storage/store.ts';
import { startTestService } from './test-service.ts';

const CLI = join(__dirname, '../../../sandbox/service/cli.ts');

let dataDir: string;
beforeAll(async () => {
	dataDir = mkdtempSync(join(tmpdir(), 'contacts-service-test-'));
	(await openStore({ dataDir, initialContacts: 10 })).close();
});
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Runs a command in this process. @returns its exit code and its output */
async function run(line: string) {
	const lines = { output: '', errors: '' };
	const addTo = (name: keyof typeof lines, end: string) => (text: unknown) => {
		lines[name] += String(text) + end;
		return true;
	};
	jest.spyOn(console, 'log').mockImplementation(addTo('output', '\n'));
	jest.spyOn(process.stdout, 'write').mockImplementation(addTo('output', ''));
	jest.spyOn(console, 'error').mockImplementation(addTo('errors', '\n'));
	jest.spyOn(process.stderr, 'write').mockImplementation(addTo('errors', '\n'));
	try {
		return { exitCode: await runCommandLine(line.split(' '), dataDir), ...lines };
	} finally {
		jest.restoreAllMocks();
	}
}

const runJson = async (line: string): Promise<ReturnType<typeof JSON.parse>> =>
	JSON.parse((await run(`--json ${line}`)).output);

/** @returns the rows of `clients` about one client, one for each refresh token */
const readClient = async (clientId: string) => {
	const rows: Array<Record<'clientId' | 'refreshToken', string>> = await runJson('clients');
	return rows.filter((row) => row.clientId === clientId);
};

describe('npm run service --', () => {
	it('provision prints the four values, as lines or as JSON, with scopes separated by spaces or commas', async () => {
		const { exitCode, output } = await run('provision --org org_x --scope a b');
		expect(exitCode).toBe(0);
		expect(output).toMatch(
			/^clientId: client_[0-9a-f]{12}\nrefreshToken: refresh_[\w-]{43}\norgId: org_x\nscopes: a b\n$/,
		);

		const { scopes } = await runJson('provision --scope a,b c b --scope a');
		expect(scopes).toEqual(['a', 'b', 'c']);
		expect(await runJson('provision')).toMatchObject({
			orgId: 'org_demo',
			scopes: ['contacts.read'],
		});
	});

	it('provision --client issues another refresh token, and revoke --refresh-token revokes only one', async () => {
		const { clientId, refreshToken } = await runJson('provision');
		const second = await runJson(`provision --client ${clientId}`);
		expect(second.clientId).toBe(clientId);
		expect(second.refreshToken).not.toBe(refreshToken);

		const [first] = await readClient(clientId);
		expect(await runJson(`revoke --refresh-token ${first!.refreshToken}`)).toEqual({ revoked: 1 });

		const revokedAt = expect.any(String);
		expect(await readClient(clientId)).toMatchObject([{ revokedAt }, { revokedAt: null }]);
		const { output } = await run('clients');
		expect(output).toContain(clientId);
		expect(output).not.toContain(refreshToken);
	});

	it('status, scopes, revoke and permission change clients and organizations', async () => {
		const { clientId } = await runJson('provision --org org_y');
		const scopes = ['a', 'b', 'c'];

		expect((await run(`status ${clientId} suspended`)).output).toBe(
			`clientId: ${clientId}\nstatus: suspended\n`,
		);
		expect(await runJson(`scopes ${clientId} a,b c`)).toEqual({ clientId, scopes });
		expect(await runJson(`revoke --client ${clientId}`)).toEqual({ revoked: 1 });
		const permission = { orgId: 'org_y', permission: 'denied' };
		expect(await runJson('permission org_y denied')).toEqual(permission);

		const changed = { status: 'suspended', scopes, revokedAt: expect.any(String) };
		expect(await readClient(clientId)).toMatchObject([changed]);
		expect(await runJson('organizations')).toContainEqual({ ...permission, contacts: 0 });
	});

	it('fill and import add contacts', async () => {
		await run('provision --org org_fill');
		const file = join(dataDir, 'contacts.ndjson');
		writeFileSync(file, '{"name":"Ada"}\n{"name":"Bob"}\n');

		expect((await run('fill 20 --org org_fill --seed 3')).output).toBe(
			'orgId: org_fill\nadded: 20\ncontacts: 20\n',
		);
		expect(await runJson(`import ${file} --org org_fill`)).toEqual({
			orgId: 'org_fill',
			added: 2,
			contacts: 22,
		});
	});

	it('settings shows, changes and resets settings', async () => {
		expect(await runJson('settings')).toMatchObject({ pageStyle: 'cursor', maxPageSize: 1000 });
		const changes = {
			pageStyle: 'offset',
			maxPageSize: 70,
			pageMetadata: false,
			requiredScope: '123',
			contactsKey: 'null',
		};
		const texts = Object.entries(changes).map(([name, value]) => `${name}=${value}`);
		expect(await runJson(`settings ${texts.join(' ')}`)).toMatchObject(changes);
		const { output } = await run('settings fixedPageSize=null like=github');
		expect(output).toMatch(/^like: GitHub\n[^]*fixedPageSize: null\n/);
		expect(await runJson('settings --reset pageStyle=single')).toMatchObject({
			pageStyle: 'single',
			like: null,
			requiredScope: 'contacts.read',
		});
		expect((await run('settings --help')).output).toMatch(
			/requestsPerSecond +integer, 1 to 10000 or null +.* in each process that serves them/,
		);
	});

	it('faults shows, sets, adds and clears faults', async () => {
		expect((await run('faults')).output).toBe('none\n');
		const options = '--status 429 --retry-after 5 --latency-ms 10 --rate 0.5 --skip 1 --times 2';
		const fault = { status: 429, retryAfter: '5', latencyMs: 10, rate: 0.5, skip: 1, times: 2 };
		expect(await runJson(`faults set /token ${options}`)).toEqual([{ route: '/token', fault }]);
		expect(await runJson('faults add /token --drop beforeAnswer')).toEqual([
			{ route: '/token', fault },
			{ route: '/token', fault: { drop: 'beforeAnswer' } },
		]);
		expect((await run('faults')).output).toContain('"status":429');
		expect(await runJson('faults clear /token')).toEqual([]);
	});

	it('resource-servers adds and removes resource servers', async () => {
		const { id, secret } = await runJson('resource-servers add');

		expect(id).toMatch(/^resource_server_/);
		expect(secret).toMatch(/^rs_/);
		expect((await run(`resource-servers remove ${id}`)).exitCode).toBe(0);
		expect((await run(`resource-servers remove ${id}`)).exitCode).toBe(1);
	});

	it('shapes lists the APIs that the service can be like', async () => {
		const all = await runJson('shapes');
		expect(all.length).toBeGreaterThan(200);
		expect(all).toContainEqual({
			name: 'GitHub',
			source: expect.stringMatching(/^https:/),
			documented: { pageParameter: 'page', firstPage: 1 },
		});
		expect(await runJson('shapes hubspot')).toHaveLength(3);
	});

	it('backup copies everything, also while the service runs', async () => {
		const copyDir = join(dataDir, 'copy');
		const test = await startTestService({ dataDir });
		const client = await test.newClient();

		expect((await run(`backup ${copyDir}`)).output).toContain(join(copyDir, 'contacts.sqlite'));
		expect(statSync(join(copyDir, 'contacts.sqlite')).mode & 0o777).toBe(0o600);
		expect((await run(`backup ${copyDir}`)).errors).toContain('Give another folder.');
		await test.close();

		const copy = await startTestService({ dataDir: copyDir });
		expect((await copy.exchange(client)).status).toBe(200);
		const { contacts } = (await copy.list(client.accessToken)).json;
		expect(contacts.length).toBeGreaterThanOrEqual(10);
		await copy.close();
	});

	it.each([
		['status client_x active', 1, 'There is no client client_x.'],
		['import /no/such/file.csv', 1, '/no/such/file.csv cannot be read: ENOENT'],
		['revoke', 2, 'Nothing to revoke. Give --client or --refresh-token.'],
		['settings pageStyle', 2, 'pageStyle is not a change. Give it as name=value.'],
		['status client_x gone', 2, 'Allowed choices are active, suspended, revoked.'],
		['start --like hubspot', 2, 'Did you mean HubSpot CRM v3,'],
		['start --api-port 70000', 2, 'A port is a whole number from 0 to 65535.'],
		['faults set /token --rate 2', 2, 'Give a number from 0 to 1'],
		['client', 2, 'Did you mean clients?'],
	])('%s exits with %d and says why, also as JSON', async (line, exitCode, message) => {
		const result = await run(line);
		const asJson = await run(`--json ${line}`);

		expect(result).toMatchObject({ exitCode, output: '' });
		expect(result.errors).toContain(message);
		expect(asJson).toMatchObject({ exitCode, output: '' });
		expect(JSON.parse(asJson.errors).error).toContain(message.slice(0, 15));
	});

	it('needs a service, and creates none', async () => {
		const folder = join(dataDir, 'none');

		expect(await run(`--data-dir ${folder} clients`)).toEqual({
			exitCode: 1,
			output: '',
			errors: `There is no service in ${folder}. Start one there, or give the folder of another one with --data-dir.\n`,
		});
		expect(existsSync(folder)).toBe(false);
	});

	it('takes relative paths from the folder of the caller, although npm runs in another one', async () => {
		jest.replaceProperty(process, 'env', { ...process.env, INIT_CWD: dataDir });
		writeFileSync(join(dataDir, 'own.csv'), 'name\nAda\n');
		expect((await run('import own.csv')).errors).toBe('');
	});

	it('--help lists the commands, and that of a command the options that all have', async () => {
		const { exitCode, output } = await run('--help');
		expect(exitCode).toBe(0);
		for (const command of ['start', 'provision', 'clients', 'status', 'revoke', 'faults', 'fill']) {
			expect(output).toContain(command);
		}
		expect((await run('fill --help')).output).toMatch(/--data-dir <folder>[^]*--json/);
	});
});

it('npm run service -- start serves until Ctrl-C, and applies changes by other commands at once', async () => {
	const ports = ['--auth-port', '0', '--api-port', '0'];
	const command = [CLI, '--data-dir', dataDir, '--json', 'start', ...ports];
	const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
	const { authUrl, baseUrl, caFile } = JSON.parse(String(await once(child.stdout, 'data')));
	const dispatcher = new Agent({ connect: { ca: readFileSync(caFile, 'utf8') } });
	const client = await runJson('provision');
	const exchange = async () => {
		const { statusCode, body } = await request(`${authUrl}/token`, {
			dispatcher,
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(client),
		});
		await body.dump();
		return statusCode;
	};

	expect(await exchange()).toBe(200);
	await run('faults set /token --status 503 --times 1');
	expect(await exchange()).toBe(503);
	expect(await exchange()).toBe(200);
	await run(`revoke --client ${client.clientId}`);
	expect(await exchange()).toBe(401);
	const { exitCode, errors } = await run(`start --api-port ${new URL(baseUrl).port}`);
	expect(exitCode).toBe(1);
	expect(errors).toMatch(/^Port \d+ on localhost is in use/);

	await dispatcher.close();
	child.kill('SIGINT');
	expect(await once(child, 'exit')).toEqual([0, null]);
});
