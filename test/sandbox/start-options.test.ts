import { readStartOptions } from '../../sandbox/start-options.ts';

afterEach(() => jest.restoreAllMocks());

it('uses the same ports for every start, so that bookmarks and credentials stay valid', async () => {
	expect(await readStartOptions([], '/repository')).toEqual({
		once: false,
		fresh: false,
		like: undefined,
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
	jest.replaceProperty(process, 'env', { ...process.env, INIT_CWD: '/caller' });

	expect(
		await readStartOptions(['--data', 'data', '--like', 'hubspot crm V3'], '/repository'),
	).toMatchObject({ dataFolder: '/caller/data', like: 'HubSpot CRM v3' });
});

it.each([
	...['65536', ''].map((port) => [`--n8n-port=${port}`, 'A port is a']),
	['--like=hubspot', 'Did you mean HubSpot CRM v3,'],
])('rejects %s', async (option, message) => {
	const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);

	await expect(readStartOptions([option], '/repository')).rejects.toMatchObject({ exitCode: 1 });
	expect(stderr.mock.calls.join('')).toContain(message);
});
