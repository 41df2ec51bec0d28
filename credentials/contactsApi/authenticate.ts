import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { type RequestOptions, resolveTarget } from './requestTarget';
import { parseSettings } from './settings';
import { exchangeToken } from './tokenExchange';
import { TokenStore } from './tokenStore';

/** One for the process: every node and every execution share the tokens. */
const tokens = new TokenStore(exchangeToken);

/**
 * Adds the access token to a request (contract: "Authentication" 1). n8n calls it before every
 * request with this credential, and once more when the API has answered 401: then the options still
 * have the `Authorization` header of the first try, which says that this token was rejected.
 *
 * @param credentials what n8n stores, with expressions resolved
 * @param options the request; it is left as it is
 * @returns options of its own: the address that was checked, the token, and limits that keep n8n from
 * taking the token elsewhere on a redirect
 * @throws ContactsApiError before anything is sent, when settings or address are refused, or when
 * there is no token to be had
 */
export async function authenticate(
	credentials: ICredentialDataDecryptedObject,
	options: RequestOptions,
): Promise<IHttpRequestOptions> {
	const settings = parseSettings(credentials);
	const target = resolveTarget(options, settings.origin);
	const { authorization, headers } = splitHeaders(options);
	const token = await tokens.get(settings, authorization, options.abortSignal);
	const { uri, baseURL, ...rest } = options;
	return {
		...rest,
		url: target.href,
		headers: { ...headers, Authorization: token.authorization },
		sendCredentialsOnCrossOriginRedirect: false,
		allowedDomains: target.hostname,
	};
}

/** What is known about the scopes of a credential's token. */
export interface KnownScopes {
	/** As the token response says; undefined when it named none, or when there is no token. */
	granted: readonly string[] | undefined;
	/** As the person who filled in the credential noted. */
	noted: readonly string[];
}

export function knownScopes(credentials: ICredentialDataDecryptedObject): KnownScopes {
	const settings = parseSettings(credentials);
	return { granted: tokens.grantedScopes(settings), noted: settings.scopes };
}

/** A `Host` of the caller's own would be where n8n's client goes on a relative redirect. */
const OWN_HEADERS = new Set(['authorization', 'host']);

/** Takes out the headers that are not the caller's to set, in any case of letters. */
function splitHeaders({ headers = {} }: RequestOptions) {
	const others = { ...headers };
	let authorization: unknown;
	for (const name of Object.keys(others)) {
		const lowerCase = name.toLowerCase();
		if (lowerCase === 'authorization') authorization = others[name];
		if (OWN_HEADERS.has(lowerCase)) delete others[name];
	}
	return { authorization, headers: others };
}
