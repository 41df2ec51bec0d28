import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import type { TokenSubject } from './storage/credentials.ts';
import type { Database } from './storage/database.ts';
import { makeSecret } from './storage/secrets.ts';

const ALGORITHM = 'HS256';
/** Issuer in the tokens; does not depend on the ports. */
const ISSUER = 'contacts-service';

/** The claims of an access token. */
interface AccessTokenClaims extends JWTPayload {
	/** The client. */
	sub: string;
	orgId: string;
	/** Granted scopes, space-separated as in RFC 9068. */
	scope: string;
	/** The refresh token that the access token was derived from. */
	refreshTokenId: string;
}

interface Grant extends Pick<TokenSubject, 'clientId' | 'orgId' | 'refreshToken' | 'scopes'> {
	/** `null` for a token that does not expire, the contract's default. */
	lifetimeSeconds: number | null;
}

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/**
 * Issues and verifies access tokens with a key that is stored in the database.
 *
 * @param now the current time
 */
export function createAccessTokens(database: Database, now: () => Date) {
	const secret = database.read<string>('signing key') ?? makeSecret('key');
	database.write('signing key', secret);
	const key = Buffer.from(secret);
	return {
		/** Signs a new access token (a JWT). */
		issue({ clientId, orgId, refreshToken, scopes, lifetimeSeconds }: Grant): Promise<string> {
			const claims = { orgId, scope: scopes.join(' '), refreshTokenId: refreshToken.id };
			const token = new SignJWT(claims)
				.setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
				.setIssuer(ISSUER)
				.setSubject(clientId)
				.setJti(randomUUID())
				.setIssuedAt(now());
			if (lifetimeSeconds !== null) {
				token.setExpirationTime(new Date(+now() + lifetimeSeconds * 1000));
			}
			return token.sign(key);
		},
		/** @returns the claims; `undefined` if this service has not issued the token or it has expired */
		async verify(token: string): Promise<AccessTokenClaims | undefined> {
			if (!isCanonical(token)) return undefined;
			const options = { algorithms: [ALGORITHM], issuer: ISSUER, currentDate: now() };
			try {
				return (await jwtVerify<AccessTokenClaims>(token, key, options)).payload;
			} catch (error) {
				if (error instanceof errors.JOSEError) return undefined;
				throw error;
			}
		},
	};
}

/** Decoders ignore blanks, padding and the unused bits of the last character, so they accept many forms of a token. */
function isCanonical(token: string): boolean {
	return token
		.split('.')
		.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}
