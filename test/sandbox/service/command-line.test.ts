import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { runCommandLine } from '../../../sandbox/service/commands.ts';
import type { ContactsService } from '../../../sandbox/service/index.ts';
import { openStore } from '../../../sandbox/service/storage/store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { clientOf } from './test-service.ts';

const CLI = join(__dirname, '../../../sandbox/service/cli.ts');

const dataDir = temporaryFolder();
beforeAll(() => openStore({ dataDir, initialContacts: 10 }).close());

/** Runs a command in this process. @returns its exit code and its output */
async function run(...args: string[]) {
	const lines = { output: '', errors: '' };
	const addTo = (name: keyof typeof lines, end: string) => (text: unknown) =>
		Boolean((lines[name] += String(text) + end));
	jest.spyOn(console, 'log').mockImplementation(addTo('output', '\n'));
	jest.spyOn(process.stdout, 'write').mockImplementation(addTo('output', ''));
	jest.spyOn(console, 'error').mockImplementation(addTo('errors', '\n'));
	jest.spyOn(process.stderr, 'write').mockImplementation(addTo('errors', '\n'));
	const exitCode = await runCommandLine(args, dataDir).finally(() => jest.restoreAllMocks());
	return { exitCode, ...lines };
}

const runJson = async (...args: string[]): Promise<ReturnType<typeof JSON.parse>> =>
	JSON.parse((await run('--json', ...args)).output);

describe('npm run service --', () => {
	it('provision prints the four values, as lines or as JSON', async () => {
		const { exitCode, output } = await run('provision', '--org', 'org_x', '--scope', 'a', 'b');
		expect(exitCode).toBe(0);
		expect(output).toMatch(
			/^clientId: client_[0-9a-f]{12}\nrefreshToken: refresh_[\w-]{43}\norgId: org_x\nscopes: a b\n$/,
		);

		expect(await runJson('provision')).toEqual({
			clientId: expect.any(String),
			refreshToken: expect.any(String),
			orgId: 'org_demo',
			scopes: ['contacts.read'],
		});
	});

	it.each([['a', 'b'], ['a,b'], ['a, b'], ['a b']])(
		'provision takes scopes separated by spaces or commas: --scope %s %s',
		async (...scopes: string[]) => {
			expect(await runJson('provision', '--scope', ...scopes)).toMatchObject({
				scopes: ['a', 'b'],
			});
		},
	);

	it('settings shows and changes settings', async () => {
		expect(await runJson('settings')).toMatchObject({ like: 'Plain: cursor', maxPageSize: 1000 });
		const { output } = await run('settings', 'like=github', 'maxPageSize=70');
		expect(output).toMatch(/^like: GitHub\nmaxPageSize: 70\nfixedPageSize: null\n/);
		const changed = await runJson('settings', 'fixedPageSize=7', 'like=Plain: cursor');
		expect(changed).toMatchObject({ like: 'Plain: cursor', fixedPageSize: 7, maxPageSize: 70 });
		expect(await runJson('settings', 'fixedPageSize=null')).toMatchObject({ fixedPageSize: null });
		expect((await run('settings', '--help')).output).toMatch(/\ntokenScopes +Which scope forms/);
	});

	it.each([
		['status client_x active', 1, 'There is no client client_x'],
		['revoke', 2, "missing required argument 'clientId'"],
		['settings like', 2, 'like is not a change. Give it as name=value.'],
		['settings fixedPageSize=0', 2, 'fixedPageSize'],
		['provision --scope ä', 2, 'A scope is one word'],
		['settings pageStyle=x', 2, 'There is no setting pageStyle. There are like,'],
		['settings accessTokenLifetimeSeconds=9007199254740991', 2, 'accessTokenLifetimeSeconds: Too'],
		['status client_x gone', 2, 'Allowed choices are active, suspended, revoked.'],
		['start --like hubspot', 2, 'Did you mean HubSpot CRM v3,'],
		['fill 1.5', 2, 'The count must be a whole number'],
		['fill 1 --org org_none', 2, 'There is no organization org_none.'],
		['shapes qqq', 2, 'No API has qqq in its name.'],
		['setting', 2, 'Did you mean settings?'],
	])('%s exits with %d and says why', async (line, exitCode, message) => {
		const result = await run(...line.split(' '));

		expect(result).toMatchObject({ exitCode, output: '' });
		expect(result.errors).toContain(message);
	});

	it('needs a service, and creates none', async () => {
		const folder = join(dataDir, 'none');
		const { exitCode, errors } = await run('--data-dir', folder, 'settings');
		expect([exitCode, errors]).toEqual([1, expect.stringContaining(`is no service in ${folder}.`)]);
		expect(existsSync(folder)).toBe(false);
	});
});

// On Windows, no other process can press Ctrl-C.
const onPosix = process.platform === 'win32' ? it.skip : it;

onPosix.each(['SIGINT', 'SIGTERM'] as const)(
	'npm run service -- start serves until %s, and applies changes by other commands at once',
	async (signal) => {
		const command = [CLI, '--data-dir', dataDir, '--json', 'start'];
		const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
		const { caFile, ...origins } = JSON.parse(String(await once(child.stdout, 'data')));
		const service = { ...origins, ca: readFileSync(caFile, 'utf8') } as ContactsService;
		const { exchange, list } = clientOf(service);
		const client = await runJson('provision');
		const { accessToken } = (await exchange(client)).json;

		expect((await list(accessToken)).status).toBe(200);
		await run('status', client.clientId, 'suspended');
		expect((await list(accessToken)).status).toBe(403);
		await run('revoke', client.clientId);
		expect((await exchange(client)).status).toBe(401);

		const idle = connect(Number(new URL(origins.baseUrl).port), '127.0.0.1');
		await once(idle, 'connect');
		const start = performance.now();
		child.kill(signal);
		expect(await once(child, 'exit')).toEqual([0, null]);
		expect(performance.now() - start).toBeLessThan(2_000);
		idle.destroy();
	},
);
