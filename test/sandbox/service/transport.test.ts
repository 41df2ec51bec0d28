import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { readServerIdentity } from '../../../sandbox/service/certificate.ts';
import { openStore } from '../../../sandbox/service/storage/store.ts';
import { temporaryFolder } from '../system/temporary-folder.ts';
import { sharedTestService, startTestService } from './test-service.ts';

const HOUR_MS = 60 * 60 * 1000;
const NOW = Date.parse('2030-01-01T00:00:00Z');

const test = sharedTestService();
const folder = temporaryFolder();

describe('"Transport: HTTPS only."', () => {
	it('can be reached from this computer only', async () => {
		const outside = Object.values(networkInterfaces())
			.flatMap((all) => all ?? [])
			.filter(({ internal, family }) => !internal && family === 'IPv4');
		expect(outside.length).toBeGreaterThan(0);

		for (const { address } of outside) {
			const socket = connectTcp(Number(new URL(test.service.baseUrl).port), address);
			await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
		}
	});

	it.each(['authUrl', 'baseUrl'] as const)('refuses plain HTTP: %s', async (origin) => {
		const url = `${test.service[origin].replace('https:', 'http:')}/v1/contacts`;

		await expect(once(get(url), 'response')).rejects.toMatchObject({ code: 'ECONNRESET' });
	});
});

describe('the certificate', () => {
	it('is created at the first start and reused afterwards', async () => {
		const first = await startTestService({ dataDir: folder.path });
		await first.close();
		const second = await startTestService({ dataDir: folder.path });
		await second.close();

		const { ca, caFile } = second.service;
		expect(ca).toMatch(/^-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\s*$/);
		expect([ca, caFile]).toEqual([first.service.ca, first.service.caFile]);
		expect(readFileSync(caFile, 'utf8')).toBe(ca);
	});

	it.each([
		['is reused until the month before it expires', 365 * 24, true],
		['is renewed by a start in the month before it expires', 367 * 24, false],
	])('%s', async (_name, hours, isReused) => {
		const { documents, close } = openStore({ initialContacts: 0 });
		const now = NOW + hours * HOUR_MS;
		const first = await readServerIdentity(documents, new Date(NOW));

		const later = await readServerIdentity(documents, new Date(now));
		close();

		const { validFrom, validTo } = new X509Certificate(later.certificate);
		expect(Date.parse(validFrom)).toBeLessThanOrEqual(now);
		expect(Date.parse(validTo)).toBeGreaterThan(now + 30 * 24 * HOUR_MS);
		expect(later.certificate === first.certificate).toBe(isReused);
	});
});

// Windows has no modes.
const onPosix = process.platform === 'win32' ? it.skip : it;

onPosix('private keys are accessible to the owner only', async () => {
	const dataDir = join(folder.path, 'data');
	const modeOf = (path: string) => statSync(path).mode & 0o777;
	const { close } = await startTestService({ dataDir });
	const modes = readdirSync(dataDir).map((name) => [name, modeOf(join(dataDir, name))]);
	await close();

	expect(modeOf(dataDir)).toBe(0o700);
	expect(Object.fromEntries(modes)).toEqual({
		'ca.crt': expect.any(Number),
		'contacts-4.sqlite': 0o600,
		'contacts-4.sqlite-wal': 0o600,
		'contacts-4.sqlite-shm': 0o600,
	});
});

it('closes at once, whatever is connected', async () => {
	const running = await startTestService();
	const { service } = running;
	const { accessToken } = await running.newClient();
	service.faults.set('/v1/contacts', { latencyMs: 60_000 });
	const pending = running.list(accessToken).catch(() => 'dropped');
	while (service.requests.contacts.count === 0) await new Promise(setImmediate);

	await service.close();

	expect(await pending).toBe('dropped');
});
