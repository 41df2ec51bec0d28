import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

import { authenticate, knownScopes } from '../../../credentials/contactsApi/authenticate';
import { ContactsApiError } from '../../../credentials/contactsApi/credentialErrors';
import { HttpFailure } from '../../../credentials/contactsApi/http/httpFailure';
import { withRetries } from '../../../credentials/contactsApi/http/retry';
import { type HttpResponse, sendRequest } from '../../../credentials/contactsApi/http/sendRequest';
import { parseSettings } from '../../../credentials/contactsApi/settings';
import type { PageResponse } from '../response/pageResponse';
import { parseWithinBudget, RESPONSE_LIMITS } from '../response/parseWithinBudget';
import { saysNothingFound } from '../response/statements';
import type { Secrets } from '../secrets';
import { toUtf8 } from './charset';
import { RequestError } from './requestErrors';
import { MAX_RETRY_AFTER_MS, type RequestGate, WaitBudget } from './requestGate';

/** For a whole response; pages usually take milliseconds to seconds. */
const DEADLINE_MS = 60_000;

/** For each page; enough for two of the longest pauses that a service may ask for. */
const RETRY_POLICY = {
	backoffMs: 1_000,
	budgetMs: 2 * MAX_RETRY_AFTER_MS,
	// The gate repeats throttled requests.
	isRetried: (failure: HttpFailure) => !failure.isThrottled,
};

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
 * The function throws RequestError or ContactsApiError, also as soon as its signal aborts.
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

	/** Options with a rejected Authorization make the credential renew the token. */
	async function sendWithToken(
		options: IHttpRequestOptions,
		signal: AbortSignal,
		saysNothing?: (body: Uint8Array) => boolean,
	) {
		const authorized = await authenticate(credentials, options);
		const Authorization = authorized.headers!.Authorization as string;
		secrets.add(Authorization.slice('Bearer '.length));
		const outcome = await sendRequest({
			method: 'GET',
			url: authorized.url,
			headers: { Accept: 'application/json', Authorization },
			deadlineMs: DEADLINE_MS,
			maxBytes: RESPONSE_LIMITS.mebibytes * 1024 * 1024,
			saysNothing,
			signal,
		});
		return { authorized, outcome };
	}

	async function attempt(
		url: URL,
		number: number,
		signal: AbortSignal,
	): Promise<HttpResponse | HttpFailure> {
		if (!(await isResolved(url, 'Base URL'))) return new HttpFailure('unreachable');
		if (!(await isResolved(tokenUrl, 'Auth URL'))) throw new ContactsApiError('unreachable');
		// Some services refuse a list without contacts: `404 { "message": "No records found" }`.
		const saysNothing = number === 1 ? saysNothingIn : undefined;
		const first = await sendWithToken({ url: url.href, abortSignal: signal }, signal, saysNothing);
		if (first.outcome.status !== 401) return first.outcome;
		return (await sendWithToken(first.authorized, signal, saysNothing)).outcome;
	}

	return async (url, number, pageSignal) => {
		const outcome = await send((signal) => attempt(url, number, signal), pageSignal);
		if (!(outcome instanceof HttpFailure)) return toPage(outcome, number);
		throw new RequestError(outcome.reason, number, outcome, knownScopes(credentials));
	};
}

function saysNothingIn(body: Uint8Array): boolean {
	const message = parseWithinBudget(body);
	return 'value' in message && saysNothingFound(message.value);
}

/** Creates the function that sends a list's requests in their turn, and again after transient failures. */
export function createSender({ gate, priority, signal: listSignal }: GateAccess) {
	const waits = new WaitBudget();
	return async <T>(
		attempt: (signal: AbortSignal) => Promise<T | HttpFailure>,
		pageSignal?: AbortSignal,
	): Promise<T | HttpFailure> => {
		const signal = pageSignal ? AbortSignal.any([listSignal, pageSignal]) : listSignal;
		return await gate.run(
			() => withRetries(() => attempt(signal), { ...RETRY_POLICY, signal, clock: gate.clock }),
			{ priority, signal, waits },
		);
	};
}

/**
 * Creates the function that asks n8n's SSRF protection about an address, once per origin, and returns
 * whether the host could be resolved. It throws RequestError for a blocked one. Everything is permitted
 * when the protection is off, and before n8n 2.30, which has no such helper.
 */
function createEgressCheck(helpers: Partial<ILoadOptionsFunctions['helpers']>) {
	const filter = helpers.getSecureEgressFilter?.();
	const permitted = new Set<string>();

	return async ({ origin }: URL, field: 'Base URL' | 'Auth URL'): Promise<boolean> => {
		if (!filter || permitted.has(origin)) return true;
		// The protection resolves the host, and throws when that fails.
		const result = await filter.validateUrl(origin).catch(() => undefined);
		if (result?.ok === false) throw new RequestError('blocked', field);
		if (result) permitted.add(origin);
		return result !== undefined;
	};
}

function toPage({ status, headers, body }: HttpResponse, number: number): PageResponse {
	if (status === 204) return { status, headers, body: undefined };
	const result = parseWithinBudget(toUtf8(body, headers, number));
	if ('failure' in result) throw new RequestError(result.failure, number);
	return { status, headers, body: result.value };
}
