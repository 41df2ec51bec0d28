import type { IHttpRequestOptions } from 'n8n-workflow';

import type { AccessToken } from './accessToken';
import { ContactsApiError, type ErrorReason } from './errors';
import type { Settings } from './settings';

/** More credentials than one n8n has; the least recently used are evicted. */
const MAX_ENTRIES = 1_000;

/** Nothing is sent for a while after a failure or a renewal: 10,000 items are not 10,000 logins. */
const COOLDOWN_MS = 5_000;

/** Upper limit of the cooldown while calls continue during an outage. */
const MAX_COOLDOWN_MS = 15_000;

/** Upper limit of a cooldown that the server asks for: a wrong `Retry-After` must not block for good. */
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/** Failures that come from the server's state, not from the credential. */
const TRANSIENT_REASONS: ReadonlySet<ErrorReason> = new Set([
	'rateLimited',
	'exchangeFailed',
	'timedOut',
	'unreachable',
	'brokenOff',
	'proxyRefused',
]);

type AbortSignalLike = IHttpRequestOptions['abortSignal'];

/** What is known about one credential's token. */
interface Entry {
	token?: AccessToken;
	/** The exchange under way, shared by all who wait for it. */
	exchange?: Promise<AccessToken>;
	/** Follows the replacement of a rejected token. */
	renewed?: Cooldown;
	/** What callers are told until the cooldown after a failed exchange is over. */
	failure?: { error: ContactsApiError; cooldown: Cooldown };
}

/** A time without exchanges. */
interface Cooldown {
	ms: number;
	/** On the clock of `performance.now()`. */
	ends: number;
	/** Whether a caller was turned away. */
	wasHit: boolean;
}

/**
 * The access tokens of one process: one for each credential, exchanged once however many ask, and
 * once more when the API has rejected it or it is about to expire.
 */
export class TokenCache {
	readonly #entries = new Map<string, Entry>();

	/** @param exchangeToken gets a new token; throws ContactsApiError */
	constructor(private readonly exchangeToken: (settings: Settings) => Promise<AccessToken>) {}

	/**
	 * Returns the credential's token, from memory when it is there.
	 *
	 * A rejected token is renewed if it is still the current one. If the renewed one is rejected as
	 * well, or an exchange fails, callers are told so without a request until a cooldown is over. A
	 * token that is about to expire is renewed, and used to its end while that fails.
	 *
	 * @param rejected `Authorization` header that the API has answered with 401
	 * @param signal ends this caller's wait, not the exchange: others may wait for it too
	 * @throws ContactsApiError of the exchange, or about the rejected token
	 */
	async get(
		settings: Settings,
		rejected?: unknown,
		signal?: AbortSignalLike,
	): Promise<AccessToken> {
		const entry = this.#entry(settings);
		const { token } = entry;
		const isRejected = token !== undefined && token.authorization === rejected;
		if (token && !isRejected && !token.isExpiring(Date.now())) return token;
		const renewal = abortable(this.#renew(entry, settings, isRejected), signal);
		return await renewal.catch((error: Error) => {
			const isUsable = token && !isRejected && !token.isExpired(Date.now());
			if (isUsable && !signal?.aborted) return token;
			throw error;
		});
	}

	/** The scopes granted to the credential's current token, where they are known. */
	grantedScopes({ id }: Settings): readonly string[] | undefined {
		return this.#entries.get(id)?.token?.scopes;
	}

	#entry({ id }: Settings): Entry {
		const entry = this.#entries.get(id) ?? {};
		// A Map keeps the order of insertion: the first is the least recently used.
		this.#entries.delete(id);
		this.#entries.set(id, entry);
		if (this.#entries.size > MAX_ENTRIES) {
			const [oldest] = this.#entries.keys();
			this.#entries.delete(oldest!);
		}
		return entry;
	}

	/** Joins the exchange under way or starts one, unless there is a cooldown. */
	async #renew(entry: Entry, settings: Settings, isRejected: boolean): Promise<AccessToken> {
		if (!entry.exchange) {
			const { renewed, failure } = entry;
			if (isRejected && isActive(renewed)) throw new ContactsApiError('renewedTokenRejected');
			if (failure && isActive(failure.cooldown)) {
				failure.cooldown.wasHit = true;
				throw failure.error.copy((failure.cooldown.ends - performance.now()) / 1000);
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
			if (token.authorization === rejected?.authorization) {
				throw new ContactsApiError('sameTokenAgain');
			}
			if (token.isExpired(Date.now())) throw new ContactsApiError('tokenExpired');
			entry.token = token;
			entry.renewed = rejected && cooldownOf(COOLDOWN_MS);
			entry.failure = undefined;
			return token;
		} catch (cause) {
			const error = cause as ContactsApiError;
			if (cause instanceof ContactsApiError) {
				entry.failure = { error, cooldown: cooldownAfter(error, entry.failure?.cooldown) };
			}
			throw error;
		} finally {
			entry.exchange = undefined;
		}
	}
}

function isActive(cooldown: Cooldown | undefined): boolean {
	return cooldown !== undefined && performance.now() < cooldown.ends;
}

function cooldownOf(ms: number): Cooldown {
	return { ms, ends: performance.now() + ms, wasHit: false };
}

/** Grows while calls continue during an outage, and lasts at least as long as the server asks for. */
function cooldownAfter({ reason, retryAfterSeconds }: ContactsApiError, last?: Cooldown): Cooldown {
	const grows = last?.wasHit && TRANSIENT_REASONS.has(reason);
	const ms = grows ? Math.min(last.ms + COOLDOWN_MS, MAX_COOLDOWN_MS) : COOLDOWN_MS;
	return cooldownOf(Math.max(ms, Math.min(retryAfterSeconds * 1000, MAX_RETRY_AFTER_MS)));
}

/** Settles like the exchange, with an error of the caller's own, or as soon as the caller gives up. */
async function abortable(
	exchange: Promise<AccessToken>,
	signal?: AbortSignalLike,
): Promise<AccessToken> {
	return await new Promise((resolve, reject) => {
		const stop = () => reject(new ContactsApiError('canceled'));
		signal?.addEventListener?.('abort', stop);
		if (signal?.aborted) stop();
		void exchange
			.then(resolve, (error: Error) =>
				reject(error instanceof ContactsApiError ? error.copy() : error),
			)
			.finally(() => signal?.removeEventListener?.('abort', stop) as unknown);
	});
}
