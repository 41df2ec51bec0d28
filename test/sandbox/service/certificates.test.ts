import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../sandbox/service/storage/database.ts';
import { createKeyValueStore } from '../../../sandbox/service/storage/key-value-store.ts';
import { readServerIdentity } from '../../../sandbox/service/tls/certificates.ts';
import { startTestService } from './test-service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2030-01-01T00:00:00Z');

let dataDir: string;
beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), 'contacts-service-test-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

describe('certificates', () => {
	it('are created at the first start and reused afterwards', async () => {
		const first = await startTestService({ dataDir });
		const { ca, caFile } = first.service;
		await first.close();
		const second = await startTestService({ dataDir });
		await second.close();

		expect(second.service.ca).toBe(ca);
		expect(readFileSync(caFile, 'utf8')).toBe(ca);
		expect(second.service.caFile).toBe(caFile);
	});

	it('are renewed by a start in the month before they expire', async () => {
		const database = openDatabase(undefined);
		const kept = createKeyValueStore(database);
		const identityOn = (day: number) => readServerIdentity(kept, new Date(NOW + day * DAY_MS));

		const first = await identityOn(0);
		const later = await identityOn(365);
		const renewed = await identityOn(367);
		database.close();

		expect(later).toEqual(first);
		expect(renewed.certificate).not.toBe(first.certificate);
		expect(renewed.privateKey).not.toBe(first.privateKey);
		expect(Date.parse(new X509Certificate(renewed.certificate).validTo)).toBe(
			NOW + (367 + 396) * DAY_MS,
		);
	});

	it('are the same for two processes that start at the same time', async () => {
		const databases = [openDatabase(dataDir), openDatabase(dataDir)];

		const [one, two] = await Promise.all(
			databases.map((database) => readServerIdentity(createKeyValueStore(database), new Date(NOW))),
		);
		databases.forEach((database) => database.close());

		expect(one).toEqual(two);
	});
});

describe('private keys', () => {
	it('are accessible to the owner only', async () => {
		const folder = join(dataDir, 'data');
		const { service, close } = await startTestService({ dataDir: folder });

		const modes = Object.fromEntries(
			readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]),
		);
		const folderMode = statSync(folder).mode & 0o777;
		const authorityFile = readFileSync(service.caFile, 'utf8');
		await close();

		expect(folderMode).toBe(0o700);
		expect(modes).toMatchObject({
			'contacts.sqlite': 0o600,
			'contacts.sqlite-wal': 0o600,
			'contacts.sqlite-shm': 0o600,
		});
		expect(Object.keys(modes).sort()).toEqual([
			'ca.crt',
			'contacts.sqlite',
			'contacts.sqlite-shm',
			'contacts.sqlite-wal',
		]);
		expect(authorityFile).toMatch(/^-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\s*$/);
	});
});
