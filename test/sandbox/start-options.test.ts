import { CommanderError } from 'commander';
import { readStartOptions } from '../../sandbox/start-options.ts';

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

it('takes the data folder from the folder of the caller, and the name of an API in any case', async () => {
	const outer = process.env['INIT_CWD'];
	process.env['INIT_CWD'] = '/caller';
	const { dataFolder, like } = await readStartOptions(
		['--data', 'data', '--like', 'hubspot crm V3'],
		'/repository',
	);
	process.env['INIT_CWD'] = outer;
	if (outer === undefined) delete process.env['INIT_CWD'];

	expect([dataFolder, like]).toEqual(['/caller/data', 'HubSpot CRM v3']);
});

it('rejects an unknown API with those that have similar names', async () => {
	const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);

	await expect(readStartOptions(['--like=hubspot'], '/repository')).rejects.toThrow();
	expect(stderr.mock.calls.join('')).toContain('Did you mean HubSpot CRM v3,');
	stderr.mockRestore();
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
	for (const word of ['--once', '--fresh', '--like', '--data']) expect(help).toContain(word);
});
