import { z } from 'zod';

import { AccessToken } from './accessToken';
import { ContactsApiError } from './credentialErrors';
import { parseJson } from './parseJson';

/** Longer tokens do not fit into the headers that common servers accept. */
const MAX_TOKEN_LENGTH = 8 * 1024;

/** The characters of a Bearer token (RFC 6750, section 2.1): none can end or alter a header. */
const BEARER_TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

// The messages of the checks are reasons of ContactsApiError.
const scope = z.string({ message: 'scopeMalformed' });
const schema = z
	.object(
		{
			accessToken: z
				.string({ required_error: 'notATokenResponse', invalid_type_error: 'tokenUnusable' })
				.max(MAX_TOKEN_LENGTH, 'tokenUnusable')
				.regex(BEARER_TOKEN, 'tokenUnusable'),
			tokenType: z.string({ message: 'notABearerToken' }).regex(/^bearer$/i, 'notABearerToken'),
			scope: scope.nullish(),
			scopes: z.array(scope, { message: 'scopeMalformed' }).nullish(),
		},
		{ message: 'notATokenResponse' },
	)
	.transform(({ accessToken, scope, scopes }) => {
		const isNamed = (scopes ?? scope ?? undefined) !== undefined;
		const names = [...(scopes ?? []), ...(scope ?? '').split(' ')].filter(Boolean);
		return new AccessToken(accessToken, isNamed ? [...new Set(names)] : undefined);
	});

/** Some servers say with status 200 that there is no token, e.g. `{"error":"bad_refresh_token"}`. */
const errorSchema = z.object({ error: z.union([z.string(), z.object({})]) });

/**
 * Parses a token response (contract: "Token response"). Unknown fields are ignored; `scope` and `scopes`
 * are optional.
 *
 * @throws ContactsApiError that names the invalid part, but contains nothing of the body
 */
export function parseTokenResponse(body: string): AccessToken {
	const parsed = parseJson(body);
	const { data, error } = schema.safeParse(parsed);
	if (!error) return data;
	const { message } = error.issues[0]!;
	const isDenied = message === 'notATokenResponse' && errorSchema.safeParse(parsed).success;
	throw new ContactsApiError(isDenied ? 'tokenDenied' : (message as 'notATokenResponse'));
}
