import { z } from 'zod/v4';

/** Name of a scope: scope-token of RFC 6749, 3.3. */
export const scopeSchema = z
	.string()
	.regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'a scope is one word of printable ASCII')
	.max(200);

/** Scopes in the given order, without duplicates. */
export const scopesSchema = z
	.array(scopeSchema)
	.max(100)
	.transform((scopes) => [...new Set(scopes)]);
