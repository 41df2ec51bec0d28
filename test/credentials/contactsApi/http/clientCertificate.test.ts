import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { sendRequest } from '../../../../credentials/contactsApi/http/sendRequest';
import { trustedCertificate } from '../../../support/trustedCertificate';

describe('A server that requires a client certificate', () => {
	let certificate: { cert: string; key: string };
	beforeAll(async () => {
		certificate = await trustedCertificate();
	});

	it.each<['TLSv1.2' | 'TLSv1.3', object]>([
		['TLSv1.2', { reason: 'tlsRefused', isTransient: false }],
		// The server closes the connection before undici sees the alert.
		['TLSv1.3', { reason: 'dropped' }],
	])('is not reported as unreachable or untrusted, over %s', async (version, expected) => {
		const server = createServer({
			...certificate,
			requestCert: true,
			rejectUnauthorized: true,
			minVersion: version,
			maxVersion: version,
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		const outcome = await sendRequest({
			method: 'GET',
			url: `https://localhost:${port}`,
			headers: {},
			deadlineMs: 10_000,
			maxBytes: 1_000,
		});
		expect(outcome).toMatchObject(expected);
		server.close();
	});
});
