import { z } from 'zod';

import { AccessToken } from './accessToken';
import { ContactsApiError } from './errors';
import { parseJson } from './parseJson';

/** Longer tokens do not fit into the headers that common servers accept. */
const MAX_TOKEN_LENGTH = 8 * 1024;

/** The characters of a Bearer token (RFC 6750, section 2.1): none can end or alter a header. */
const BEARER_TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

const schema = z
	.object({
		accessToken: z.string().max(MAX_TOKEN_LENGTH).regex(BEARER_TOKEN),
		tokenType: z.string().regex(/^bearer$/i),
		scope: z.string().nullish(),
		scopes: z.array(z.string()).nullish(),
	})
	.transform(({ accessToken, scope, scopes }) => {
		const isNamed = (scopes ?? scope ?? undefined) !== undefined;
		const names = [...(scopes ?? []), ...(scope ?? '').split(' ')].filter(Boolean);
		return new AccessToken(accessToken, isNamed ? [...new Set(names)] : undefined);
	});

/** Why a body is refused, by the first field that is malformed. */
function reasonOf(issue: z.ZodIssue) {
	switch (issue.path[0]) {
		case 'accessToken':
			return issue.code === 'invalid_type' && issue.received === 'undefined'
				? 'notATokenResponse'
				: 'tokenUnusable';
		case 'tokenType':
			return 'notABearerToken';
		case 'scope':
		case 'scopes':
			return 'scopeMalformed';
		default:
			return 'notATokenResponse';
	}
}

/**
 * Parses a token response (contract: "Token response"). Unknown fields are ignored; `scope` and `scopes`
 * are optional.
 *
 * @param body the decoded body
 * @throws ContactsApiError that names the invalid part, but contains nothing of the body
 */
export function parseTokenResponse(body: string): AccessToken {
	const result = schema.safeParse(parseJson(body));
	if (!result.success) throw new ContactsApiError(reasonOf(result.error.issues[0]!));
	return result.data;
}
