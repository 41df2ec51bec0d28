import { sendRequest } from '../../../../credentials/contactsApi/http/sendRequest';
import { rawServers, respond } from '../../../support/rawServer';
import { trustedCertificate } from '../../../support/certificates';

const serve = rawServers();

describe('A server that requires a client certificate', () => {
	it.each([
		['TLSv1.2', 'tlsRefused'],
		// The server closes the connection before undici sees the alert.
		['TLSv1.3', 'dropped'],
	] as const)('is not reported as unreachable or untrusted, over %s', async (version, reason) => {
		const { url } = await serve(respond(200, ''), {
			...(await trustedCertificate()),
			requestCert: true,
			rejectUnauthorized: true,
			minVersion: version,
			maxVersion: version,
		});
		const limits = { deadlineMs: 120_000, maxBytes: 1_000 };
		expect(await sendRequest({ method: 'GET', url, headers: {}, ...limits })).toMatchObject({
			reason,
			isTransient: reason === 'dropped',
		});
	});
});
