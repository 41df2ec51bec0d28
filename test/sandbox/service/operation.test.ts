/** How the service starts and stops, and what tests and the operator can do to it. */
import { X509Certificate } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readServerIdentity } from '../../../sandbox/service/certificate.ts';
import type { Fault } from '../../../sandbox/service/index.ts';
import { openStore } from '../../../sandbox/service/storage/store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { clientOf, sharedService, withService } from './test-service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const service = sharedService();
const folder = temporaryFolder();

// Windows has no modes.
const onPosix = process.platform === 'win32' ? it.skip : it;

describe('A start', () => {
	it('reuses the certificate, which is valid for years', async () => {
		const { documents, close } = openStore({ initialContacts: 0 });
		const { certificate } = await readServerIdentity(documents, new Date(0));
		expect(await readServerIdentity(documents, new Date())).toMatchObject({ certificate });
		close();
		const { validTo } = new X509Certificate(certificate);
		expect(Date.parse(validTo)).toBeGreaterThan(19 * 365 * DAY_MS);
	});

	it('replaces settings of an earlier version that are not valid any more', () => {
		const { documents, settings, close } = openStore({ initialContacts: 0 });
		const defaults = settings.current();
		documents.write('settings', JSON.stringify({ ...defaults, like: 'Renamed', maxPageSize: 7 }));
		expect(settings.current()).toEqual(defaults);
		close();
	});

	it('says that a folder, a database or a port cannot be used', async () => {
		const dataDir = folder;
		const file = join(dataDir, 'contacts-4.sqlite');
		writeFileSync(file, 'not a database, but long enough to be read '.repeat(50));
		const apiPort = Number(new URL(service.baseUrl).port);
		for (const [options, message] of [
			[{ dataDir }, /^The database .* cannot be used: file is not a database\. Check the disk/],
			[{ dataDir: join(file, 'x') }, /^The data folder .* cannot be written: .* Check its/],
			[
				{ apiPort },
				/^The service cannot listen on localhost, port \d+: .*EADDRINUSE.* Stop the program that uses it\.$/,
			],
		] as const) {
			await expect(withService(options, () => {})).rejects.toThrow(message);
		}
		rmSync(file);
		await withService({ dataDir }, () => {});
	});

	onPosix('makes private keys accessible to the owner only', async () => {
		const dataDir = join(folder, 'data');
		const modeOf = (name: string) => statSync(join(dataDir, name)).mode & 0o777;
		await withService({ dataDir }, () => {
			expect(modeOf('')).toBe(0o700);
			const database = readdirSync(dataDir).filter((name) => name !== 'ca.crt');
			expect(database.map(modeOf)).toEqual(Array(3).fill(0o600));
		});
	});
});

it('A service closes at once, whatever is connected', async () => {
	await withService({}, async (running) => {
		const client = clientOf(running);
		const { accessToken } = await client.newClient();
		running.faults.set('/v1/contacts', { latencyMs: 60_000 });
		const pending = client.list(accessToken).catch(() => 'dropped');
		while (running.requests.contacts.count === 0) await new Promise(setImmediate);
		await running.close();
		expect(await pending).toBe('dropped');
	});
});

it('Filling makes the same contacts for the same seed, others for another one, and no duplicates', async () => {
	const fill = async (orgId: string, count: number, seed: number) => {
		const { accessToken } = await service.newClient({ orgId });
		await service.operator.fillContacts({ orgId, count, seed });
		const { contacts } = (await service.list(accessToken, '?pageSize=1000')).json;
		return contacts.map(({ id: _id, ...fields }: { id: string }) => JSON.stringify(fields));
	};
	const two = await fill('org_s2', 300, 5);
	expect(await fill('org_s1', 300, 5)).toEqual(two);
	expect(await fill('org_s3', 300, 6)).not.toEqual(two);
	const more = await fill('org_s1', 100, 5);
	expect(more.slice(0, 300)).toEqual(two);
	expect(new Set(more).size).toBe(400);
});

describe('Faults that a test sets', () => {
	const list = () => service.list(service.accessToken);
	const setFault = (fault: Fault | Fault[]) => service.faults.set('/v1/contacts', fault);

	it('have a Retry-After, follow each other, and affect one route until they are cleared', async () => {
		const limited = { status: 429, retryAfter: 7, skip: 1, times: 2 };
		setFault([limited, { status: 503, times: 1 }, { status: 401 }]);
		const answers = [];
		while (answers.length < 6) answers.push(await list());
		expect(answers.map(({ status }) => status)).toEqual([200, 429, 429, 503, 401, 401]);
		expect(answers[1]!.headers.get('retry-after')).toBe('7');
		expect((await service.exchange(service.operator.provisionClient())).status).toBe(200);
		service.faults.clear();
		expect((await list()).status).toBe(200);
	});

	it('delay a response, or drop the connection', async () => {
		setFault([{ latencyMs: 120, times: 1 }, { drop: true }]);
		const start = performance.now();
		expect((await list()).status).toBe(200);
		// Node.js may fire a timer up to 1 ms early.
		expect(performance.now() - start).toBeGreaterThanOrEqual(119);
		await expect(list()).rejects.toThrow('fetch failed');
	});
});
