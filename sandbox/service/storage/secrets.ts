import { createHash, randomBytes } from 'node:crypto';

/** 256 bits cannot be guessed, so it is enough to store a plain hash. */
const SECRET_BYTES = 32;

/** @returns a new secret: the prefix, which says what it is, and letters, digits, "-" and "_" */
export function makeSecret(prefix: string): string {
	return `${prefix}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** @returns the hash that is stored instead of a secret */
export function hashSecret(secret: string): string {
	return createHash('sha256').update(secret).digest('base64url');
}

/** @returns a new public identifier, such as `client_4f2a90c1b7d3` */
export function makeIdentifier(prefix: string): string {
	return `${prefix}_${randomBytes(6).toString('hex')}`;
}
