import {
	errors,
	exportJWK,
	generateKeyPair,
	importJWK,
	type JWK,
	type JWTPayload,
	jwtVerify,
	SignJWT,
} from 'jose';
import { randomUUID } from 'node:crypto';
import type { KeyValueStore } from './storage/key-value-store.ts';

const ALGORITHM = 'EdDSA';
/** Issuer in the tokens; does not depend on the ports. */
const ISSUER = 'contacts-service';

/** The claims of an access token. */
export interface AccessTokenClaims {
	clientId: string;
	orgId: string;
	/** Granted scopes, space-separated as in RFC 9068. */
	scope: string;
	/** The refresh token that the access token was derived from. */
	refreshTokenId: string;
	tokenId: string;
	/** Seconds since 1970. */
	issuedAt: number;
	/** Seconds since 1970; `undefined` for a token that does not expire, the contract's default. */
	expiresAt: number | undefined;
}

export type AccessTokens = Awaited<ReturnType<typeof createAccessTokens>>;

type Grant = Pick<AccessTokenClaims, 'clientId' | 'orgId' | 'refreshTokenId'> & {
	scopes: string[];
	lifetimeSeconds: number | null;
};

/** Issues and verifies access tokens with a signing key that is stored in the database. */
export async function createAccessTokens(keyValueStore: KeyValueStore) {
	const jwk = JSON.parse(await keyValueStore.getOrCreate('signing key', createSigningKey)) as JWK;
	const { d: _secret, ...publicJwk } = jwk;
	const privateKey = await importJWK(jwk, ALGORITHM);
	const publicKey = await importJWK(publicJwk, ALGORITHM);

	return {
		/** Signs a new access token (a JWT). */
		issue({ clientId, orgId, refreshTokenId, scopes, lifetimeSeconds }: Grant): Promise<string> {
			const token = new SignJWT({ orgId, scope: scopes.join(' '), refreshTokenId })
				.setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
				.setIssuer(ISSUER)
				.setSubject(clientId)
				.setJti(randomUUID())
				.setIssuedAt();
			if (lifetimeSeconds !== null) token.setExpirationTime(`${lifetimeSeconds} s`);
			return token.sign(privateKey);
		},
		/** @returns the claims; `undefined` if this service has not issued the token or it has expired */
		async verify(token: string): Promise<AccessTokenClaims | undefined> {
			if (!isCanonical(token)) return undefined;
			const currentDate = new Date(Date.now());
			const options = { algorithms: [ALGORITHM], issuer: ISSUER, typ: 'JWT', currentDate };
			try {
				return readClaims((await jwtVerify(token, publicKey, options)).payload);
			} catch (error) {
				if (error instanceof errors.JOSEError) return undefined;
				throw error;
			}
		},
	};
}

async function createSigningKey(): Promise<string> {
	const { privateKey } = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true });
	return JSON.stringify(await exportJWK(privateKey));
}

/**
 * Decoders ignore the spare bits of the last character, padding and line breaks: such variants of a token
 * have its signature, but this service has not issued them.
 */
function isCanonical(token: string): boolean {
	return token
		.split('.')
		.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

function readClaims(payload: JWTPayload): AccessTokenClaims {
	return {
		clientId: payload.sub!,
		orgId: payload['orgId'] as string,
		scope: payload['scope'] as string,
		refreshTokenId: payload['refreshTokenId'] as string,
		tokenId: payload.jti!,
		issuedAt: payload.iat!,
		expiresAt: payload.exp,
	};
}
