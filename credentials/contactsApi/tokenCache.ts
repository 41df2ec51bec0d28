import { abortable, type AbortSignalLike } from './abortable';
import type { AccessToken } from './accessToken';
import { ContactsApiError } from './credentialErrors';
import type { Settings } from './settings';

/** More credentials than an n8n instance has; the least recently used are evicted. */
const MAX_ENTRIES = 1_000;

/** Pause after a failure or a renewal, so that 10,000 items do not cause 10,000 exchanges. */
const COOLDOWN_MS = 5_000;

/** Upper limit of the cooldown while calls continue during an outage. */
const MAX_COOLDOWN_MS = 15_000;

/** Upper limit of a cooldown that the server asks for: it may be up again long before. */
const MAX_ASKED_COOLDOWN_MS = 5 * 60_000;

/** Failures caused by the state of the server, not by the credential. */
const TRANSIENT_REASONS: ReadonlySet<string> = new Set([
	'rateLimited',
	'failed',
	'timedOut',
	'unreachable',
	'dropped',
	'brokenOff',
	'proxyRefused',
]);

/** The token of one credential, and what happened to it. Times are those of `performance.now()`. */
interface Entry {
	token?: AccessToken;
	/** The exchange in progress, shared by all callers that wait for it. */
	exchange?: Promise<AccessToken>;
	/** Until then, a token that has replaced a rejected one is not replaced, too. */
	renewedUntil?: number;
	failure?: Failure;
}

/** A failed exchange, whose error is repeated to callers until its cooldown is over. */
interface Failure {
	error: ContactsApiError;
	cooldownMs: number;
	until: number;
	/** Whether a caller asked for a token meanwhile. */
	wasHit: boolean;
}

/** Caches the access tokens of the process, one per credential, each from one exchange for all callers. */
export class TokenCache {
	readonly #entries = new Map<string, Entry>();

	/** @param exchangeToken obtains a new token, or throws ContactsApiError */
	constructor(private readonly exchangeToken: (settings: Settings) => Promise<AccessToken>) {}

	/**
	 * Returns the credential's token, from memory if possible. A rejected token is renewed if it is still
	 * the current one. If the renewed token is rejected as well, or if an exchange fails, callers get the
	 * error without a request until a cooldown is over. A token that is about to expire is renewed; while
	 * that fails, it is used until it expires.
	 *
	 * @param rejected the `Authorization` header that the API answered with 401
	 * @param signal ends the wait of this caller, but not the exchange, which others may wait for
	 * @throws ContactsApiError when the exchange failed or the renewed token was rejected
	 */
	async get(settings: Settings, rejected?: unknown, signal?: AbortSignalLike) {
		const entry = this.#entry(settings);
		const { token } = entry;
		const isRejected = token !== undefined && token.authorization === rejected;
		if (token && !isRejected && !token.isExpiring(Date.now())) return token;
		const renewal = abortable(this.#renew(entry, settings, isRejected), signal);
		return await renewal.catch((error: Error) => {
			const isUsable = token && !isRejected && !token.isExpired(Date.now());
			if (isUsable && !signal?.aborted) return token;
			throw error instanceof ContactsApiError ? error.copy() : error;
		});
	}

	/** The scopes granted to the credential's current token; undefined when they are unknown. */
	grantedScopes({ id }: Settings): readonly string[] | undefined {
		return this.#entries.get(id)?.token?.scopes;
	}

	#entry({ id }: Settings): Entry {
		const entry = this.#entries.get(id) ?? {};
		// A Map keeps insertion order, so the first entry is the least recently used.
		this.#entries.delete(id);
		this.#entries.set(id, entry);
		if (this.#entries.size > MAX_ENTRIES) {
			const [oldest] = this.#entries.keys();
			this.#entries.delete(oldest!);
		}
		return entry;
	}

	/** Joins the exchange in progress or starts one, unless a cooldown is active. */
	async #renew(entry: Entry, settings: Settings, isRejected: boolean): Promise<AccessToken> {
		if (!entry.exchange) {
			const now = performance.now();
			const { renewedUntil = now, failure } = entry;
			if (isRejected && now < renewedUntil) throw new ContactsApiError('tokenRejected');
			if (failure && now < failure.until) {
				failure.wasHit = true;
				throw failure.error.copy(failure.until - now);
			}
			entry.exchange = this.#exchange(entry, settings, isRejected);
		}
		return await entry.exchange;
	}

	async #exchange(entry: Entry, settings: Settings, isRejected: boolean): Promise<AccessToken> {
		const rejected = isRejected ? entry.token : undefined;
		if (rejected) entry.token = undefined;
		try {
			const token = await this.exchangeToken(settings);
			const isSame = token.authorization === rejected?.authorization;
			if (isSame) throw new ContactsApiError('tokenRejected');
			if (token.isExpired(Date.now())) throw new ContactsApiError('tokenExpired');
			entry.token = token;
			entry.renewedUntil = rejected && performance.now() + COOLDOWN_MS;
			entry.failure = undefined;
			return token;
		} catch (cause) {
			const error = cause as ContactsApiError;
			if (!(cause instanceof ContactsApiError)) throw error;
			entry.failure = failureOf(error, entry.failure);
			throw entry.failure.error;
		} finally {
			entry.exchange = undefined;
		}
	}
}

/** The cooldown grows while calls continue during an outage; never shorter than the server asks for. */
function failureOf(error: ContactsApiError, last: Failure | undefined): Failure {
	const grows = last?.wasHit && TRANSIENT_REASONS.has(error.reason);
	const ms = grows ? Math.min(last.cooldownMs + COOLDOWN_MS, MAX_COOLDOWN_MS) : COOLDOWN_MS;
	const retryAfterMs = Math.min(error.retryAfterMs, MAX_ASKED_COOLDOWN_MS);
	const cooldownMs = Math.max(ms, retryAfterMs);
	return {
		error: error.copy(retryAfterMs),
		cooldownMs,
		until: performance.now() + cooldownMs,
		wasHit: false,
	};
}
