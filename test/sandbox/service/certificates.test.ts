import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../sandbox/service/storage/database.ts';
import { createKeyValueStore } from '../../../sandbox/service/storage/key-value-store.ts';
import { readServerIdentity } from '../../../sandbox/service/tls/certificates.ts';
import { temporaryFolder } from '../system/temporary-folder.ts';
import { startTestService } from './test-service.ts';

const HOUR_MS = 60 * 60 * 1000;
const NOW = Date.parse('2030-01-01T00:00:00Z');

const folder = temporaryFolder();

describe('certificates', () => {
	it('are created at the first start and reused afterwards', async () => {
		const first = await startTestService({ dataDir: folder.path });
		const { ca, caFile } = first.service;
		await first.close();
		const second = await startTestService({ dataDir: folder.path });
		await second.close();

		expect(second.service.ca).toBe(ca);
		expect(readFileSync(caFile, 'utf8')).toBe(ca);
		expect(second.service.caFile).toBe(caFile);
	});

	it.each([
		['are reused until the month before they expire', 365 * 24, true],
		['are renewed by a start in the month before they expire', 367 * 24, false],
		['are reused by a clock that is set back by hours', -20, true],
		['are renewed if they are not valid yet, after a clock was days ahead', -100, false],
	])('%s', async (_name, hours, isReused) => {
		const database = openDatabase(undefined);
		const kept = createKeyValueStore(database);
		const now = NOW + hours * HOUR_MS;
		const first = await readServerIdentity(kept, new Date(NOW));

		const later = await readServerIdentity(kept, new Date(now));
		database.close();

		const { validFrom, validTo } = new X509Certificate(later.certificate);
		expect(Date.parse(validFrom)).toBeLessThanOrEqual(now);
		expect(Date.parse(validTo)).toBeGreaterThan(now + 30 * 24 * HOUR_MS);
		expect(later.certificate === first.certificate).toBe(isReused);
	});

	it('are the same for two processes that start at the same time', async () => {
		const databases = [openDatabase(folder.path), openDatabase(folder.path)];

		const [one, two] = await Promise.all(
			databases.map((database) => readServerIdentity(createKeyValueStore(database), new Date(NOW))),
		);
		databases.forEach((database) => database.close());

		expect(one).toEqual(two);
	});
});

it('private keys are accessible to the owner only', async () => {
	const dataDir = join(folder.path, 'data');
	const { service, close } = await startTestService({ dataDir });

	const modes = Object.fromEntries(
		readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).mode & 0o777]),
	);
	await close();

	expect(statSync(dataDir).mode & 0o777).toBe(0o700);
	expect(modes).toEqual({
		'ca.crt': expect.any(Number),
		'contacts.sqlite': 0o600,
		'contacts.sqlite-wal': 0o600,
		'contacts.sqlite-shm': 0o600,
	});
	expect(service.ca).toMatch(/^-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\s*$/);
});
