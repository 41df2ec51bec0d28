import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

import { abortable } from '../../../credentials/contactsApi/abortable';
import { authenticate, knownScopes } from '../../../credentials/contactsApi/authenticate';
import { ContactsApiError } from '../../../credentials/contactsApi/credentialErrors';
import { HttpFailure } from '../../../credentials/contactsApi/http/httpFailure';
import {
	type HttpResponse,
	sendRequest,
	toggleSlash,
} from '../../../credentials/contactsApi/http/sendRequest';
import { resolveTarget } from '../../../credentials/contactsApi/requestTarget';
import { parseSettings } from '../../../credentials/contactsApi/settings';
import type { PageResponse } from '../paginate';
import type { Secrets } from '../secrets';
import { charsetOf, toUtf8 } from './charset';
import { readExplanation } from './explanation';
import { parseWithinBudget, RESPONSE_LIMITS } from './parseWithinBudget';
import { requestError } from './requestErrors';
import { createSender, type GateAccess } from './sender';

/** For a whole response; pages usually take milliseconds to seconds. */
const DEADLINE_MS = 60_000;

/** Some services do not have the name of JSON, and refuse to send anything else. */
const ACCEPT = 'application/json, */*;q=0.1';

/** A page as it was received. */
export interface FetchedPage extends PageResponse {
	/** Bytes of the body, decoded. */
	size?: number;
}

/** Fetches a page, by its number from 1; `upcoming` are those that are certain to be requested next. */
export type FetchPage = (
	url: URL,
	number: number,
	upcoming?: readonly URL[],
) => Promise<FetchedPage>;

/** Requests a page by itself. */
export type RequestPage = (url: URL, number: number, signal?: AbortSignal) => Promise<FetchedPage>;

/**
 * Creates the function that requests pages with the item's credential (contract: "List contacts"). It
 * retries transient failures of each page, and renews a rejected token once. It sends nothing to another
 * origin, nor to an address that n8n's protection against requests to internal addresses (SSRF) blocks.
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
	/** Paths that the service redirects to the same with or without a slash at the end. */
	const redirected = new Set<string>();
	/** The `Authorization` header that a page was received with. */
	let accepted: string | undefined;

	async function authorize(url: string, rejected: string | undefined, abortSignal: AbortSignal) {
		const headers = { Authorization: rejected };
		const options = await authenticate(credentials, { url, headers, abortSignal });
		const authorization = options.headers!.Authorization as string;
		secrets.add(authorization.slice('Bearer '.length));
		return authorization;
	}

	function addressOf(url: URL): string {
		if (!redirected.has(url.pathname)) return url.href;
		const target = new URL(url);
		target.pathname = toggleSlash(url.pathname);
		return target.href;
	}

	return async (url, number, pageSignal) => {
		resolveTarget({ url: url.href }, settings.origin);
		let authorization = '';
		/** What the API answered with 401, to have it renewed. */
		let rejected: string | undefined;
		const outcome = await send<HttpResponse>((signal, last) => {
			if (last?.repeatReason === 'tokenRejected') rejected = authorization;
			if (last?.repeatReason === 'slashRedirected') redirected.add(url.pathname);
			return {
				prepare: async () => {
					if (!(await isResolved(url, 'Base URL', signal))) return new HttpFailure('unreachable');
					if (!(await isResolved(tokenUrl, 'Auth URL', signal))) {
						throw new ContactsApiError('unreachable');
					}
					authorization = await authorize(url.href, rejected, signal);
					return undefined;
				},
				send: async () =>
					await sendRequest({
						method: 'GET',
						url: addressOf(url),
						headers: { Accept: ACCEPT, Authorization: authorization },
						deadlineMs: DEADLINE_MS,
						maxBytes: RESPONSE_LIMITS.mebibytes * 1024 * 1024,
						explain: readExplanation,
						signal,
					}),
			};
		}, pageSignal);
		if (!(outcome instanceof HttpFailure)) {
			accepted = authorization;
			return toPage(outcome, number);
		}
		const isForbidden = outcome.reason === 'forbidden';
		const hasRead = accepted === authorization;
		const token = isForbidden ? { ...knownScopes(credentials), hasRead } : undefined;
		throw requestError(outcome.reason, number, outcome, token);
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

	return async ({ origin }: URL, field: 'Base URL' | 'Auth URL', signal: AbortSignal) => {
		if (!filter) return true;
		// The protection resolves the host, and throws when that fails.
		const check = filter.validateUrl(origin).catch(() => undefined);
		const result = await abortable(check, signal);
		if (result?.ok === false) throw requestError('blocked', field);
		return result !== undefined;
	};
}

function toPage({ status, headers, body }: HttpResponse, number: number): FetchedPage {
	if (status === 204) return { status, headers, body: undefined };
	const charset = charsetOf(headers);
	const result = parseJsonIn(charset, body);
	if ('failure' in result) throw requestError(result.failure, number, charset);
	return { status, headers, body: result.value, size: body.length };
}

/** Reads UTF-8 as such, whatever it is labeled as; only other bytes are read as labeled. */
function parseJsonIn(charset: string, body: Uint8Array) {
	const result = parseWithinBudget(body);
	const isUnread = 'failure' in result && ['notJson', 'textInvalid'].includes(result.failure);
	const converted = isUnread ? toUtf8(body, charset) : undefined;
	return converted ? parseWithinBudget(converted) : result;
}
