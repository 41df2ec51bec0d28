/** Clocks and networks differ: a token this close to its end may have expired when it arrives. */
const EXPIRY_LEEWAY_MS = 30_000;

/**
 * An access token as it is kept in memory. The token is a private field, so that inspecting,
 * serialising or logging the object, or anything that holds it, does not show it.
 */
export class AccessToken {
	readonly #value: string;

	/** Milliseconds since 1970, from the JWT's `exp`; without one the token does not expire. */
	readonly #expiresAt: number;

	/** Milliseconds since 1970. */
	readonly #renewsAt: number;

	/**
	 * @param value the token, checked to be safe in a header
	 * @param scopes granted scopes, when the token response names them
	 * @param issuedAt milliseconds since 1970
	 */
	constructor(
		value: string,
		readonly scopes: readonly string[] | undefined,
		issuedAt = Date.now(),
	) {
		this.#value = value;
		const { exp } = claims(value);
		this.#expiresAt = typeof exp === 'number' ? exp * 1000 : Infinity;
		// A token that lives less than a minute is used for the first half of its life.
		const lifetimeMs = this.#expiresAt - issuedAt;
		this.#renewsAt = this.#expiresAt - Math.min(EXPIRY_LEEWAY_MS, lifetimeMs / 2);
	}

	/** The value of the `Authorization` header (RFC 6750, section 2.1). */
	get authorization(): string {
		return `Bearer ${this.#value}`;
	}

	/** @param now milliseconds since 1970 */
	isExpired(now: number): boolean {
		return this.#expiresAt <= now;
	}

	/** Whether it is time to get another token. @param now milliseconds since 1970 */
	isExpiring(now: number): boolean {
		return this.#renewsAt <= now;
	}
}

/**
 * Reads a JWT's claims without checking its signature: that is the API's part (contract,
 * "Authentication" 4). Anything else than a JWT has no claims.
 */
function claims(token: string): Record<string, unknown> {
	const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
	try {
		return Object(JSON.parse(payload)) as Record<string, unknown>;
	} catch {
		return {};
	}
}
