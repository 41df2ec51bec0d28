import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Operator, type Settings, startService } from '../../../sandbox/service/index.ts';
import { openStore } from '../../../sandbox/service/storage/store.ts';
import { temporaryFolder } from '../system/temporary-folder.ts';
import { sharedTestService, startTestService } from './test-service.ts';

const test = sharedTestService();
const folder = temporaryFolder();

describe('operator', () => {
	it.each<[string, (operator: Operator) => unknown]>([
		['There is no client x', (operator) => operator.issueRefreshToken('x')],
		['There is no client x', (operator) => operator.revokeRefreshToken({ clientId: 'x' })],
		['There is no client x', (operator) => operator.setClientStatus('x', 'revoked')],
		['A scope is', (operator) => operator.provisionClient({ scopes: ['two words'] })],
		['An orgId is', (operator) => operator.provisionClient({ orgId: '' })],
	])('reads what is wrong: %s', (message, act) => {
		expect(() => act(test.service.operator)).toThrow(message);
	});

	it('can tell whether a client can be used', () => {
		const { operator } = test.service;
		const [client, revoked, suspended] = [0, 1, 2].map(() => operator.provisionClient());
		operator.revokeRefreshToken(revoked!);
		operator.setClientStatus(suspended!.clientId, 'suspended');

		expect([client, revoked, suspended].map((one) => operator.isUsable(one!))).toEqual([
			true,
			false,
			false,
		]);
	});
});

describe('filling', () => {
	it('adds 2,500 contacts to a new database', async () => {
		const { service, close } = await startTestService({ initialContacts: undefined });

		expect(await service.operator.fillContacts({ orgId: 'org_demo', count: 1 })).toBe(2501);
		await close();
	});

	it('generates the same contacts for the same seed, others for another one, and no duplicates', async () => {
		const { operator } = test.service;
		const fill = async (orgId: string, count: number, seed: number) => {
			const { accessToken } = await test.newClient({ orgId });
			await operator.fillContacts({ orgId, count, seed });
			const { contacts } = (await test.list(accessToken, '?pageSize=1000')).json;
			return contacts.map(({ id: _id, ...fields }: { id: string }) => JSON.stringify(fields));
		};

		const two = await fill('org_s2', 300, 5);
		expect(await fill('org_s1', 300, 5)).toEqual(two);
		expect(await fill('org_s3', 300, 6)).not.toEqual(two);
		const more = await fill('org_s1', 100, 5);
		expect(more.slice(0, 300)).toEqual(two);
		expect(new Set(more).size).toBe(400);
	});
});

describe('settings', () => {
	it('are kept for the next start', async () => {
		const dataDir = folder.path;
		const first = await startTestService({ dataDir, settings: { like: 'GitHub' } });
		first.service.configure({ maxPageSize: 10 });
		await first.close();

		const second = await startTestService({ dataDir });
		const { settings } = second.service;
		await second.close();

		expect(settings).toMatchObject({ like: 'GitHub', maxPageSize: 10 });
	});

	it('are the defaults if those of an earlier version are not valid any more', () => {
		const { documents, settings, close } = openStore({ initialContacts: 0 });
		const defaults = settings.current();
		documents.write('settings', JSON.stringify({ ...defaults, like: 'Renamed', maxPageSize: 7 }));

		expect(settings.current()).toEqual(defaults);
		close();
	});

	it.each<[Partial<Settings>, string]>([
		[{ tokenScopes: 'other' as 'both' }, 'tokenScopes'],
		[{ fixedPageSize: 0 }, 'fixedPageSize'],
		[{ pagesize: 1 } as Partial<Settings>, 'There is no setting pagesize. There are like,'],
	])('are not changed if one of them is invalid: %j', (changes, message) => {
		const before = test.service.settings;

		expect(() => test.service.configure({ maxPageSize: 999, ...changes })).toThrow(message);
		expect(test.service.settings).toEqual(before);
	});
});

it('a start says that a folder is not writable, or has a database that cannot be used', async () => {
	const { path } = folder;
	const file = join(path, 'contacts-4.sqlite');
	const start = (dataDir: string) => startService({ initialContacts: 0, dataDir });
	writeFileSync(file, 'not a database, but long enough to be read '.repeat(50));
	await expect(start(path)).rejects.toThrow(
		/^The database .* cannot be used: file is not a database\. Check the disk, or give another folder\.$/,
	);
	await expect(start(join(file, 'data'))).rejects.toThrow(
		/^The data folder .* cannot be written: .* Give another folder, or change its permissions\.$/,
	);
	rmSync(file);
	await (await start(path)).close();
});

it('a start says that a port is in use', async () => {
	const apiPort = Number(new URL(test.service.baseUrl).port);

	await expect(startService({ initialContacts: 0, apiPort })).rejects.toThrow(
		/^The service cannot listen on localhost, port \d+: .*EADDRINUSE.* Stop the program that uses it, or give another port\.$/,
	);
});
