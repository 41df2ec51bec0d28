import tls from 'node:tls';

import { generate } from 'selfsigned';

/** Creates an untrusted certificate for localhost and its key, in PEM. */
export async function selfSigned(): Promise<{ cert: string; key: string }> {
	const names = [{ name: 'commonName', value: 'localhost' }];
	const { cert, private: key } = await generate(names, { keyType: 'ec', algorithm: 'sha256' });
	return { cert, key };
}

/** Creates a certificate for localhost that this process trusts, and its key, in PEM. */
export async function trustedCertificate(): Promise<{ cert: string; key: string }> {
	const certificate = await selfSigned();
	// Not besides those of other tests in this process: all have the same name.
	tls.setDefaultCACertificates([...tls.getCACertificates('bundled'), certificate.cert]);
	return certificate;
}
