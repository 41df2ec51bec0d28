import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { Agent, request } from 'undici';
import { openDatabase } from '../../../sandbox/service/storage/database.ts';
import { createKeyValueStore } from '../../../sandbox/service/storage/key-value-store.ts';
import { readServerIdentity } from '../../../sandbox/service/tls/certificates.ts';
import { useFakeDays } from '../../support/fakeDate.ts';
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

	it('are renewed before they expire, by the same authority', async () => {
		const database = openDatabase(undefined);
		const kept = createKeyValueStore(database);
		const identityOn = (day: number) => readServerIdentity(kept, new Date(NOW + day * DAY_MS));

		const first = await identityOn(0);
		const later = await identityOn(59);
		const renewed = await identityOn(61);
		database.close();

		expect(later).toEqual(first);
		expect(renewed.certificate).not.toBe(first.certificate);
		expect(renewed.privateKey).not.toBe(first.privateKey);
		expect(renewed.authority).toBe(first.authority);
		expect(Date.parse(new X509Certificate(renewed.certificate).validTo)).toBe(
			NOW + (61 + 90) * DAY_MS,
		);
	});

	it('are renewed for an additional name, but not for fewer names', async () => {
		const database = openDatabase(undefined);
		const kept = createKeyValueStore(database);
		const identityFor = (...names: string[]) => readServerIdentity(kept, new Date(NOW), names);

		const first = await identityFor();
		const more = await identityFor('contacts.example.com', '192.0.2.1');
		const fewer = await identityFor('contacts.example.com');
		database.close();

		const parsed = new X509Certificate(more.certificate);
		expect(first.certificate).not.toBe(more.certificate);
		expect(fewer).toEqual(more);
		expect(parsed.checkHost('contacts.example.com')).toBe('contacts.example.com');
		expect(parsed.checkIP('192.0.2.1')).toBe('192.0.2.1');
		expect(parsed.checkHost('localhost')).toBe('localhost');
		expect(more.authority).toBe(first.authority);
	});

	it('are renewed with the authority before that expires', async () => {
		const database = openDatabase(undefined);
		const kept = createKeyValueStore(database);
		const first = await readServerIdentity(kept, new Date(NOW));
		const authorityEnd = Date.parse(new X509Certificate(first.authority).validTo);

		const renewed = await readServerIdentity(kept, new Date(authorityEnd - 179 * DAY_MS));
		database.close();

		expect(renewed.authority).not.toBe(first.authority);
		expect(
			new X509Certificate(renewed.certificate).verify(
				new X509Certificate(renewed.authority).publicKey,
			),
		).toBe(true);
	});

	it('are the same for two processes that start at the same time', async () => {
		const databases = [openDatabase(dataDir), openDatabase(dataDir)];

		const [one, two] = await Promise.all(
			databases.map((database) => readServerIdentity(createKeyValueStore(database), new Date(NOW))),
		);
		databases.forEach((database) => database.close());

		expect(one).toEqual(two);
	});

	it('are renewed in a running service', async () => {
		useFakeDays(Date.now());
		const { service, close } = await startTestService();
		const served = () =>
			Promise.all([service.authUrl, service.baseUrl].map((url) => servedCertificate(url)));
		const before = await served();

		jest.setSystemTime(Date.now() + 61 * DAY_MS);
		jest.advanceTimersByTime(DAY_MS);
		let after = before;
		for (let tries = 0; after.some((one) => before.includes(one)) && tries < 200; tries += 1) {
			after = await served();
		}
		await close();
		jest.useRealTimers();

		expect(before[0]).toBe(before[1]);
		expect(after[0]).toBe(after[1]);
		expect(after).not.toEqual(before);
	});

	it('are renewed in a running service with the authority, which the API host trusts, too', async () => {
		// One day later, the authority's remaining lifetime is half a day too short.
		const yesterday = Date.now() - DAY_MS;
		const database = openDatabase(dataDir);
		await readServerIdentity(
			createKeyValueStore(database),
			new Date(yesterday - (3650 - 180.5) * DAY_MS),
		);
		database.close();
		useFakeDays(yesterday);
		const { service, newClient, close } = await startTestService({
			dataDir,
			settings: { scopeEnforcement: 'introspection' },
		});
		const before = service.ca;
		const { accessToken } = await newClient();

		jest.advanceTimersByTime(DAY_MS);
		for (let tries = 0; service.ca === before && tries < 1000; tries += 1) {
			await new Promise((resolve) => setTimeout(resolve, 5));
		}
		const after = service.ca;
		const dispatcher = new Agent({ connect: { ca: after } });
		const { statusCode, body } = await request(`${service.baseUrl}/v1/contacts`, {
			dispatcher,
			headers: { authorization: `Bearer ${accessToken}` },
		});
		await body.dump();
		await dispatcher.close();
		await close();
		jest.useRealTimers();

		expect(after).not.toBe(before);
		expect(statusCode).toBe(200);
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

function servedCertificate(url: string): Promise<string> {
	return new Promise((resolve, reject) => {
		const socket = connect(
			// The renewed certificate is not valid before a future date.
			{ host: 'localhost', port: Number(new URL(url).port), rejectUnauthorized: false },
			() => {
				resolve(socket.getPeerX509Certificate()!.fingerprint256);
				socket.destroy();
			},
		).on('error', reject);
	});
}
