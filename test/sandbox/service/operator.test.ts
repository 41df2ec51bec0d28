import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Operator, type Settings, startService } from '../../../sandbox/service/index.ts';
import { openDatabase } from '../../../sandbox/service/storage/database.ts';
import { createContact } from '../../../sandbox/service/storage/fake-contact.ts';
import { temporaryFolder } from '../system/temporary-folder.ts';
import { basic, sharedTestService, startTestService } from './test-service.ts';

const test = sharedTestService();
const folder = temporaryFolder();

describe('operator', () => {
	it('lists clients with the state of their refresh tokens', () => {
		const { operator } = test.service;
		const client = operator.provisionClient({ orgId: 'org_list' });
		const { clientId } = client;
		expect(operator.revokeRefreshToken(client)).toBe(1);
		expect(operator.revokeRefreshToken(client)).toBe(0);
		operator.issueRefreshToken(clientId);
		operator.setClientStatus(clientId, 'suspended');

		const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
		const id = expect.stringMatching(/^rt_[0-9a-f]{12}$/);
		expect(operator.listClients()).toContainEqual({
			clientId,
			orgId: 'org_list',
			scopes: ['contacts.read'],
			status: 'suspended',
			createdAt: time,
			refreshTokens: [
				{ id, createdAt: time, revokedAt: time },
				{ id, createdAt: time, revokedAt: null },
			],
		});
	});

	it('removes a resource server, which can no longer call /introspect', async () => {
		const { operator } = test.service;
		const { id, secret } = operator.provisionResourceServer();
		const introspect = async () => (await test.introspect('x', basic(id, secret))).status;
		expect(await introspect()).toBe(200);

		operator.removeResourceServer(id);

		expect(await introspect()).toBe(401);
	});

	it.each<[string, (operator: Operator) => unknown]>([
		['There is no resource server x.', (operator) => operator.removeResourceServer('x')],
		['There is no client x. List the clients', (operator) => operator.issueRefreshToken('x')],
		['no client x', (operator) => operator.revokeRefreshToken({ clientId: 'x' })],
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

	it('generates different contacts for seeds 2^32 apart', () => {
		expect(createContact(3 + 2 ** 32, 0)).not.toEqual(createContact(3, 0));
	});

	it.each([{ count: -1 }, { count: 1.5 }, { count: 1, seed: -1 }])('refuses %j', async (fill) => {
		await expect(
			test.service.operator.fillContacts({ orgId: 'org_demo', ...fill }),
		).rejects.toThrow(/must be a whole number of at least [01]\./);
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
		[{ defaultPageSize: 1_000_001 }, 'defaultPageSize'],
		[{ accessTokenLifetimeSeconds: 0.5 }, 'accessTokenLifetimeSeconds'],
		[{ requiredScope: 'contacts.read contacts.write' }, 'a scope is one word'],
		[{ pagestyle: 'offset' } as Partial<Settings>, 'Did you mean pageStyle?'],
		[{ color: 'red' } as Partial<Settings>, 'There is no setting color. There are like,'],
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
