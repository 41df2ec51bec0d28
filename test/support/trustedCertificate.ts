import tls from 'node:tls';

import { selfSigned } from './selfSigned';

/** Creates a certificate for localhost that this process trusts, and its key, in PEM. */
export async function trustedCertificate(): Promise<{ cert: string; key: string }> {
	const certificate = await selfSigned();
	tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate.cert]);
	return certificate;
}
