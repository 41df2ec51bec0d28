// Has to be loaded before tsyringe, a dependency of @peculiar/x509.
import 'reflect-metadata';
import {
	BasicConstraintsExtension,
	ExtendedKeyUsage,
	ExtendedKeyUsageExtension,
	PemConverter,
	SubjectAlternativeNameExtension,
	X509Certificate,
	X509CertificateGenerator,
} from '@peculiar/x509';
import { randomBytes, webcrypto } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyValueStore } from '../storage/key-value-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Clients reject server certificates that are valid for more than 398 days. */
const LIFETIME_MS = 396 * DAY_MS;
const RENEWAL_MS = 30 * DAY_MS;
/** A clock may be set back after the certificate was made. */
const CLOCK_SKEW_MS = DAY_MS;

const SIGNATURE = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const NAMES = [
	{ type: 'dns', value: 'localhost' },
	{ type: 'ip', value: '127.0.0.1' },
] as const;

/** A certificate and its private key, in PEM. */
export interface Identity {
	certificate: string;
	privateKey: string;
}

/**
 * Returns the certificate of both origins, for localhost and 127.0.0.1. It is self-signed, so clients
 * have to trust it. The first call creates it. Later calls renew it if it expires soon after `now`, or is
 * not valid yet.
 */
export async function readServerIdentity(
	keyValueStore: KeyValueStore,
	now: Date,
): Promise<Identity> {
	const create = async () => JSON.stringify(await createIdentity(now));
	const text = await keyValueStore.getOrCreate('server certificate', create);
	const identity = JSON.parse(text) as Identity;
	const { notBefore, notAfter } = new X509Certificate(identity.certificate);
	if (notBefore <= now && notAfter.getTime() - now.getTime() > RENEWAL_MS) return identity;
	return JSON.parse(keyValueStore.replace('server certificate', text, await create())) as Identity;
}

/**
 * Writes the certificate to a file, for NODE_EXTRA_CA_CERTS and trust stores.
 *
 * @param dataDir folder of the service; `undefined` for a temporary folder, which `remove` deletes
 */
export function writeCertificateFile(certificate: string, dataDir: string | undefined) {
	const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'contacts-service-'));
	const path = join(folder, 'ca.crt');
	// Renamed into place, so that nobody reads an incomplete file.
	writeFileSync(`${path}.${process.pid}`, certificate);
	renameSync(`${path}.${process.pid}`, path);
	return {
		path,
		remove: () => {
			if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
		},
	};
}

async function createIdentity(now: Date): Promise<Identity> {
	const keys = await webcrypto.subtle.generateKey(SIGNATURE, true, ['sign', 'verify']);
	const serialNumber = makeSerialNumber();
	const certificate = await X509CertificateGenerator.createSelfSigned({
		serialNumber,
		// Clients look certificates up by their names, and may trust those of several services.
		name: `CN=Contacts service ${serialNumber}`,
		notBefore: new Date(now.getTime() - CLOCK_SKEW_MS),
		notAfter: new Date(now.getTime() + LIFETIME_MS),
		signingAlgorithm: SIGNATURE,
		keys,
		extensions: [
			new BasicConstraintsExtension(false, undefined, true),
			new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
			new SubjectAlternativeNameExtension([...NAMES]),
		],
	});
	return {
		certificate: certificate.toString('pem'),
		privateKey: PemConverter.encode(
			await webcrypto.subtle.exportKey('pkcs8', keys.privateKey),
			'PRIVATE KEY',
		),
	};
}

function makeSerialNumber(): string {
	const bytes = randomBytes(16);
	// A serial number is positive (RFC 5280, 4.1.2.2): the sign bit stays clear.
	bytes[0] = (bytes[0]! & 0x7f) | 0x40;
	return bytes.toString('hex');
}
