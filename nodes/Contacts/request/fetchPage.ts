import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

import { abortable } from '../../../credentials/contactsApi/abortable';
import { authenticate, knownScopes } from '../../../credentials/contactsApi/authenticate';
import { ContactsApiError } from '../../../credentials/contactsApi/credentialErrors';
import type { Clock } from '../../../credentials/contactsApi/http/clock';
import { DOWN_STATUSES, HttpFailure } from '../../../credentials/contactsApi/http/httpFailure';
import { CLOSED_CONNECTIONS, withRetries } from '../../../credentials/contactsApi/http/retry';
import { type HttpResponse, sendRequest } from '../../../credentials/contactsApi/http/sendRequest';
import { orUndefined } from '../../../credentials/contactsApi/orUndefined';
import { resolveTarget } from '../../../credentials/contactsApi/requestTarget';
import { parseSettings } from '../../../credentials/contactsApi/settings';
import { type ContactsError, contactsError, requestError } from '../contactsError';
import type { PageResponse, Refusal } from '../paginate';
import type { Secrets } from '../secrets';
import { readExplanation } from './explanation';
import { parseWithinBudget, RESPONSE_LIMITS } from './parseWithinBudget';
import { MAX_RETRY_AFTER_MS, type RequestGate } from './requestGate';

/** For a whole response; pages usually take milliseconds to seconds. */
const DEADLINE_MS = 60_000;

/** Some services do not label their JSON as such, and refuse a request that accepts nothing else. */
const ACCEPT = 'application/json, */*;q=0.1';

/**
 * Fetches a page, by its number from 1. `upcoming` are those that are certain to be requested next.
 *
 * @throws ContactsError or ContactsApiError where no other request would help, also as soon as the signal aborts
 */
export type FetchPage = (
	url: URL,
	number: number,
	upcoming?: readonly URL[],
	signal?: AbortSignal,
) => Promise<PageResponse | Refusal>;

/** What the requests of a list depend on: the gate is that of all lists of the node. */
export interface ListAccess {
	gate: RequestGate;
	/** Receives the tokens that are sent. */
	secrets: Secrets;
	signal: AbortSignal;
}

/**
 * Creates the function that requests pages with the item's credential (contract: "List contacts"). It
 * retries transient failures of each page, and renews a rejected token once. It sends nothing to another
 * origin, nor to an address that n8n's protection against requests to internal addresses (SSRF) blocks.
 */
export function createPageFetcher(
	{ helpers }: Pick<IExecuteFunctions | ILoadOptionsFunctions, 'helpers'>,
	credentials: ICredentialDataDecryptedObject,
	{ gate, secrets, signal: listSignal }: ListAccess,
): FetchPage {
	const retries = listRetries(gate.clock);
	const filter = (helpers as Partial<ILoadOptionsFunctions['helpers']>).getSecureEgressFilter?.();
	const settings = parseSettings(credentials);
	secrets.add(settings.refreshToken);
	/** Paths that the service redirects to the same with or without a slash at the end. */
	const redirected = new Map<string, string>();
	/** The `Authorization` header that a page was received with. */
	let accepted: string | undefined;

	/**
	 * Asks n8n's protection, if it is on, and returns the field whose host could not be resolved. It is asked before
	 * each request: `fetch` cannot be given n8n's lookup, which would connect to the address that was checked.
	 */
	async function unresolvedField(url: URL, signal: AbortSignal) {
		const addresses = { 'Base URL': url, 'Auth URL': new URL(settings.tokenUrl) };
		for (const field of ['Base URL', 'Auth URL'] as const) {
			// It resolves the host, and throws when that fails.
			const check = filter?.validateUrl(addresses[field].origin).catch(() => undefined);
			const result = check ? await abortable(check, signal) : { ok: true };
			if (!result) return field;
			if (!result.ok) throw contactsError('blocked', field);
		}
		return undefined;
	}

	async function authorize(url: string, rejected: string | undefined, abortSignal: AbortSignal) {
		const headers = { Authorization: rejected };
		const options = await authenticate(credentials, { url, headers, abortSignal });
		const authorization = options.headers!.Authorization as string;
		secrets.add(authorization.slice('Bearer '.length));
		return authorization;
	}

	return async (url, number, _upcoming, pageSignal) => {
		resolveTarget({ url: url.href }, settings.origin);
		const signal = pageSignal ? AbortSignal.any([listSignal, pageSignal]) : listSignal;
		let authorization = '';
		/** What the API answered with 401, to have it renewed. */
		let rejected: string | undefined;
		let unresolved: Awaited<ReturnType<typeof unresolvedField>>;
		const send = async () => {
			const target = new URL(url);
			target.pathname = redirected.get(url.pathname) ?? url.pathname;
			return await sendRequest({
				method: 'GET',
				url: target.href,
				headers: { Accept: ACCEPT, Authorization: authorization },
				deadlineMs: DEADLINE_MS,
				maxBytes: RESPONSE_LIMITS.mebibytes * 1024 * 1024,
				explain: readExplanation,
				signal,
			});
		};
		const attempt = async (last?: HttpFailure): Promise<HttpResponse | HttpFailure> => {
			if (last?.repeatReason === 'tokenRejected') rejected = authorization;
			if (last?.redirectedTo) redirected.set(url.pathname, last.redirectedTo);
			unresolved = await unresolvedField(url, signal);
			if (unresolved) return new HttpFailure('unreachable');
			authorization = await authorize(url.href, rejected, signal);
			return await gate.run(send, signal);
		};
		const outcome = await withRetries(attempt, { ...retries, signal });
		if (!(outcome instanceof HttpFailure)) {
			accepted = authorization;
			return toPage(outcome, number);
		}
		if (unresolved === 'Auth URL') throw new ContactsApiError('unreachable');
		const token = { ...knownScopes(credentials), hasRead: accepted === authorization };
		return refusalBy(requestError(outcome.reason, number, outcome, token), number);
	};
}

/** Upper limit of the jitter of the first pause before a page is requested again. */
const BACKOFF_MS = 1_000;

/** For all pauses that the service asks for while one list is read. */
const LIST_WAIT_BUDGET_MS = 900_000;

/** How the requests of a list are sent again. They pass a gate, which waits before throttled ones. */
export function listRetries(clock: Clock) {
	let waitedMs = 0;
	let until = -Infinity;

	/** Adds up the pauses that a service asks for; overlapping ones count once. */
	const mayWait = ({ retryAfterMs = 0 }: HttpFailure): boolean => {
		const end = clock.now() + retryAfterMs;
		waitedMs += Math.max(0, end - Math.max(clock.now(), until));
		until = Math.max(until, end);
		return retryAfterMs <= MAX_RETRY_AFTER_MS && waitedMs <= LIST_WAIT_BUDGET_MS;
	};
	const repeats = { connectionClosed: CLOSED_CONNECTIONS, tokenRejected: 1, slashRedirected: 1 };
	return { backoffMs: BACKOFF_MS, repeats, mayWait, isPaced: true, clock };
}

/** What another request may be answered after. */
const REFUSALS = ['notFound', 'refused', 'failed', 'forbidden'];

/** The statuses of refusals that are not the service's own. */
const STATUSES: Partial<Record<string, number>> = { notJson: 200, dropped: 0 };

/**
 * A failure as an answer, whose meaning the reader of lists decides.
 *
 * @throws the failure if the service is down, or if it has nothing to do with the request
 */
export function refusalBy(error: ContactsError, page: number): Refusal {
	// The first page is redirected whatever is sent with the request.
	const isRefusal = REFUSALS.includes(error.reason) || (error.reason === 'redirected' && page > 1);
	const isDown = DOWN_STATUSES.includes(error.status ?? 0);
	const status = isRefusal && !isDown ? error.status : STATUSES[error.reason];
	if (status === undefined) throw error;
	return { status, error };
}

/** @throws ContactsError for a response beyond the limits, or in no known charset */
function toPage({ status, headers, body }: HttpResponse, number: number): PageResponse | Refusal {
	if (status === 204) return { status, headers, body: undefined };
	const charset = CHARSET.exec(headers.get('content-type') ?? '')?.[1] ?? 'utf-8';
	// UTF-8 is read as such, whatever it is labeled as; only other bytes are read as labeled.
	const asUtf8 = parseWithinBudget(body);
	const converted = 'failure' in asUtf8 ? toUtf8(body, charset) : undefined;
	const result = converted ? parseWithinBudget(converted) : asUtf8;
	if ('value' in result) return { status, headers, body: result.value, size: body.length };
	if ('limit' in result) throw contactsError('limitExceeded', number, result.limit);
	return refusalBy(contactsError(result.failure, number, charset), number);
}

/** A parameter of `Content-Type` (RFC 9110, section 8.3.1). */
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/** @returns undefined for an unknown charset, and for bytes that are not valid in it */
function toUtf8(body: Uint8Array, charset: string): Uint8Array | undefined {
	return orUndefined(() => {
		const decoder = new TextDecoder(charset, { fatal: true });
		// As a stream: Node.js 20 decodes windows-1252 as Latin-1 otherwise.
		return Buffer.from(decoder.decode(body, { stream: true }) + decoder.decode());
	});
}
