import 'reflect-metadata';

import { webcrypto } from 'node:crypto';
import tls from 'node:tls';

import { PemConverter, X509CertificateGenerator } from '@peculiar/x509';

/** Creates an untrusted certificate for localhost and its key, in PEM. */
export async function selfSigned(): Promise<{ cert: string; key: string }> {
	const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
	const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
	const certificate = await X509CertificateGenerator.createSelfSigned(
		{ name: 'CN=localhost', keys, signingAlgorithm: algorithm },
		webcrypto,
	);
	const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
	return { cert: certificate.toString('pem'), key: PemConverter.encode(key, 'PRIVATE KEY') };
}

/** Creates a certificate for localhost that this process trusts, and its key, in PEM. */
export async function trustedCertificate(): Promise<{ cert: string; key: string }> {
	const certificate = await selfSigned();
	// Not besides those of other tests in this process: all have the same name.
	tls.setDefaultCACertificates([...tls.getCACertificates('bundled'), certificate.cert]);
	return certificate;
}
