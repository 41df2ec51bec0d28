import { createHash, randomBytes } from 'node:crypto';

/** 256 bits: cannot be guessed, so that a plain hash is enough to keep it by. */
const SECRET_BYTES = 32;

/** @returns a new secret of letters, digits, "-" and "_", after a prefix that tells what it is */
export function makeSecret(prefix: string): string {
	return `${prefix}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** What is kept of a secret. Equal secrets have equal hashes; the secret cannot be found from it. */
export function hashSecret(secret: string): Uint8Array {
	return createHash('sha256').update(secret).digest();
}

/** @returns a new public identifier, such as `client_4f2a90c1b7d3` */
export function makeIdentifier(prefix: string): string {
	return `${prefix}_${randomBytes(6).toString('hex')}`;
}
