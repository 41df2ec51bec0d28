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
	const exitCode = await runCommandLine(['--json', ...args], dataDir);
	const [output, errors] = [log, error].map(({ mock }) => mock.calls.join('\n'));
	jest.restoreAllMocks();
	return { exitCode, json: output ? JSON.parse(output) : undefined, errors };
}

it.each([
	['status client_x active', 1, 'There is no client client_x'],
	['provision --scope ä', 2, 'A scope is one word'],
	['start --like hubspot', 2, 'Did you mean HubSpot CRM v3,'],
])('npm run service -- %s exits with %d and says why', async (line, exitCode, message) => {
	const result = await run(...line.split(' '));
	expect(result).toEqual({ exitCode, json: undefined, errors: expect.stringContaining(message) });
});

it('npm run service -- start serves until it is stopped, and applies changes by other commands at once', async () => {
	const command = [CLI, '--data-dir', dataDir, '--json', 'start'];
	const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
	const { caFile, ...origins } = JSON.parse(String(await once(child.stdout, 'data')));
	const service = { ...origins, ca: readFileSync(caFile, 'utf8') } as ContactsService;
	const { exchange, list } = clientOf(service);
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
