import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

import { authenticate, knownScopes } from '../../credentials/contactsApi/authenticate';
import { ContactsApiError } from '../../credentials/contactsApi/errors';
import { HttpFailure } from '../../credentials/contactsApi/http/httpFailure';
import { withRetries } from '../../credentials/contactsApi/http/retry';
import {
	type HttpRequest,
	type HttpResponse,
	sendRequest,
} from '../../credentials/contactsApi/http/sendRequest';
import { parseSettings } from '../../credentials/contactsApi/settings';
import { ListError } from './errors';
import { MAX_PAGE_MEBIBYTES } from './pageLimits';
import type { ReadingSpace } from './pagination/readAhead';
import { isRefusal, MAX_RETRY_AFTER_MS, type RequestGate } from './requestGate';

/** For a whole response: a page takes milliseconds to seconds. */
const DEADLINE_MS = 60_000;

/** For each page. A try has a deadline of its own, so only the pauses are limited: to two of the longest. */
const RETRY_POLICY = { backoffMs: 1_000, pauseBudgetMs: 245_000, totalBudgetMs: Infinity };

/** For all waits that a service asks for while one list is read. */
const LIST_WAIT_BUDGET_MS = 900_000;

export interface PageResponse {
	/** Parsed JSON; undefined for a response without a body (204). */
	body: unknown;
	/** Names in lower case. */
	headers: Headers;
}

/**
 * Fetches the page with that number, counted from 1.
 *
 * @param upcoming the pages that are certain to be asked for next, in their order
 */
export type FetchPage = (
	url: URL,
	number: number,
	upcoming?: readonly URL[],
) => Promise<PageResponse>;

/** The same without reading ahead; the signal aborts the request. */
export type RequestPage = (url: URL, number: number, signal?: AbortSignal) => Promise<PageResponse>;

/** How the requests of one list fit in with the others of the node. */
export interface ListRequests {
	/** Shared by all lists of the node. */
	gate: RequestGate;
	/** Shared as well. */
	space: ReadingSpace;
	/** Requests of a list with a lower number go first. */
	priority: number;
	/** Aborts the requests of this list. */
	signal: AbortSignal;
}

/**
 * Makes the function that fetches pages with the item's credential (contract: "List contacts"). 429,
 * 5xx and dropped connections are tried again, page by page; a token that the API rejects is renewed
 * once. Nothing is sent to an address that n8n's protection of internal addresses blocks.
 *
 * The function throws ListError or the credential's ContactsApiError, and as soon as the execution is
 * canceled.
 *
 * @param neededScope what the operation needs, for the message about 403
 */
export function createPageFetcher(
	{ helpers }: Pick<IExecuteFunctions | ILoadOptionsFunctions, 'helpers'>,
	credentials: ICredentialDataDecryptedObject,
	neededScope: string,
	{ gate, priority, signal: listSignal }: Omit<ListRequests, 'space'>,
): RequestPage {
	const waits = new WaitBudget(LIST_WAIT_BUDGET_MS);
	const checkEgress = createEgressCheck(helpers);
	const tokenUrl = new URL(parseSettings(credentials).tokenUrl);

	/** One try. */
	async function attempt(url: URL, signal: AbortSignal): Promise<HttpResponse | HttpFailure> {
		if ((await checkEgress(url, 'Base URL')) === 'unresolved') {
			return new HttpFailure('unreachable');
		}
		if ((await checkEgress(tokenUrl, 'Auth URL')) === 'unresolved') {
			throw new ContactsApiError('unreachable');
		}
		const options = { method: 'GET', url: url.href, abortSignal: signal } as const;
		const first = await authenticate(credentials, options);
		const outcome = await sendRequest(toRequest(first, signal));
		if (outcome.status !== 401) return outcome;
		// With the rejected Authorization in the options the credential renews the token.
		return await sendRequest(toRequest(await authenticate(credentials, first), signal));
	}

	/** A refusal counts as a failure only when fewer requests at a time would not help. */
	async function politeAttempt(
		url: URL,
		number: number,
		signal: AbortSignal,
	): Promise<HttpResponse | HttpFailure> {
		for (;;) {
			const { outcome, wasAlone } = await gate.run(() => attempt(url, signal), priority, signal);
			if (!isRefusal(outcome)) return outcome;
			const { retryAfterMs = 0 } = outcome;
			if (retryAfterMs > MAX_RETRY_AFTER_MS || !waits.spend(retryAfterMs)) {
				throw statusError(outcome, number);
			}
			if (wasAlone) return outcome;
		}
	}

	return async (url, number, pageSignal) => {
		const signal = pageSignal ? AbortSignal.any([listSignal, pageSignal]) : listSignal;
		const policy = { ...RETRY_POLICY, signal };
		const outcome = await withRetries(() => politeAttempt(url, number, signal), policy);
		if (!(outcome instanceof HttpFailure)) return toPage(outcome, number);
		if (outcome.status === 403 && outcome.reason === 'status') {
			throw new ListError('forbidden', number, knownScopes(credentials), neededScope);
		}
		throw toListError(outcome, number);
	};
}

/** Adds up the time that a service asks to wait; what several requests are told at once counts once. */
class WaitBudget {
	#until = -Infinity;

	constructor(private leftMs: number) {}

	/** @returns whether there was enough left */
	spend(waitMs: number): boolean {
		const now = performance.now();
		this.leftMs -= Math.max(0, now + waitMs - Math.max(now, this.#until));
		this.#until = Math.max(this.#until, now + waitMs);
		return this.leftMs >= 0;
	}
}

function toRequest({ url, headers }: IHttpRequestOptions, signal: AbortSignal): HttpRequest {
	return {
		method: 'GET',
		url,
		headers: { Accept: 'application/json', Authorization: headers!.Authorization as string },
		deadlineMs: DEADLINE_MS,
		maxBytes: MAX_PAGE_MEBIBYTES * 1024 * 1024,
		signal,
	};
}

/**
 * Asks n8n's protection of internal addresses (SSRF) once for each origin. Where it is off, everything
 * is permitted; n8n before 2.30 has nothing to ask.
 *
 * The returned function throws ListError for a blocked address.
 */
function createEgressCheck(helpers: Partial<ILoadOptionsFunctions['helpers']>) {
	const filter = helpers.getSecureEgressFilter?.();
	const permitted = new Set<string>();

	return async ({ origin }: URL, field: 'Base URL' | 'Auth URL') => {
		if (!filter || permitted.has(origin)) return 'permitted';
		// The protection resolves the host, and throws where that fails.
		const result = await filter.validateUrl(origin).catch(() => undefined);
		if (!result) return 'unresolved';
		if (!result.ok) throw new ListError('blocked', field);
		permitted.add(origin);
		return 'permitted';
	};
}

function toPage({ status, headers, body }: HttpResponse, number: number): PageResponse {
	if (status === 204) return { headers, body: undefined };
	const value = parseJson(body);
	if (value === undefined) throw new ListError('notJson', number);
	return { headers, body: value };
}

function parseJson(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		// Not rethrown: the parser's message quotes the body.
		return undefined;
	}
}

function toListError(failure: HttpFailure, page: number): ListError {
	const { reason, status, waitedMs } = failure;
	if (reason === 'status') return statusError(failure, page);
	if (reason === 'proxyRefused') return new ListError(reason, status);
	if (reason === 'timedOut') return new ListError(reason, page, Math.round(waitedMs / 1000));
	return new ListError(reason, page);
}

const STATUS_REASONS: Partial<Record<number, 'unauthorized' | 'notFound' | 'rateLimited'>> = {
	401: 'unauthorized',
	404: 'notFound',
	429: 'rateLimited',
};

function statusError({ status, retryAfterMs }: HttpFailure, page: number): ListError {
	const other = status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'redirected';
	const seconds = retryAfterMs && retryAfterMs / 1000;
	return new ListError(STATUS_REASONS[status] ?? other, page, status, seconds);
}
