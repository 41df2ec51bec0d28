import { networkInterfaces } from 'node:os';
import { X509Certificate } from 'node:crypto';
import { get } from 'node:http';
import { connect } from 'node:tls';
import { Agent, request } from 'undici';
import { startTestService, type TestService } from './test-service.ts';

let test: TestService;
beforeAll(async () => {
	test = await startTestService();
});
afterAll(() => test.close());

describe('"Transport: HTTPS only."', () => {
	it('has two origins', () => {
		const { authUrl, baseUrl } = test.service;

		expect(authUrl).toMatch(/^https:\/\/localhost:[0-9]+$/);
		expect(baseUrl).toMatch(/^https:\/\/localhost:[0-9]+$/);
		expect(new URL(authUrl).port).not.toBe(new URL(baseUrl).port);
	});

	// Containers often have no IPv6.
	const itOnIpv6 = hasIpv6() ? it : it.skip;

	itOnIpv6('has URLs with an IPv6 address in brackets', async () => {
		const other = await startTestService({ host: '::1' });
		const { status } = await other.api('/v1/contacts');
		await other.close();

		expect(other.service.authUrl).toMatch(/^https:\/\/\[::1\]:[0-9]+$/);
		expect(status).toBe(401);
	});

	it.each(['0.0.0.0', '::', '192.0.2.1', 'contacts.example.com', '127.0.0.1.example.com'])(
		'refuses to listen on %s, where others in the network could reach it',
		async (host) => {
			await expect(startTestService({ host })).rejects.toThrow(
				`${host} is not a loopback address: others in the network could reach the service.`,
			);
		},
	);

	it.each(['localhost', '127.0.0.1', '127.1.2.3'])(
		'listens on %s without allowNetwork',
		async (host) => {
			const other = await startTestService({ host });
			await other.close();

			expect(new URL(other.service.baseUrl).hostname).toBe(host);
		},
	);

	it('can be reached from the network with allowNetwork, by the names in its certificate', async () => {
		const names = ['contacts.example.com', 'other.example.com'];
		const other = await startTestService({
			host: '0.0.0.0',
			names,
			allowNetwork: true,
			settings: { scopeEnforcement: 'introspection' },
		});
		const { authUrl, baseUrl, ca, operator } = other.service;
		const [authOrigin, baseOrigin] = [new URL(authUrl), new URL(baseUrl)];
		const statuses: number[] = [];
		const client = operator.provisionClient();
		for (const name of [...names, 'localhost', '127.0.0.1']) {
			const dispatcher = new Agent({
				connect: {
					ca,
					lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
				},
			});
			const token = await request(`https://${name}:${authOrigin.port}/token`, {
				dispatcher,
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(client),
			});
			const { accessToken } = (await token.body.json()) as { accessToken: string };
			const list = await request(`https://${name}:${baseOrigin.port}/v1/contacts`, {
				dispatcher,
				headers: { authorization: `Bearer ${accessToken}` },
			});
			await list.body.dump();
			statuses.push(list.statusCode);
			await dispatcher.close();
		}
		await other.close();

		expect([authOrigin.hostname, baseOrigin.hostname]).toEqual([names[0], names[0]]);
		expect(statuses).toEqual([200, 200, 200, 200]);
	});

	it.each(['', 'two words', '-x.example.com', '127.0.0.1', '*.example.com'])(
		'rejects a name that is not a DNS name: %j',
		async (name) => {
			await expect(startTestService({ names: [name] })).rejects.toThrow('is not a DNS name');
		},
	);

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

	it('is trusted only by clients that trust its authority', async () => {
		await expect(request(`${test.service.baseUrl}/v1/contacts`)).rejects.toMatchObject({
			code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		});
		expect((await test.api('/v1/contacts')).status).toBe(401);
	});

	it('has a certificate for localhost, 127.0.0.1 and ::1', async () => {
		const { port } = new URL(test.service.baseUrl);
		const certificate = await new Promise<X509Certificate>((resolve, reject) => {
			const socket = connect({ host: 'localhost', port: Number(port), ca: test.service.ca }, () => {
				resolve(socket.getPeerX509Certificate()!);
				socket.end();
			}).on('error', reject);
		});

		expect(certificate.checkHost('localhost')).toBe('localhost');
		expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
		expect(certificate.checkIP('::1')).toBe('::1');
		expect(certificate.checkHost('example.com')).toBeUndefined();
		const authority = new X509Certificate(test.service.ca);
		expect(certificate.checkIssued(authority)).toBe(true);
		expect(certificate.verify(authority.publicKey)).toBe(true);
		expect(certificate.ca).toBe(false);
		expect(authority.ca).toBe(true);
	});
});

function hasIpv6(): boolean {
	const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
	return addresses.some(({ address }) => address === '::1');
}
