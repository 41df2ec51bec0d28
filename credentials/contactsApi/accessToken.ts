import { parseJson } from './parseJson';

/** A token this close to its expiry may have expired when it arrives: clocks and networks differ. */
const EXPIRY_LEEWAY_MS = 30_000;

/** An access token. Its value is private, so that it does not show when it is inspected or logged. */
export class AccessToken {
	readonly #value: string;
	/** Milliseconds since 1970, from the JWT's `exp`; Infinity without one. */
	readonly #expiresAt: number;
	readonly #renewsAt: number;

	/** @param issuedAt milliseconds since 1970, like the times of the methods */
	constructor(
		value: string,
		/** Granted scopes, when the token response names them. */
		readonly scopes: readonly string[] | undefined,
		issuedAt = Date.now(),
	) {
		this.#value = value;
		const { exp } = claims(value);
		this.#expiresAt = typeof exp === 'number' ? exp * 1000 : Infinity;
		// Use tokens that live less than a minute for the first half of their lifetime.
		const lifetimeMs = this.#expiresAt - issuedAt;
		this.#renewsAt = this.#expiresAt - Math.min(EXPIRY_LEEWAY_MS, lifetimeMs / 2);
	}

	/** The value of the `Authorization` header (RFC 6750, section 2.1). */
	get authorization(): string {
		return `Bearer ${this.#value}`;
	}

	isExpired(now: number): boolean {
		return this.#expiresAt <= now;
	}

	/** Whether it is time to get another token. */
	isExpiring(now: number): boolean {
		return this.#renewsAt <= now;
	}
}

/** The claims of a JWT, unverified: that is up to the API (contract, "Authentication" 4). */
function claims(token: string): Record<string, unknown> {
	const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
	return Object(parseJson(payload)) as Record<string, unknown>;
}
