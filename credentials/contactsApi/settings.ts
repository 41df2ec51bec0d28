import { createHash } from 'node:crypto';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { z } from 'zod';

import { ContactsApiError, type ErrorReason } from './errors';

/** The credential's values, validated and normalized. */
export interface Settings {
	/** Hash of authUrl, clientId and refreshToken, which identify a token. */
	id: string;
	/** The token endpoint: `{authUrl}/token`. */
	tokenUrl: string;
	/** URL of the API without a trailing slash; it may have a path. */
	baseUrl: string;
	/** The origin of `baseUrl`, the only one that may receive the access token. */
	origin: string;
	clientId: string;
	refreshToken: string;
	orgId: string;
	scopes: string[];
}

/** Labels of the fields in the form. */
const labels: Record<string, string> = {
	authUrl: 'Auth URL',
	baseUrl: 'Base URL',
	clientId: 'Client ID',
	refreshToken: 'Refresh Token',
	orgId: 'Organization ID',
	scopes: 'Scopes',
};

const PROTOCOLS = new Set(['https:', 'http:']);

/** Plain http is safe only if nothing leaves the machine. */
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Characters of a scope name (RFC 6749, section 3.3). */
const SCOPE_NAME = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Reports an issue by its reason; `parseSettings` turns it into the error. */
function addIssue(context: z.RefinementCtx, reason: ErrorReason): never {
	context.addIssue({ code: z.ZodIssueCode.custom, message: reason });
	return z.NEVER;
}

function isListOfScopes(names: unknown): names is string[] {
	return (
		Array.isArray(names) && names.every((name) => typeof name === 'string' && SCOPE_NAME.test(name))
	);
}

const text = z.unknown().transform((value, context) => {
	if (value === undefined || value === null) return addIssue(context, 'fieldMissing');
	if (typeof value !== 'string') return addIssue(context, 'fieldNotText');
	const trimmed = value.trim();
	if (trimmed === '') return addIssue(context, 'fieldMissing');
	// The contract names stray whitespace as a cause of 401; \p{C} also matches zero-width characters.
	if (/[\s\p{C}]/u.test(trimmed)) return addIssue(context, 'fieldHasWhitespace');
	return trimmed;
});

const address = text.transform((value, context) => {
	if (!URL.canParse(value)) return addIssue(context, 'addressMalformed');
	const url = new URL(value);
	if (url.protocol === 'http:' && !LOOPBACK_HOSTS.has(url.hostname)) {
		return addIssue(context, 'addressNotHttps');
	}
	const isPlain = url.username + url.password === '' && !/[?#]/.test(value);
	if (!PROTOCOLS.has(url.protocol) || !isPlain) return addIssue(context, 'addressMalformed');
	return url.href.replace(/\/+$/, '');
});

const scopes = z.unknown().transform((value, context) => {
	const names: unknown =
		typeof value === 'string' ? value.split(/\s/).filter(Boolean) : (value ?? []);
	return isListOfScopes(names) ? names : addIssue(context, 'scopesMalformed');
});

const schema = z
	.object({
		authUrl: address,
		baseUrl: address,
		clientId: text,
		refreshToken: text,
		orgId: text,
		scopes,
	})
	.transform(({ authUrl, ...rest }): Settings => {
		const exchanged = [authUrl, rest.clientId, rest.refreshToken];
		return {
			...rest,
			id: createHash('sha256').update(JSON.stringify(exchanged)).digest('base64'),
			tokenUrl: `${authUrl}/token`,
			origin: new URL(rest.baseUrl).origin,
		};
	});

/** Caches settings by the object that n8n passes in, which is the same for every page. */
const parsed = new WeakMap<object, { values: unknown[]; settings: Settings }>();

/**
 * Validates the credential's values (contract: "Credentials").
 *
 * Values are trimmed, and refused if they contain whitespace. Addresses must be https, or http on an
 * exact loopback host; trailing slashes are removed.
 *
 * @param credentials what n8n stores, with expressions resolved
 * @throws ContactsApiError that names the first field that is missing or malformed
 */
export function parseSettings(credentials: ICredentialDataDecryptedObject): Settings {
	const values = Object.keys(labels).map((field) => credentials[field]);
	const known = parsed.get(credentials);
	if (known?.values.every((value, index) => value === values[index])) return known.settings;

	const result = schema.safeParse(credentials);
	if (!result.success) {
		const { path, message } = result.error.issues[0]!;
		throw new ContactsApiError(message as 'fieldMissing', labels[String(path[0])]!);
	}
	parsed.set(credentials, { values, settings: result.data });
	return result.data;
}
