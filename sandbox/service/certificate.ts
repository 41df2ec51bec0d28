import { randomUUID, X509Certificate } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import type { Documents } from './storage/documents.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Clients reject server certificates that are valid for more than 398 days. */
const LIFETIME_MS = 396 * DAY_MS;
const RENEWAL_MS = 30 * DAY_MS;
/** A clock may be set back after the certificate was made. */
const CLOCK_SKEW_MS = DAY_MS;

/** A certificate and its private key, in PEM. */
export interface Identity {
	certificate: string;
	privateKey: string;
}

/**
 * Returns the certificate of both hosts, for localhost and 127.0.0.1. It is self-signed, so clients have
 * to trust it. It is kept, and replaced if it expires soon after `now`, or is not valid yet.
 */
export async function readServerIdentity(documents: Documents, now: Date): Promise<Identity> {
	const stored = documents.read('server certificate');
	const identity = stored && (JSON.parse(stored) as Identity);
	if (identity && isValid(new X509Certificate(identity.certificate), now)) return identity;
	const created = await createIdentity(now);
	documents.write('server certificate', JSON.stringify(created));
	return created;
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

function isValid({ validFrom, validTo }: X509Certificate, now: Date): boolean {
	return Date.parse(validFrom) <= +now && Date.parse(validTo) > +now + RENEWAL_MS;
}

async function createIdentity(now: Date): Promise<Identity> {
	const names = [
		{ name: 'commonName', value: 'localhost' },
		// Clients look certificates up by their names, and may trust those of several services.
		{ name: 'organizationName', value: `Contacts service ${randomUUID()}` },
	];
	const { cert, private: privateKey } = await generate(names, {
		keyType: 'ec',
		algorithm: 'sha256',
		notBeforeDate: new Date(+now - CLOCK_SKEW_MS),
		notAfterDate: new Date(+now + LIFETIME_MS),
	});
	return { certificate: cert, privateKey };
}
