import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { parseCallerRequest, type RequestOptions } from './callerRequest';
import { resolveTarget } from './requestTarget';
import { parseSettings } from './settings';
import { TokenCache } from './tokenCache';
import { exchangeToken } from './tokenExchange';

/** Shared by all nodes and executions of the process. */
const tokens = new TokenCache(exchangeToken);

/**
 * Adds the access token to a request (contract: "Authentication" 1). n8n calls this before every request
 * with the credential, and again after a 401. The options then still have the `Authorization` header of
 * the first attempt, which shows that this token was rejected.
 *
 * @param options the request; read before the first `await` and never modified
 * @returns new options with the checked URL, the token, and those of the caller's options that cannot
 * send the token elsewhere
 * @throws ContactsApiError for invalid settings or a refused URL, or when no token can be obtained
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

/** n8n's client keeps the token on a redirect from http to https, although that is another origin. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
};

/** The scopes of a credential's token. */
export interface KnownScopes {
	/** From the token response; undefined when it named none, or when there is no token. */
	granted: readonly string[] | undefined;
	/** As entered in the credential. */
	configured: readonly string[];
}

/** @throws ContactsApiError for invalid settings */
export function knownScopes(credentials: ICredentialDataDecryptedObject): KnownScopes {
	const settings = parseSettings(credentials);
	return { granted: tokens.grantedScopes(settings), configured: settings.scopes };
}
