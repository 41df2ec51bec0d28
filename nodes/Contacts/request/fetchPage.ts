import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

import {
	authenticate,
	type KnownScopes,
	knownScopes,
} from '../../../credentials/contactsApi/authenticate';
import { ContactsApiError } from '../../../credentials/contactsApi/credentialErrors';
import { HttpFailure } from '../../../credentials/contactsApi/http/httpFailure';
import { withRetries } from '../../../credentials/contactsApi/http/retry';
import { type HttpResponse, sendRequest } from '../../../credentials/contactsApi/http/sendRequest';
import { parseSettings } from '../../../credentials/contactsApi/settings';
import type { PageResponse } from '../response/page';
import { parseWithinBudget, RESPONSE_LIMITS } from '../response/parseWithinBudget';
import type { Secrets } from '../secrets';
import { charsetOf, toUtf8 } from './charset';
import { OPAQUE_WORD, readExplanation } from './explanation';
import { requestError } from './requestErrors';
import { type GatedRequest, isWaitedFor, type RequestGate, WaitBudget } from './requestGate';

/** For a whole response; pages usually take milliseconds to seconds. */
const DEADLINE_MS = 60_000;

/** Upper limit of the jitter of the first pause before a page is requested again. */
const BACKOFF_MS = 1_000;

/** Fetches a page, by its number from 1; `upcoming` are those that are certain to be requested next. */
export type FetchPage = (
	url: URL,
	number: number,
	upcoming?: readonly URL[],
) => Promise<PageResponse>;

/** Requests a page by itself. */
export type RequestPage = (url: URL, number: number, signal?: AbortSignal) => Promise<PageResponse>;

/** What the requests of a list need to pass the gate. */
export interface GateAccess {
	/** Shared by all lists of the node. */
	gate: RequestGate;
	/** Lists with a lower number go first. */
	priority: number;
	/** Aborts the requests of this list. */
	signal: AbortSignal;
}

/**
 * Creates the function that requests pages with the item's credential (contract: "List contacts"). It
 * retries 429, 5xx and dropped connections for each page, and renews a rejected token once. It sends
 * nothing to an address that n8n's protection against requests to internal addresses (SSRF) blocks.
 * `secrets` receives the tokens that are sent.
 *
 * The function throws ContactsError or ContactsApiError, also as soon as its signal aborts.
 */
export function createPageFetcher(
	{ helpers }: Pick<IExecuteFunctions | ILoadOptionsFunctions, 'helpers'>,
	credentials: ICredentialDataDecryptedObject,
	access: GateAccess & { secrets: Secrets },
): RequestPage {
	const { secrets } = access;
	const send = createSender(access);
	const isResolved = createEgressCheck(helpers);
	const settings = parseSettings(credentials);
	const tokenUrl = new URL(settings.tokenUrl);
	secrets.add(settings.refreshToken);

	async function authorize(options: IHttpRequestOptions) {
		const { headers } = await authenticate(credentials, options);
		const authorization = headers!.Authorization as string;
		secrets.add(authorization.slice('Bearer '.length));
		return authorization;
	}

	/** @param rejected the `Authorization` header that the API answered with 401, to have it renewed */
	async function sendWithToken(url: URL, pageSignal?: AbortSignal, rejected?: string) {
		let authorization = '';
		const outcome = await send<HttpResponse>(
			(signal) => ({
				prepare: async () => {
					if (!(await isResolved(url, 'Base URL'))) return new HttpFailure('unreachable');
					if (!(await isResolved(tokenUrl, 'Auth URL'))) throw new ContactsApiError('unreachable');
					const headers = { Authorization: rejected };
					authorization = await authorize({ url: url.href, headers, abortSignal: signal });
					return undefined;
				},
				send: async () =>
					await sendRequest({
						method: 'GET',
						url: url.href,
						headers: { Accept: 'application/json', Authorization: authorization },
						deadlineMs: DEADLINE_MS,
						maxBytes: RESPONSE_LIMITS.mebibytes * 1024 * 1024,
						explain: (body) => readExplanation(body, secrets),
						signal,
					}),
			}),
			pageSignal,
		);
		return { outcome, authorization };
	}

	/** A service may return a token as the name of a scope. */
	function harmlessScopes(): KnownScopes {
		const { granted, configured } = knownScopes(credentials);
		const hide = (name: string) => (OPAQUE_WORD.test(name) || secrets.areIn(name) ? '' : name);
		return { granted: granted?.map(hide), configured: configured.map(hide) };
	}

	return async (url, number, pageSignal) => {
		const first = await sendWithToken(url, pageSignal);
		const isRejected = first.outcome.status === 401;
		const { outcome } = isRejected
			? await sendWithToken(url, pageSignal, first.authorization)
			: first;
		if (!(outcome instanceof HttpFailure)) return toPage(outcome, number);
		const scopes = outcome.reason === 'forbidden' ? harmlessScopes() : undefined;
		throw requestError(outcome.reason, number, outcome, scopes);
	};
}

/** Creates the function that sends a list's requests in their turn, and again after transient failures. */
export function createSender({ gate, priority, signal: listSignal }: GateAccess) {
	const { clock } = gate;
	const waits = new WaitBudget();
	/** The gate repeats throttled requests itself. */
	const isRetried = ({ isThrottled, retryAfterMs = 0 }: HttpFailure) =>
		!isThrottled && isWaitedFor(retryAfterMs) && waits.spend(retryAfterMs, clock.now());

	return async <T>(
		attempt: (signal: AbortSignal) => GatedRequest<T>,
		pageSignal?: AbortSignal,
	): Promise<T | HttpFailure> => {
		const signal = pageSignal ? AbortSignal.any([listSignal, pageSignal]) : listSignal;
		const turn = { priority, signal, waits };
		const policy = { backoffMs: BACKOFF_MS, isRetried, signal, clock };
		return await withRetries(async () => await gate.run(attempt(signal), turn), policy);
	};
}

/**
 * Creates the function that asks n8n's SSRF protection about an address, and returns whether the host could
 * be resolved. It throws ContactsError for a blocked one. Everything is permitted when the protection is off,
 * and before n8n 2.30, which has no such helper. It is asked before each request, because `fetch` cannot be
 * given n8n's lookup, which would connect to the address that was checked: that takes undici's Agent.
 */
function createEgressCheck(helpers: Partial<ILoadOptionsFunctions['helpers']>) {
	const filter = helpers.getSecureEgressFilter?.();

	return async ({ origin }: URL, field: 'Base URL' | 'Auth URL'): Promise<boolean> => {
		if (!filter) return true;
		// The protection resolves the host, and throws when that fails.
		const result = await filter.validateUrl(origin).catch(() => undefined);
		if (result?.ok === false) throw requestError('blocked', field);
		return result !== undefined;
	};
}

function toPage({ status, headers, body }: HttpResponse, number: number): PageResponse {
	if (status === 204) return { status, headers, body: undefined };
	const charset = charsetOf(headers);
	const result = parseJsonIn(charset, body);
	if ('failure' in result) throw requestError(result.failure, number, charset);
	return { status, headers, body: result.value };
}

/** Reads UTF-8 as such, whatever it is labeled as; only other bytes are read as labeled. */
function parseJsonIn(charset: string, body: Uint8Array) {
	const result = parseWithinBudget(body);
	const isUnread = 'failure' in result && ['notJson', 'textInvalid'].includes(result.failure);
	const converted = isUnread ? toUtf8(body, charset) : undefined;
	return converted ? parseWithinBudget(converted) : result;
}
