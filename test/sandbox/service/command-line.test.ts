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

/** Runs a command in this process. @returns its exit code, and what it has printed */
async function run(...args: string[]) {
	const log = jest.spyOn(console, 'log').mockReturnValue();
	const error = jest.spyOn(console, 'error').mockReturnValue();
	const exitCode = await runCommandLine(args, dataDir);
	const [output, errors] = [log, error].map(({ mock }) => mock.calls.join('\n'));
	jest.restoreAllMocks();
	return { exitCode, json: output ? JSON.parse(output) : undefined, errors };
}

it.each([['a', 'b'], ['a,b'], ['a, b'], ['a b']])(
	'npm run service -- provision takes scopes separated by spaces or commas: --scope %s %s',
	async (...scopes: string[]) => {
		expect((await run('provision', '--scope', ...scopes)).json.scopes).toEqual(['a', 'b']);
	},
);

it.each([
	['status client_x active', 'There is no client client_x'],
	['provision --scope ä', 'A scope is one word'],
	['settings fixedPageSize=0', 'fixedPageSize'],
	['start --like hubspot', 'Did you mean HubSpot CRM v3,'],
	['--data-dir /none settings', 'is no service in /none.'],
])('npm run service -- %s fails and says why', async (line, message) => {
	const result = await run(...line.split(' '));
	const errors = expect.stringContaining(message) as string;
	expect(result).toEqual({ exitCode: 1, json: undefined, errors });
});

it('npm run service -- start serves until it is stopped, and applies changes by other commands at once', async () => {
	const command = [CLI, '--data-dir', dataDir, 'start'];
	const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
	const line = String(await once(child.stdout, 'data'));
	const [authUrl, baseUrl] = line.match(/https:\/\/localhost:\d+/g)!;
	const ca = readFileSync(/must trust (\S+)/.exec(line)![1]!, 'utf8');
	const { exchange, list } = clientOf({ authUrl, baseUrl, ca } as ContactsService);
	const client = (await run('provision')).json;
	await run('settings', 'like=github');
	const { accessToken } = (await exchange(client)).json;

	expect((await list(accessToken)).json).toBeInstanceOf(Array);
	await run('status', client.clientId, 'suspended');
	expect((await list(accessToken)).status).toBe(403);
	await run('revoke', client.clientId);
	expect((await exchange(client)).status).toBe(401);

	child.kill('SIGINT');
	expect(await once(child, 'exit')).toEqual([0, null]);
});
