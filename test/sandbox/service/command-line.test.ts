import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { runCommandLine } from '../../../sandbox/service/commands/program.ts';
import type { ClientRecord } from '../../../sandbox/service/storage/operator.ts';
import { openStore } from '../../../sandbox/service/storage/store.ts';

const CLI = join(__dirname, '../../../sandbox/service/cli.ts');

let dataDir: string;
beforeAll(async () => {
	dataDir = mkdtempSync(join(tmpdir(), 'contacts-service-test-'));
	(await openStore({ dataDir, initialContacts: 10 })).close();
});
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Runs a command in this process. @returns its exit code and its output */
async function run(...args: string[]) {
	let output = '';
	let errors = '';
	const add = (text: unknown) => {
		errors += `${String(text)}\n`;
		return true;
	};
	const spies = [
		jest.spyOn(console, 'log').mockImplementation((text) => {
			output += `${text}\n`;
		}),
		jest.spyOn(console, 'error').mockImplementation(add),
		jest.spyOn(process.stderr, 'write').mockImplementation(add),
		jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
			output += String(text);
			return true;
		}),
	];
	try {
		const exitCode = await runCommandLine(args, dataDir);
		return { exitCode, output, errors };
	} finally {
		spies.forEach((spy) => spy.mockRestore());
	}
}

const runJson = async (...args: string[]): Promise<ReturnType<typeof JSON.parse>> =>
	JSON.parse((await run('--json', ...args)).output);

/** @returns what `clients` prints about one client */
const readClient = async (clientId: string): Promise<ClientRecord> => {
	const clients: ClientRecord[] = await runJson('clients');
	return clients.find((client) => client.clientId === clientId)!;
};

describe('npm run service --', () => {
	it('provision prints the four values, as a table or as JSON', async () => {
		const { exitCode, output } = await run('provision', '--org', 'org_x', '--scope', 'a', 'b');
		expect(exitCode).toBe(0);
		expect(output).toMatch(/│ clientId +│ client_[0-9a-f]{12} +│/);
		expect(output).toMatch(/│ refreshToken +│ refresh_[\w-]{43} +│/);
		expect(output).toMatch(/│ orgId +│ org_x +│/);
		expect(output).toMatch(/│ scopes +│ a b +│/);

		expect(await runJson('provision')).toEqual({
			clientId: expect.any(String),
			refreshToken: expect.any(String),
			orgId: 'org_demo',
			scopes: ['contacts.read'],
		});
	});

	it('provision takes scopes separated by spaces or commas, and drops duplicates', async () => {
		const { scopes } = await runJson('provision', '--scope', 'a,b', 'c', 'b', '--scope', 'a');

		expect(scopes).toEqual(['a', 'b', 'c']);
	});

	it('provision --client issues another refresh token for a client', async () => {
		const { clientId, refreshToken } = await runJson('provision');

		const second = await runJson('provision', '--client', clientId);

		expect(second.clientId).toBe(clientId);
		expect(second.refreshToken).not.toBe(refreshToken);
	});

	it('clients lists the clients, without secrets', async () => {
		const { clientId, refreshToken } = await runJson('provision');

		const { output } = await run('clients');
		const listed = await runJson('clients');

		expect(output).toContain(clientId);
		expect(output).not.toContain(refreshToken);
		expect(listed.map((client: { clientId: string }) => client.clientId)).toContain(clientId);
	});

	it('status, revoke and permission change clients and organizations', async () => {
		const { clientId } = await runJson('provision', '--org', 'org_y');

		expect(await run('status', clientId, 'suspended')).toMatchObject({
			exitCode: 0,
			output: `The client ${clientId} is suspended.\n`,
		});
		expect((await run('revoke', '--client', clientId)).output).toBe(
			`Revoked 1 refresh token(s); API calls with their access tokens get 401.\nThe status of ${clientId} is suspended.\n`,
		);
		expect(await runJson('permission', 'org_y', 'denied')).toEqual({
			orgId: 'org_y',
			permission: 'denied',
		});

		const client = await readClient(clientId);
		expect(client.status).toBe('suspended');
		expect(client.refreshTokens[0]!.revokedAt).not.toBeNull();
		expect(await runJson('organizations')).toContainEqual({
			orgId: 'org_y',
			permission: 'denied',
			contacts: 0,
		});
	});

	it('revoke --refresh-token revokes only that refresh token', async () => {
		const { clientId } = await runJson('provision');
		await runJson('provision', '--client', clientId);
		const [first] = (await readClient(clientId)).refreshTokens;

		await run('revoke', '--refresh-token', first!.id);

		const { refreshTokens } = await readClient(clientId);
		expect(refreshTokens.map(({ revokedAt }) => revokedAt !== null)).toEqual([true, false]);
	});

	it('fill adds contacts', async () => {
		await run('provision', '--org', 'org_fill');

		const { output } = await run('fill', '20', '--org', 'org_fill', '--seed', '3');

		expect(output).toBe('Added 20 contacts. The organization org_fill now has 20.\n');
	});

	it('import adds the contacts of a file', async () => {
		await run('provision', '--org', 'org_import');
		const file = join(dataDir, 'contacts.ndjson');
		writeFileSync(file, '{"name":"Ada"}\n{"name":"Bob"}\n');

		expect((await run('import', file, '--org', 'org_import')).output).toBe(
			'Added 2 contacts. The organization org_import now has 2.\n',
		);
		expect(await runJson('import', file, '--org', 'org_import', '--format', 'ndjson')).toEqual({
			orgId: 'org_import',
			added: 2,
			contacts: 4,
		});
	});

	it('settings shows and changes settings', async () => {
		expect(await runJson('settings')).toMatchObject({ pageStyle: 'cursor', maxPageSize: 1000 });
		const changed = await runJson(
			'settings',
			'pageStyle=offset',
			'maxPageSize=70',
			'pageMetadata=false',
			'accessTokenLifetimeSeconds=60',
		);
		expect(changed).toMatchObject({
			pageStyle: 'offset',
			maxPageSize: 70,
			pageMetadata: false,
			accessTokenLifetimeSeconds: 60,
		});
		expect(await runJson('settings', 'requiredScope=123', 'contactsKey=null')).toMatchObject({
			requiredScope: '123',
			contactsKey: 'null',
		});
		const { output } = await run('settings', 'accessTokenLifetimeSeconds=null');
		expect(output).toMatch(/accessTokenLifetimeSeconds +│ null +│ integer, 1 to 315360000/);
	});

	it('settings --reset resets all settings except those that are given', async () => {
		await run('settings', 'errorForm=json', 'tokenScopes=none');

		const settings = await runJson('settings', '--reset', 'pageStyle=single');

		expect(settings).toMatchObject({
			pageStyle: 'single',
			errorForm: 'problem',
			tokenScopes: 'both',
			requiredScope: 'contacts.read',
		});
	});

	it('faults shows, sets and clears faults', async () => {
		expect(await runJson('faults')).toEqual([]);
		const set = await runJson(
			...['faults', 'set', '/token', '--status', '429', '--retry-after', '5', '--latency-ms', '10'],
			...['--rate', '0.5', '--skip', '1', '--times', '2'],
		);
		const fault = { status: 429, retryAfter: '5', latencyMs: 10, rate: 0.5, skip: 1, times: 2 };
		expect(set).toEqual([{ route: '/token', fault }]);
		expect((await run('faults')).output).toContain('status: 429');
		expect(await runJson('faults', 'clear', '/token')).toEqual([]);
	});

	it('revoke --client says how to set the status', async () => {
		const { clientId } = await runJson('provision');

		const { output } = await run('revoke', '--client', clientId);
		expect(output).toContain(`The status of ${clientId} is still active`);
		expect(output).toContain(`status ${clientId} revoked`);
	});

	it('scopes sets the scopes of new access tokens', async () => {
		const { clientId } = await runJson('provision');

		const { output } = await run('scopes', clientId, 'a,b', 'c');

		expect(output).toContain(`New access tokens of ${clientId} have the scopes a b c.`);
		expect((await readClient(clientId)).scopes).toEqual(['a', 'b', 'c']);
	});

	it('resource-servers adds and removes resource servers', async () => {
		const server = await runJson('resource-servers', 'add');

		expect(server).toEqual({
			id: expect.stringMatching(/^resource_server_/),
			secret: expect.stringMatching(/^rs_/),
		});
		expect((await run('resource-servers', 'remove', server.id)).exitCode).toBe(0);
		expect((await run('resource-servers', 'remove', server.id)).exitCode).toBe(1);
	});

	it.each([
		[['status', 'client_x', 'active'], 1, 'There is no client client_x.'],
		[['permission', 'org_nobody', 'denied'], 1, 'There is no organization org_nobody.'],
		[['resource-servers', 'remove', 'x'], 1, 'There is no resource server x.'],
		[['scopes', 'client_x', 'a'], 1, 'There is no client client_x.'],
		[['fill', '1', '--org', 'org_nobody'], 1, 'There is no organization org_nobody.'],
		[['revoke'], 2, 'Nothing to revoke. Give --client or --refresh-token.'],
		[['settings', 'pageStyle'], 2, 'pageStyle is not a change. Give it as name=value.'],
		[['start', '--like', 'hubspot'], 2, 'Did you mean HubSpot CRM v3,'],
		[['shapes', 'xyz'], 2, 'No API has xyz in its name.'],
		[['settings', 'pageStyle=x'], 2, 'These settings are invalid. pageStyle:'],
		[['import', 'contacts.xlsx'], 2, 'The format of contacts.xlsx is unknown.'],
		[['import', '/no/such/file.json'], 1, '/no/such/file.json cannot be read'],
		[['settings', 'pagestyle=offset'], 2, 'Did you mean pageStyle?'],
		[['status', 'client_x', 'gone'], 2, 'Allowed choices are active, suspended, revoked.'],
		[
			['provision', '--client', 'client_x', '--org', 'org_x'],
			2,
			"cannot be used with option '--org",
		],
		[
			['provision', '--client', 'client_x', '--scope', 'a'],
			2,
			"cannot be used with option '--scope",
		],
		[['fill', 'many'], 2, 'Give a whole number, in digits.'],
		[['start', '--api-port', '70000'], 2, 'A port is a whole number from 0 to 65535.'],
		[['faults', 'set', '/token', '--rate', '2'], 2, 'Give a number from 0 to 1'],
		[['faults', 'set', '/other'], 2, 'Allowed choices are'],
		[['faults', 'set', '/token'], 2, 'This fault does nothing.'],
		[['faults', 'set', '/token', '--status', '200'], 2, 'This fault is invalid. status'],
		[['fill', '0'], 2, 'The count must be a whole number of at least 1.'],
		[['provision', '--scope', 'a,,b'], 2, 'A scope is one word of printable ASCII.'],
		[['start', '--auth-port', '9443', '--api-port', '9443'], 2, 'Give two different ones.'],
		[['clients', 'client_x'], 2, 'too many arguments'],
		[['client'], 2, 'Did you mean clients?'],
		[['other'], 2, "unknown command 'other'"],
		[['clients', '--other'], 2, "unknown option '--other'"],
	])('%j exits with %d and says why', async (args, exitCode, message) => {
		const result = await run(...args);

		expect(result.exitCode).toBe(exitCode);
		expect(result.errors).toContain(message);
		expect(result.output).toBe('');
	});

	it.each([['clients'], ['settings'], ['fill', '1'], ['backup', 'copy'], ['faults', 'clear']])(
		'%s needs a service, and creates none',
		async (...args) => {
			const folder = join(dataDir, 'none');

			const { exitCode, errors } = await run('--data-dir', folder, ...args);

			expect(exitCode).toBe(1);
			expect(errors).toBe(
				`There is no service in ${folder}. Start one there, or give the folder of another one with --data-dir.\n`,
			);
			expect(existsSync(folder)).toBe(false);
		},
	);

	it('takes relative paths from the folder of the caller, although npm runs in another one', async () => {
		const outer = process.env['INIT_CWD'];
		process.env['INIT_CWD'] = dataDir;
		writeFileSync(join(dataDir, 'own.csv'), 'name\nAda\n');
		try {
			expect((await run('import', 'own.csv')).errors).toBe('');
			expect((await run('backup', 'copied')).output).toContain(join(dataDir, 'copied'));
			expect((await run('--data-dir', 'copied', 'clients')).exitCode).toBe(0);
		} finally {
			process.env['INIT_CWD'] = outer;
			if (outer === undefined) delete process.env['INIT_CWD'];
		}
	});

	it('prints errors as JSON with --json', async () => {
		const errorOf = async (...args: string[]) => {
			const { exitCode, output, errors } = await run('--json', ...args);
			expect(output).toBe('');
			return [exitCode, JSON.parse(errors).error];
		};

		expect(await errorOf('status', 'client_x', 'active')).toEqual([
			1,
			'There is no client client_x. List the clients to see what there is.',
		]);
		expect(await errorOf('fill', 'many')).toEqual([2, expect.stringContaining('whole number')]);
		expect(await errorOf('other')).toEqual([2, "unknown command 'other'"]);
		expect(await errorOf('faults', 'set', '/token')).toEqual([
			2,
			expect.stringMatching(/^This fault does nothing\./),
		]);
	});

	it('--help of a command shows the options that all commands have', async () => {
		for (const args of [['clients'], ['faults', 'set'], ['start']]) {
			const { output } = await run(...args, '--help');
			expect(output).toContain('--data-dir <folder>');
			expect(output).toContain('--json');
		}
	});

	it('says that limits of requests are those of each process', async () => {
		const { output } = await run('settings');

		expect(output.replace(/[│\s]+/g, ' ')).toContain('in each process that serves them');
	});

	it('shapes lists the APIs that the service can be like', async () => {
		const all = await runJson('shapes');
		expect(all.length).toBeGreaterThan(200);
		expect(all).toContainEqual({
			name: 'GitHub',
			source: expect.stringMatching(/^https:/),
			documented: { pageParameter: 'page', firstPage: 1 },
		});
		expect((await runJson('shapes', 'hubspot')).length).toBe(3);
		expect((await run('settings', 'like=github')).output).toMatch(/like +│ GitHub/);
		expect((await run('settings', 'like=null')).output).toMatch(/like +│ null/);
	});

	it('says why when the database fails, as on a full disk', async () => {
		const folder = join(dataDir, 'full');
		const store = await openStore({ dataDir: folder, initialContacts: 1 });
		store.database.execute(`CREATE TRIGGER full_disk BEFORE INSERT ON clients
			BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END`);
		store.close();

		const { exitCode, errors } = await run('--data-dir', folder, 'provision');

		expect(exitCode).toBe(1);
		expect(errors).toBe(
			'The database failed: database or disk is full. Check that the disk has space and that no other program is using the database, and try again.\n',
		);
	});

	it.each([['clients'], ['settings'], ['organizations'], ['faults'], ['shapes']])(
		'%s prints a table of at most 100 columns',
		async (command) => {
			const orgId = `org_${'long'.repeat(20)}`;
			await run('provision', '--org', orgId, '--scope', 'contacts.read', 'x'.repeat(120));
			await run('faults', 'set', '/token', '--status', '429', '--retry-after', 'x'.repeat(150));

			const { output } = await run(command);
			await run('faults', 'clear');

			const widths = output.split('\n').map(({ length }) => length);
			expect(Math.max(...widths)).toBeLessThanOrEqual(100);
			expect(output).toMatch(/^┌/);
		},
	);

	it('--version prints the version of the package', async () => {
		const { version } = JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8'));

		expect(await run('--version')).toMatchObject({ exitCode: 0, output: `${version}\n` });
	});

	it('--help lists the commands', async () => {
		const { exitCode, output } = await run('--help');

		expect(exitCode).toBe(0);
		for (const command of ['start', 'provision', 'clients', 'status', 'revoke', 'faults', 'fill']) {
			expect(output).toContain(command);
		}
	});
});

describe('npm run service -- start', () => {
	const start = (...args: string[]) => {
		const child = spawn(
			process.execPath,
			[CLI, '--data-dir', dataDir, '--json', 'start', '--auth-port', '0', ...args],
			{ stdio: ['ignore', 'pipe', 'pipe'] },
		);
		return { child, exit: once(child, 'exit') };
	};

	it.each(['SIGINT', 'SIGTERM'] as const)(
		'serves until %s, and applies changes by other commands at once',
		async (signal) => {
			const { child, exit } = start('--api-port', '0');
			const { authUrl, baseUrl, caFile } = JSON.parse(String(await once(child.stdout, 'data')));
			const dispatcher = new Agent({ connect: { ca: readFileSync(caFile, 'utf8') } });
			const client = await runJson('provision');
			const answer = await request(`${authUrl}/token`, {
				dispatcher,
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(client),
			});
			const { accessToken } = (await answer.body.json()) as { accessToken: string };
			const status = async () => {
				const { statusCode, body } = await request(`${baseUrl}/v1/contacts`, {
					dispatcher,
					headers: { authorization: `Bearer ${accessToken}` },
				});
				await body.dump();
				return statusCode;
			};

			expect(await status()).toBe(200);
			await run('faults', 'set', '/v1/contacts', '--status', '503', '--times', '1');
			expect(await status()).toBe(503);
			expect(await status()).toBe(200);
			await run('status', client.clientId, 'suspended');
			expect(await status()).toBe(403);
			await run('settings', 'errorForm=empty');
			await run('revoke', '--client', client.clientId);
			expect(await status()).toBe(401);

			await dispatcher.close();
			child.kill(signal);
			expect(await exit).toEqual([0, null]);
			const newConnections = new Agent();
			await expect(request(baseUrl, { dispatcher: newConnections })).rejects.toMatchObject({
				code: 'ECONNREFUSED',
			});
			await newConnections.close();
		},
	);

	it('prints one line when it is ready, also without --json', async () => {
		const child = spawn(
			process.execPath,
			[CLI, '--data-dir', dataDir, 'start', '--auth-port', '0', '--api-port', '0'],
			{ stdio: ['ignore', 'pipe', 'inherit'] },
		);
		const exit = once(child, 'exit');
		let output = '';
		child.stdout.on('data', (text) => {
			output += text;
		});
		await once(child.stdout, 'data');
		child.kill();
		await exit;

		expect(output).toMatch(
			/^The Contacts service is ready: https:\/\/localhost:\d+ \(tokens\), https:\/\/localhost:\d+ \(API\)\. .*\n$/,
		);
	});

	it('exits with 1 and says why if the port is in use', async () => {
		const first = start('--api-port', '0');
		const { baseUrl } = JSON.parse(String(await once(first.child.stdout, 'data')));

		const second = start('--api-port', new URL(baseUrl).port);
		let errors = '';
		second.child.stderr.on('data', (text) => {
			errors += text;
		});

		expect(await second.exit).toEqual([1, null]);
		expect(JSON.parse(errors).error).toMatch(
			/^Port \d+ on localhost is in use by another program\./,
		);
		first.child.kill();
		expect(await first.exit).toEqual([0, null]);
	});
});
