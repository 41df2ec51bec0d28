// Has to be loaded before tsyringe, a dependency of @peculiar/x509.
import 'reflect-metadata';
import {
	AuthorityKeyIdentifierExtension,
	BasicConstraintsExtension,
	ExtendedKeyUsage,
	ExtendedKeyUsageExtension,
	KeyUsageFlags,
	KeyUsagesExtension,
	PemConverter,
	SubjectAlternativeNameExtension,
	SubjectKeyIdentifierExtension,
	X509Certificate,
	X509CertificateGenerator,
} from '@peculiar/x509';
import { randomBytes, webcrypto } from 'node:crypto';
import type { KeyValueStore } from '../storage/key-value-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** People add the authority to trust stores, so it should outlive the sandbox. */
const AUTHORITY_LIFETIME_MS = 3650 * DAY_MS;
/** Clients reject server certificates that are valid for more than 398 days. */
const SERVER_LIFETIME_MS = 90 * DAY_MS;
/** A third of the lifetime, as ACME clients do. */
const SERVER_RENEWAL_MS = SERVER_LIFETIME_MS / 3;
/** The authority must outlive every certificate that it signs. */
const AUTHORITY_RENEWAL_MS = SERVER_LIFETIME_MS * 2;
/** A clock may be set back after the certificates were made. */
const CLOCK_SKEW_MS = DAY_MS;

const SIGNATURE = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const NAMES = [
	{ type: 'dns', value: 'localhost' },
	{ type: 'ip', value: '127.0.0.1' },
	{ type: 'ip', value: '::1' },
] as const;

/** A certificate and its private key, in PEM. */
interface Identity {
	certificate: string;
	privateKey: string;
}

interface ServerIdentity extends Identity {
	/** PEM of the local certificate authority, which clients have to trust. */
	authority: string;
}

/**
 * Returns the certificate of both origins, for localhost, 127.0.0.1 and ::1, signed by the database's own
 * certificate authority. The first call creates both. Later calls renew them if they expire soon after
 * `now`, or are not valid yet.
 */
export async function readServerIdentity(
	keyValueStore: KeyValueStore,
	now: Date,
): Promise<ServerIdentity> {
	const authority = await getOrRenew(
		keyValueStore,
		'certificate authority',
		now,
		AUTHORITY_RENEWAL_MS,
		() => createAuthority(now),
	);
	const server = await getOrRenew(
		keyValueStore,
		'server certificate',
		now,
		SERVER_RENEWAL_MS,
		() => createServerCertificate(authority, now),
		(identity) => isSignedBy(identity, authority),
	);
	return { ...server, authority: authority.certificate };
}

async function getOrRenew(
	keyValueStore: KeyValueStore,
	name: string,
	now: Date,
	renewalMs: number,
	create: () => Promise<Identity>,
	isValid: (identity: Identity) => Promise<boolean> = () => Promise.resolve(true),
): Promise<Identity> {
	const text = await keyValueStore.getOrCreate(name, async () => JSON.stringify(await create()));
	const identity = JSON.parse(text) as Identity;
	const { notBefore, notAfter } = new X509Certificate(identity.certificate);
	const isCurrent = notBefore <= now && notAfter.getTime() - now.getTime() > renewalMs;
	if (isCurrent && (await isValid(identity))) {
		return identity;
	}
	return JSON.parse(keyValueStore.replace(name, text, JSON.stringify(await create()))) as Identity;
}

async function isSignedBy(identity: Identity, authority: Identity): Promise<boolean> {
	return new X509Certificate(identity.certificate).verify({
		publicKey: new X509Certificate(authority.certificate).publicKey,
		signatureOnly: true,
	});
}

async function createAuthority(now: Date): Promise<Identity> {
	const keys = await makeKeys();
	const certificate = await X509CertificateGenerator.createSelfSigned({
		serialNumber: makeSerialNumber(),
		name: 'CN=Contacts service (local certificate authority)',
		...validity(now, AUTHORITY_LIFETIME_MS),
		signingAlgorithm: SIGNATURE,
		keys,
		extensions: [
			new BasicConstraintsExtension(true, 0, true),
			new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
			await SubjectKeyIdentifierExtension.create(keys.publicKey),
		],
	});
	return { certificate: certificate.toString('pem'), privateKey: await exportKey(keys) };
}

async function createServerCertificate(authority: Identity, now: Date): Promise<Identity> {
	const keys = await makeKeys();
	const issuer = new X509Certificate(authority.certificate);
	const certificate = await X509CertificateGenerator.create({
		serialNumber: makeSerialNumber(),
		subject: 'CN=localhost',
		issuer: issuer.subject,
		...validity(now, SERVER_LIFETIME_MS),
		signingAlgorithm: SIGNATURE,
		publicKey: keys.publicKey,
		signingKey: await importKey(authority.privateKey),
		extensions: [
			new BasicConstraintsExtension(false, undefined, true),
			new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
			new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
			new SubjectAlternativeNameExtension([...NAMES]),
			await SubjectKeyIdentifierExtension.create(keys.publicKey),
			await AuthorityKeyIdentifierExtension.create(await issuer.publicKey.export()),
		],
	});
	return { certificate: certificate.toString('pem'), privateKey: await exportKey(keys) };
}

function validity(now: Date, lifetimeMs: number) {
	return {
		notBefore: new Date(now.getTime() - CLOCK_SKEW_MS),
		notAfter: new Date(now.getTime() + lifetimeMs),
	};
}

function makeSerialNumber(): string {
	const bytes = randomBytes(16);
	// A serial number is positive (RFC 5280, 4.1.2.2): the sign bit stays clear.
	bytes[0] = (bytes[0]! & 0x7f) | 0x40;
	return bytes.toString('hex');
}

function makeKeys() {
	return webcrypto.subtle.generateKey(SIGNATURE, true, ['sign', 'verify']);
}

async function exportKey(keys: webcrypto.CryptoKeyPair): Promise<string> {
	return PemConverter.encode(
		await webcrypto.subtle.exportKey('pkcs8', keys.privateKey),
		'PRIVATE KEY',
	);
}

function importKey(pem: string) {
	return webcrypto.subtle.importKey('pkcs8', PemConverter.decodeFirst(pem), SIGNATURE, false, [
		'sign',
	]);
}
