import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Operator, type Settings, startService } from '../../../sandbox/service/index.ts';
import { openDatabase } from '../../../sandbox/service/storage/database.ts';
import { temporaryFolder } from '../system/temporary-folder.ts';
import { sharedTestService, startTestService } from './test-service.ts';

const test = sharedTestService();
const folder = temporaryFolder();

describe('operator', () => {
	it.each<[string, (operator: Operator) => unknown]>([
		['no refresh token x', (operator) => operator.revokeRefreshToken({ refreshTokenId: 'x' })],
		['no organization x', (operator) => operator.setOrganizationPermission('x', 'denied')],
		['A scope is', (operator) => operator.setClientScopes('x', ['two words'])],
		['An orgId is', (operator) => operator.provisionClient({ orgId: '' })],
	])('reads what is wrong: %s', (message, act) => {
		expect(() => act(test.service.operator)).toThrow(message);
	});
});

describe('filling', () => {
	it('adds 2,500 contacts to a new database', async () => {
		const { service, close } = await startTestService({ initialContacts: undefined });

		expect(service.operator.listOrganizations()).toEqual([
			{ orgId: 'org_demo', permission: 'granted', contacts: 2500 },
		]);
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
		const first = await startTestService({ dataDir, settings: { pageStyle: 'offset' } });
		first.service.configure({ defaultPageSize: 10 });
		await first.close();

		const second = await startTestService({ dataDir });
		const { settings } = second.service;
		await second.close();

		expect(settings).toMatchObject({ pageStyle: 'offset', defaultPageSize: 10 });
	});

	it.each<[Partial<Settings>, string]>([
		[{ pageStyle: 'other' as 'offset' }, 'pageStyle'],
		[{ defaultPageSize: 0 }, 'defaultPageSize'],
		[{ requiredScope: 'contacts.read contacts.write' }, 'a scope is one word'],
		[{ pagestyle: 'offset' } as Partial<Settings>, 'Did you mean pageStyle?'],
	])('are not changed if one of them is invalid: %j', (changes, message) => {
		const before = test.service.settings;

		expect(() => test.service.configure({ maxPageSize: 999, ...changes })).toThrow(message);
		expect(test.service.settings).toEqual(before);
	});
});

it('a start says that a folder is not writable, or has a database that cannot be used', async () => {
	const { path } = folder;
	const file = join(path, 'contacts.sqlite');
	const start = (dataDir: string) => startService({ initialContacts: 0, dataDir });
	writeFileSync(file, 'not a database, but long enough to be read '.repeat(50));
	await expect(start(path)).rejects.toThrow(
		/^The database .* cannot be used: file is not a database\. Check the disk, or give another folder\.$/,
	);
	await expect(start(join(file, 'data'))).rejects.toThrow(
		/^The data folder .* cannot be written: .* Give another folder, or change its permissions\.$/,
	);

	rmSync(file);
	const database = openDatabase(path);
	database.execute('PRAGMA user_version = 99');
	database.close();
	await expect(start(path)).rejects.toThrow(
		/was made by another version of this service \(99; .* Delete it or give another folder, to start a new one\.$/,
	);
});
