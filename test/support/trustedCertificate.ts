import tls from 'node:tls';

import { selfSigned } from './selfSigned';

/** Creates a certificate for localhost that this process trusts, and its key, in PEM. */
export async function trustedCertificate(): Promise<{ cert: string; key: string }> {
	const certificate = await selfSigned();
	// Not besides those of other tests in this process: all have the same name.
	tls.setDefaultCACertificates([...tls.getCACertificates('bundled'), certificate.cert]);
	return certificate;
}
