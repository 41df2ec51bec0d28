import { networkInterfaces } from 'node:os';
import { X509Certificate } from 'node:crypto';
import { get } from 'node:http';
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { connect } from 'node:tls';
import { request } from 'undici';
import { sharedTestService } from './test-service.ts';

const test = sharedTestService();

describe('"Transport: HTTPS only."', () => {
	it('has two origins', () => {
		const { authUrl, baseUrl } = test.service;

		expect(authUrl).toMatch(/^https:\/\/localhost:[0-9]+$/);
		expect(baseUrl).toMatch(/^https:\/\/localhost:[0-9]+$/);
		expect(new URL(authUrl).port).not.toBe(new URL(baseUrl).port);
	});

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

		const outcome = await new Promise((resolve) => {
			get(url, (answer) => resolve(answer.statusCode)).on('error', resolve);
		});

		expect(outcome).toMatchObject({ code: 'ECONNRESET' });
	});

	it('refuses TLS versions that are deprecated (RFC 8996)', async () => {
		const { port } = new URL(test.service.baseUrl);
		const outcome = await new Promise((resolve) => {
			const socket = connect(
				{
					host: 'localhost',
					port: Number(port),
					ca: test.service.ca,
					minVersion: 'TLSv1.1',
					maxVersion: 'TLSv1.1',
					ciphers: 'DEFAULT@SECLEVEL=0',
				},
				() => resolve(socket.getProtocol()),
			).on('error', resolve);
		});

		expect(outcome).toMatchObject({ code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' });
	});

	it('is trusted only by clients that trust its certificate', async () => {
		await expect(request(`${test.service.baseUrl}/v1/contacts`)).rejects.toMatchObject({
			code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
		});
		expect((await test.api('/v1/contacts')).status).toBe(401);
	});

	it('has a certificate for localhost and 127.0.0.1', () => {
		const certificate = new X509Certificate(test.service.ca);

		expect(certificate.checkHost('localhost')).toBe('localhost');
		expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
		expect(certificate.checkHost('example.com')).toBeUndefined();
		expect(certificate.ca).toBe(false);
	});
});
