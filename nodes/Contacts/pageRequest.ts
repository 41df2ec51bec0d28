import { type ICredentialDataDecryptedObject, type IExecuteFunctions, sleep } from 'n8n-workflow';

import { knownScopes } from '../../credentials/contactsApi/authenticate';
import { parseRetryAfter } from '../../credentials/contactsApi/retryAfter';
import { CERTIFICATE_ERROR, TRANSIENT_STATUSES } from '../../credentials/contactsApi/transport';
import type { PageRequest, PageResponse } from './contactPages';
import { ListError } from './errors';

/** A page takes milliseconds to seconds; n8n's own limit would be five minutes. */
const TIMEOUT_MS = 60_000;

/** More would not help a service that is down and would hurt one that is coming back. */
const MAX_RETRIES = 2;

/** For all pauses of one page. */
const RETRY_BUDGET_MS = 30_000;

/** Full jitter: a random part of this, doubled after every try. */
const BACKOFF_MS = 1_000;

/** n8n's HTTP client for a response that did not come in time. */
const TIMEOUT_ERROR = /^(ECONNABORTED|ETIMEDOUT)$/;

/** What n8n throws when its protection of internal addresses (SSRF) is on. */
const BLOCKED_ERROR = /^SsrfBlocked/;

/** What n8n's HTTP client puts into the cause of its errors. */
interface Cause {
	name?: unknown;
	code?: unknown;
	response?: { status: number; headers: Record<string, unknown> };
}

interface Failure {
	error: Error;
	/** Whether another try may succeed. */
	isTransient?: boolean;
	/** When the service wants that try. */
	retryAfterMs?: number;
}

/**
 * Makes the function that requests pages with n8n's HTTP client and the item's credential (contract:
 * "List contacts"). 429, 5xx and dropped connections are tried again, page by page.
 *
 * The function throws ListError or the credential's ContactsApiError, and as soon as the execution is
 * cancelled.
 *
 * @param credentials read once for all pages: n8n would decrypt them again for every request
 * @param neededScope what the operation needs, for the message about 403
 */
export function pageRequester(
	context: IExecuteFunctions,
	credentials: ICredentialDataDecryptedObject,
	neededScope: string,
): PageRequest {
	const credentialsDecrypted = { id: '', name: '', type: 'contactsApi', data: credentials };
	const forbidden = (page: number) =>
		new ListError('forbidden', page, knownScopes(credentials), neededScope);

	return async (url, number) => {
		let budgetMs = RETRY_BUDGET_MS;
		for (let retries = 0; ; retries++) {
			try {
				return (await context.helpers.httpRequestWithAuthentication.call(
					context,
					'contactsApi',
					{
						method: 'GET',
						url: url.href,
						json: true,
						returnFullResponse: true,
						disableFollowRedirect: true,
						timeout: TIMEOUT_MS,
					},
					{ credentialsDecrypted },
				)) as PageResponse;
			} catch (error) {
				const failure = explain(error as Error, number, forbidden);
				const pauseMs = failure.retryAfterMs ?? Math.random() * BACKOFF_MS * 2 ** retries;
				if (!failure.isTransient || retries === MAX_RETRIES || pauseMs > budgetMs) {
					throw failure.error;
				}
				budgetMs -= pauseMs;
				await sleep(pauseMs, context.getExecutionCancelSignal());
			}
		}
	};
}

/** n8n wraps what went wrong, and its text is not shown: it may quote the response. */
function explain({ cause }: Error, page: number, forbidden: (page: number) => ListError): Failure {
	const { name, code, response } = Object(cause) as Cause;
	// By its name: after an update of the package n8n may have loaded the class twice.
	if (name === 'ContactsApiError') return { error: cause as Error };
	// A response that broke off has a status that says that all is well.
	if (response && response.status >= 300) return explainStatus(response, page, forbidden);
	if (BLOCKED_ERROR.test(String(name))) return { error: new ListError('blocked') };
	if (CERTIFICATE_ERROR.test(String(code))) return { error: new ListError('certificateUntrusted') };
	if (TIMEOUT_ERROR.test(String(code))) return { error: new ListError('timedOut', page) };
	return { error: new ListError('unreachable', page), isTransient: true };
}

const STATUS_PROBLEMS: Partial<Record<number, 'unauthorized' | 'notFound' | 'rateLimited'>> = {
	401: 'unauthorized',
	404: 'notFound',
	429: 'rateLimited',
};

function explainStatus(
	{ status, headers }: NonNullable<Cause['response']>,
	page: number,
	forbidden: (page: number) => ListError,
): Failure {
	if (status === 403) return { error: forbidden(page) };
	const other = status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'redirected';
	const retryAfterMs = parseRetryAfter(headers['retry-after'] as string | undefined, Date.now());
	const seconds = retryAfterMs && Math.ceil(retryAfterMs / 1000);
	return {
		error: new ListError(STATUS_PROBLEMS[status] ?? other, page, status, seconds),
		isTransient: TRANSIENT_STATUSES.has(status),
		retryAfterMs,
	};
}
