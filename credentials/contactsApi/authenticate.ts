import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { parseCallerRequest, type RequestOptions } from './callerRequest';
import { resolveTarget } from './requestTarget';
import { parseSettings } from './settings';
import { TokenCache } from './tokenCache';
import { exchangeToken } from './tokenExchange';

/** One for the process: every node and every execution share the tokens. */
const tokens = new TokenCache(exchangeToken);

/**
 * Adds the access token to a request (contract: "Authentication" 1). n8n calls it before every
 * request with this credential, and once more when the API has answered 401: the options then still
 * have the `Authorization` header of the first try, which tells that this token was rejected.
 *
 * @param credentials what n8n stores, with expressions resolved
 * @param options the request; it is read at once and left as it is
 * @returns new options: the checked address, the token, and of the caller's options those that cannot
 * take the token elsewhere
 * @throws ContactsApiError before anything is sent, when settings or address are refused, or when
 * there is no token to be had
 */
export async function authenticate(
	credentials: ICredentialDataDecryptedObject,
	options: RequestOptions,
): Promise<IHttpRequestOptions> {
	const settings = parseSettings(credentials);
	const { destination, authorization, allowed } = parseCallerRequest(options);
	const target = resolveTarget(destination, settings.origin);
	const token = await tokens.get(settings, authorization, allowed.abortSignal);
	return {
		...allowed,
		...(target.protocol === 'http:' && NO_REDIRECTS),
		url: target.href,
		headers: { ...allowed.headers, Authorization: token.authorization },
		sendCredentialsOnCrossOriginRedirect: false,
		allowedDomains: target.hostname,
	};
}

/** n8n's client keeps the token on a redirect from http to https on the same host: another origin. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
};

/** What is known about the scopes of a credential's token. */
export interface KnownScopes {
	/** As the token response says; undefined when it named none, or when there is no token. */
	granted: readonly string[] | undefined;
	/** As entered in the credential. */
	configured: readonly string[];
}

export function knownScopes(credentials: ICredentialDataDecryptedObject): KnownScopes {
	const settings = parseSettings(credentials);
	return { granted: tokens.grantedScopes(settings), configured: settings.scopes };
}
