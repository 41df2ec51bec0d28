import { z } from 'zod';

import { AccessToken } from './accessToken';
import { ContactsApiError } from './errors';
import { parseJson } from './parseJson';

/** Longer tokens do not fit into the headers that common servers accept. */
const MAX_TOKEN_LENGTH = 8 * 1024;

/** The characters of a Bearer token (RFC 6750, section 2.1): none can end or alter a header. */
const BEARER_TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

const response = z.object({
	accessToken: z.unknown(),
	tokenType: z.unknown(),
	scope: z.unknown(),
	scopes: z.unknown(),
});
const bearer = z.string().regex(/^bearer$/i);
const token = z.string().max(MAX_TOKEN_LENGTH).regex(BEARER_TOKEN);
const scope = z.string().nullish();
const scopes = z.array(z.string()).nullish();

/**
 * Parses a token response (contract: "Token response"). Unknown fields are ignored; `scope` and `scopes`
 * are optional.
 *
 * @param body the decoded body
 * @throws ContactsApiError that names the invalid part, but contains nothing of the body
 */
export function parseTokenResponse(body: string): AccessToken {
	const fields = response.safeParse(parseJson(body));
	if (!fields.success) throw new ContactsApiError('notATokenResponse');
	const { accessToken, tokenType } = fields.data;
	if (accessToken === undefined) throw new ContactsApiError('notATokenResponse');
	if (!bearer.safeParse(tokenType).success) throw new ContactsApiError('notABearerToken');
	const value = token.safeParse(accessToken);
	if (!value.success) throw new ContactsApiError('tokenUnusable');
	const text = scope.safeParse(fields.data.scope);
	const list = scopes.safeParse(fields.data.scopes);
	if (!text.success || !list.success) throw new ContactsApiError('scopeMalformed');
	const isNamed = (list.data ?? text.data ?? undefined) !== undefined;
	const named = [...(list.data ?? []), ...(text.data ?? '').split(' ')].filter(Boolean);
	return new AccessToken(value.data, isNamed ? [...new Set(named)] : undefined);
}
