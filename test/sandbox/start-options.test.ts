import { CommanderError } from 'commander';
import { readStartOptions } from '../../sandbox/start-options.ts';

const VARIABLES = ['N8N_PORT', 'AUTH_PORT', 'API_PORT', 'DATA', 'CACHE'].map(
	(name) => `CONTACTS_SANDBOX_${name}`,
);
const outer = VARIABLES.map((name) => [name, process.env[name]] as const);

beforeEach(() => {
	for (const name of VARIABLES) delete process.env[name];
});
afterAll(() => {
	for (const [name, value] of outer) {
		if (value !== undefined) process.env[name] = value;
	}
});

it('uses the same ports for every start, so that bookmarks and credentials stay valid', async () => {
	const { once, fresh, ports, dataFolder } = await readStartOptions([], '/repository');

	expect({ once, fresh, ports, dataFolder }).toEqual({
		once: false,
		fresh: false,
		ports: { n8n: 5678, auth: 8443, api: 8444 },
		dataFolder: '/repository/.cache/sandbox',
	});
});

it('picks free ports for a single run, except for those that are given', async () => {
	const { once, ports } = await readStartOptions(['--once', '--api-port', '9444'], '/repository');

	expect(once).toBe(true);
	expect(ports.api).toBe(9444);
	expect([5678, 9444]).not.toContain(ports.n8n);
	expect([8443, 9444, ports.n8n]).not.toContain(ports.auth);
});

it('reads environment variables, which the command line overrides', async () => {
	process.env['CONTACTS_SANDBOX_N8N_PORT'] = '6001';
	process.env['CONTACTS_SANDBOX_AUTH_PORT'] = '6002';
	process.env['CONTACTS_SANDBOX_CACHE'] = '/caches';

	const { ports, cacheFolder } = await readStartOptions(['--n8n-port=7001'], '/repository');

	expect(ports).toEqual({ n8n: 7001, auth: 6002, api: 8444 });
	expect(cacheFolder).toBe('/caches');
});

it.each(['0', '65536', '-1', '80.5', 'http', ''])('rejects the port %p', async (port) => {
	const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);

	await expect(readStartOptions([`--n8n-port=${port}`], '/repository')).rejects.toMatchObject({
		exitCode: 1,
	});
	expect(stderr.mock.calls.join('')).toContain('A port is a whole number from 1 to 65535.');
	stderr.mockRestore();
});

it('prints the options and exits with 0 for --help', async () => {
	const stdout = jest.spyOn(process.stdout, 'write').mockReturnValue(true);

	const ending = await readStartOptions(['--help'], '/repository').catch((error: unknown) => error);

	expect(ending).toBeInstanceOf(CommanderError);
	expect(ending).toMatchObject({ exitCode: 0 });
	const help = stdout.mock.calls.join('');
	stdout.mockRestore();
	for (const word of ['--once', '--fresh', ...VARIABLES]) expect(help).toContain(word);
});
