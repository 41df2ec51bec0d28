import { randomUUID } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { generate } from 'selfsigned';
import type { Database } from './storage/database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Only this computer has to trust it, so there is no reason to replace it. */
const LIFETIME_MS = 20 * 365 * DAY_MS;
/** A clock may be set back after the certificate was made. */
const CLOCK_SKEW_MS = DAY_MS;

/** A certificate and its private key, in PEM. */
export interface Identity {
	certificate: string;
	privateKey: string;
}

/**
 * Returns the certificate of both hosts, for localhost and 127.0.0.1, which is made once. It is
 * self-signed, so clients have to trust it.
 */
export async function readServerIdentity(database: Database, now: Date): Promise<Identity> {
	const stored = database.read<Identity>('server certificate');
	if (stored !== undefined) return stored;
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
	const identity = { certificate: cert, privateKey };
	database.write('server certificate', identity);
	return identity;
}

/** Writes a certificate to a file, for NODE_EXTRA_CA_CERTS and trust stores. */
export function writeCertificate(certificate: string, path: string) {
	// Renamed into place, so that nobody reads an incomplete file.
	writeFileSync(`${path}.${process.pid}`, certificate);
	renameSync(`${path}.${process.pid}`, path);
}
