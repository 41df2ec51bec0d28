import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

import { authenticate, knownScopes } from '../../../credentials/contactsApi/authenticate';
import { ContactsApiError } from '../../../credentials/contactsApi/errors';
import { HttpFailure } from '../../../credentials/contactsApi/http/httpFailure';
import { withRetries } from '../../../credentials/contactsApi/http/retry';
import {
	type HttpRequest,
	type HttpResponse,
	sendRequest,
} from '../../../credentials/contactsApi/http/sendRequest';
import { parseSettings } from '../../../credentials/contactsApi/settings';
import { ListError } from '../errors';
import { parseWithinBudget, RESPONSE_LIMITS } from '../response/parseWithinBudget';
import type { PageResponse } from '../response/readPage';
import type { Secrets } from '../secrets';
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

/**
 * Fetches a page.
 *
 * @param number of the page, from 1
 * @param upcoming the pages that are certain to be requested next, in order
 */
export type FetchPage = (
	url: URL,
	number: number,
	upcoming?: readonly URL[],
) => Promise<PageResponse>;

/** Requests a page by itself; the signal aborts the request. */
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

/** What requests with a token need besides. */
export interface RequestAccess extends GateAccess {
	/** Receives the tokens that are sent. */
	secrets: Secrets;
}

/**
 * Creates the function that requests pages with the item's credential (contract: "List contacts"). It
 * retries 429, 5xx and dropped connections for each page, and renews a rejected token once. It sends
 * nothing to an address that n8n's protection against requests to internal addresses (SSRF) blocks.
 *
 * The function throws ListError or the credential's ContactsApiError, also as soon as its signal aborts.
 *
 * @param neededScope the scope that the operation needs, for the message about 403
 */
export function createPageFetcher(
	{ helpers }: Pick<IExecuteFunctions | ILoadOptionsFunctions, 'helpers'>,
	credentials: ICredentialDataDecryptedObject,
	neededScope: string,
	access: RequestAccess,
): RequestPage {
	const send = createSender(access);
	const checkEgress = createEgressCheck(helpers);
	const { secrets } = access;
	const settings = parseSettings(credentials);
	const tokenUrl = new URL(settings.tokenUrl);
	secrets.add(settings.refreshToken);

	async function authorize(options: IHttpRequestOptions): Promise<IHttpRequestOptions> {
		const authorized = await authenticate(credentials, options);
		secrets.add((authorized.headers!.Authorization as string).slice('Bearer '.length));
		return authorized;
	}

	async function attempt(url: URL, signal: AbortSignal): Promise<HttpResponse | HttpFailure> {
		if ((await checkEgress(url, 'Base URL')) === 'unresolved') {
			return new HttpFailure('unreachable');
		}
		if ((await checkEgress(tokenUrl, 'Auth URL')) === 'unresolved') {
			throw new ContactsApiError('unreachable');
		}
		const options = { method: 'GET', url: url.href, abortSignal: signal } as const;
		const first = await authorize(options);
		const outcome = await sendRequest(toRequest(first, signal));
		if (outcome.status !== 401) return outcome;
		// Options with the rejected Authorization make the credential renew the token.
		return await sendRequest(toRequest(await authorize(first), signal));
	}

	return async (url, number, pageSignal) => {
		const outcome = await send((signal) => attempt(url, signal), pageSignal);
		if (!(outcome instanceof HttpFailure)) return toPage(outcome, number);
		const scopes = { known: knownScopes(credentials), needed: neededScope };
		throw new ListError(outcome.reason, number, outcome, scopes);
	};
}

/**
 * Creates the function that sends the requests of a list: each in its turn, and again after transient
 * failures.
 */
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

function toRequest({ url, headers }: IHttpRequestOptions, signal: AbortSignal): HttpRequest {
	return {
		method: 'GET',
		url,
		headers: { Accept: 'application/json', Authorization: headers!.Authorization as string },
		deadlineMs: DEADLINE_MS,
		maxBytes: RESPONSE_LIMITS.mebibytes * 1024 * 1024,
		signal,
	};
}

/**
 * Creates the function that asks n8n's SSRF protection about an address, once per origin. Everything is
 * permitted when the protection is off, and before n8n 2.30, which has no such helper.
 *
 * The function throws ListError for a blocked address.
 */
function createEgressCheck(helpers: Partial<ILoadOptionsFunctions['helpers']>) {
	const filter = helpers.getSecureEgressFilter?.();
	const permitted = new Set<string>();

	return async ({ origin }: URL, field: 'Base URL' | 'Auth URL') => {
		if (!filter || permitted.has(origin)) return 'permitted';
		// The protection resolves the host, and throws when that fails.
		const result = await filter.validateUrl(origin).catch(() => undefined);
		if (!result) return 'unresolved';
		if (!result.ok) throw new ListError('blocked', field);
		permitted.add(origin);
		return 'permitted';
	};
}

function toPage({ status, headers, body }: HttpResponse, number: number): PageResponse {
	if (status === 204) return { status, headers, body: undefined };
	const result = parseWithinBudget(body);
	if ('failure' in result) throw new ListError(result.failure, number);
	return { status, headers, body: result.value };
}
