import { z } from 'zod/v3';

import { AccessToken } from './accessToken';
import { ContactsApiError } from './credentialErrors';
import { parseJson } from './parseJson';

/** Longer tokens do not fit into the headers that common servers accept. */
const MAX_TOKEN_LENGTH = 8 * 1024;

/** The characters of a Bearer token (RFC 6750, section 2.1): none can end or alter a header. */
const BEARER_TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

/** What is wrong with an answer. */
const NO_TOKEN = 'is not a token response';
const NO_BEARER = 'does not say that the token is a Bearer token';
const UNUSABLE = 'has an access token that cannot be sent in a header';

const schema = z
	.object(
		{
			accessToken: z
				.string({ required_error: NO_TOKEN, invalid_type_error: UNUSABLE })
				.max(MAX_TOKEN_LENGTH, UNUSABLE)
				.regex(BEARER_TOKEN, UNUSABLE),
			tokenType: z.string({ message: NO_BEARER }).regex(/^bearer$/i, NO_BEARER),
			// Only messages need them, so malformed ones are left out.
			scope: z.string().nullish().catch(null),
			scopes: z.array(z.string()).nullish().catch(null),
		},
		{ message: NO_TOKEN },
	)
	.transform(({ accessToken, scope, scopes }) => {
		const names = [...(scopes ?? []), ...(scope?.split(' ') ?? [])].filter(Boolean);
		const isNamed = (scopes ?? scope ?? undefined) !== undefined;
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
	const { message: problem } = error.issues[0]!;
	const isDenied = problem === NO_TOKEN && errorSchema.safeParse(parsed).success;
	throw new ContactsApiError(isDenied ? 'tokenDenied' : 'notATokenResponse', { problem });
}
