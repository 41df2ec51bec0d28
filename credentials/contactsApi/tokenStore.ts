import type { IHttpRequestOptions } from 'n8n-workflow';

import type { AccessToken } from './accessToken';
import { ContactsApiError, type ProblemName } from './errors';
import type { Settings } from './settings';

/** More credentials than one n8n has; the least recently used give way. */
const MAX_ENTRIES = 1_000;

/** After a failure or a renewal nothing is sent for a while: 10,000 items are not 10,000 logins. */
const PAUSE_MS = 5_000;

/** While callers keep knocking at a server that is down, the pause grows up to this. */
const MAX_PAUSE_MS = 15_000;

/** Failures that come from the server's state, not from the credential. */
const OUTAGES: ReadonlySet<ProblemName> = new Set([
	'rateLimited',
	'exchangeFailed',
	'exchangeTimedOut',
	'unreachable',
]);

type AbortSignalLike = IHttpRequestOptions['abortSignal'];

/** What is known about one credential's token. */
interface Entry {
	token?: AccessToken;
	/** The exchange under way, shared by all who wait for it. */
	exchange?: Promise<AccessToken>;
	/** What callers are told until the pause is over. */
	failure?: ContactsApiError;
	pause?: Pause;
}

/** A time without exchanges. */
interface Pause {
	ms: number;
	/** On the clock of `performance.now()`. */
	ends: number;
	/** Whether a caller was turned away. */
	knocked: boolean;
}

/**
 * The access tokens of one process: one for each credential, exchanged once however many ask, and
 * once more when the API has rejected it.
 */
export class TokenStore {
	readonly #entries = new Map<string, Entry>();

	/** @param exchangeToken gets a new token; throws ContactsApiError */
	constructor(private readonly exchangeToken: (settings: Settings) => Promise<AccessToken>) {}

	/**
	 * Returns the credential's token, from memory when it is there.
	 *
	 * A rejected token is renewed if it is still the current one. If the renewed one is rejected as
	 * well, or an exchange fails, callers are told so without a request until a pause is over.
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
		if (!entry.exchange) {
			const { token, pause, failure } = entry;
			const isRejected = token !== undefined && token.authorization === rejected;
			if (token && !isRejected && !token.isSpent(Date.now())) return token;
			if (pause && performance.now() < pause.ends) {
				pause.knocked = true;
				throw failure?.copy() ?? new ContactsApiError('renewedTokenRejected');
			}
			entry.exchange = this.#exchange(entry, settings, isRejected ? rejected : undefined);
		}
		return await abortable(entry.exchange, signal);
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

	async #exchange(entry: Entry, settings: Settings, rejected?: unknown): Promise<AccessToken> {
		entry.token = undefined;
		entry.failure = undefined;
		try {
			const token = await this.exchangeToken(settings);
			if (token.authorization === rejected) throw new ContactsApiError('sameTokenAgain');
			if (token.isSpent(Date.now())) throw new ContactsApiError('tokenExpired');
			entry.pause = rejected === undefined ? undefined : pauseFor(PAUSE_MS);
			entry.token = token;
			return token;
		} catch (error) {
			const failure = error as ContactsApiError;
			const grows = OUTAGES.has(failure.problem) && entry.pause?.knocked;
			entry.pause = pauseFor(grows ? Math.min(entry.pause!.ms + PAUSE_MS, MAX_PAUSE_MS) : PAUSE_MS);
			entry.failure = failure;
			throw failure;
		} finally {
			entry.exchange = undefined;
		}
	}
}

function pauseFor(ms: number): Pause {
	return { ms, ends: performance.now() + ms, knocked: false };
}

/** Settles like the exchange, with an error of the caller's own, or as soon as the caller gives up. */
async function abortable(
	exchange: Promise<AccessToken>,
	signal?: AbortSignalLike,
): Promise<AccessToken> {
	return await new Promise((resolve, reject) => {
		const stop = () => reject(new ContactsApiError('cancelled'));
		signal?.addEventListener?.('abort', stop);
		if (signal?.aborted) stop();
		void exchange
			.then(resolve, (error: Error) =>
				reject(error instanceof ContactsApiError ? error.copy() : error),
			)
			.finally(() => signal?.removeEventListener?.('abort', stop) as unknown);
	});
}
