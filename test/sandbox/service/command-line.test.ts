import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
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
		expect((await run('provision', '--org', 'org_x')).output).toMatch(
			/^clientId: client_[0-9a-f]{12}\nrefreshToken: refresh_[\w-]{43}\norgId: org_x\nscopes: contacts.read\n$/,
		);
		expect(await runJson('provision')).toMatchObject({ orgId: 'org_demo' });
	});

	it.each([['a', 'b'], ['a,b'], ['a, b'], ['a b']])(
		'provision takes scopes separated by spaces or commas: --scope %s %s',
		async (...scopes: string[]) => {
			expect((await runJson('provision', '--scope', ...scopes)).scopes).toEqual(['a', 'b']);
		},
	);

	it('settings shows and changes settings', async () => {
		expect(await runJson('settings')).toMatchObject({ like: 'Plain: cursor', maxPageSize: 1000 });
		const { output } = await run('settings', 'like=github', 'fixedPageSize=7');
		expect(output).toMatch(/^like: GitHub\nmaxPageSize: 1000\nfixedPageSize: 7\n/);
		const changed = await runJson('settings', 'fixedPageSize=null', 'like=Plain: cursor');
		expect(changed).toMatchObject({ like: 'Plain: cursor', fixedPageSize: null });
	});

	it.each([
		['status client_x active', 1, 'There is no client client_x'],
		['revoke', 2, "missing required argument 'clientId'"],
		['settings fixedPageSize=0', 2, 'fixedPageSize'],
		['settings accessTokenLifetimeSeconds=9007199254740991', 2, 'accessTokenLifetimeSeconds: Too'],
		['provision --scope ä', 2, 'A scope is one word'],
		['start --like hubspot', 2, 'Did you mean HubSpot CRM v3,'],
		['--data-dir /none settings', 1, 'is no service in /none.'],
	])('%s exits with %d and says why', async (line, exitCode, message) => {
		const result = await run(...line.split(' '));
		expect(result).toMatchObject({ exitCode, output: '' });
		expect(result.errors).toContain(message);
	});
});

it('npm run service -- start serves until it is stopped, and applies changes by other commands at once', async () => {
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

	child.kill('SIGINT');
	expect(await once(child, 'exit')).toEqual([0, null]);
});
