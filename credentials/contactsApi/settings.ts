import { createHash } from 'node:crypto';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { z } from 'zod';

import { ContactsApiError } from './errors';

/** The credential's values, validated and normalized. */
export interface Settings {
	/** Hash of authUrl, clientId, refreshToken and origin, which identify a token and who accepts it. */
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
const LABELS = {
	authUrl: 'Auth URL',
	baseUrl: 'Base URL',
	clientId: 'Client ID',
	refreshToken: 'Refresh Token',
	orgId: 'Organization ID',
	scopes: 'Scopes',
};

/** Plain http is safe only if nothing leaves the machine. */
const SECURE_URL = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$))/i;

/** The contract names stray whitespace as a cause of 401; \p{C} also matches zero-width characters. */
const UNBROKEN = /^[^\s\p{C}]*$/u;

/** Characters of a scope name (RFC 6749, section 3.3). */
const SCOPE_NAME = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

const text = z.string().trim().min(1).regex(UNBROKEN);

const address = text
	.refine((value) => SECURE_URL.test(value))
	.superRefine((value, context) => {
		if (!isPlainUrl(value)) context.addIssue({ code: 'invalid_string', validation: 'url' });
	})
	.transform((value) => new URL(value).href.replace(/\/+$/, ''));

/** Whether a text is a URL without a user name, a password, a query and a fragment. */
function isPlainUrl(value: string): boolean {
	if (!URL.canParse(value) || /[?#]/.test(value)) return false;
	const { username, password } = new URL(value);
	return username + password === '';
}

const scopes = z
	.union([z.string().transform((names) => names.split(/\s/).filter(Boolean)), z.array(z.string())])
	.nullish()
	.transform((names) => names ?? [])
	.pipe(z.array(z.string().regex(SCOPE_NAME)));

const schema = z
	.object({
		authUrl: address,
		baseUrl: address,
		clientId: text,
		refreshToken: text,
		// No request needs it.
		orgId: z.string().trim().regex(UNBROKEN).nullish(),
		scopes,
	})
	.transform(({ authUrl, orgId, ...rest }): Settings => {
		const { origin } = new URL(rest.baseUrl);
		const identity = [authUrl, rest.clientId, rest.refreshToken, origin];
		return {
			...rest,
			orgId: orgId ?? '',
			id: createHash('sha256').update(JSON.stringify(identity)).digest('base64'),
			tokenUrl: `${authUrl}/token`,
			origin,
		};
	});

/** Why a value is refused. */
function reasonOf(issue: z.ZodIssue) {
	if (issue.path[0] === 'scopes') return 'scopesMalformed';
	switch (issue.code) {
		case 'invalid_type':
			return ['undefined', 'null'].includes(issue.received) ? 'fieldMissing' : 'fieldNotText';
		case 'too_small':
			return 'fieldMissing';
		case 'invalid_string':
			return issue.validation === 'url' ? 'addressMalformed' : 'fieldHasWhitespace';
		default:
			return 'addressNotHttps';
	}
}

/** Caches settings by the object that n8n passes in, which is the same for every page. */
const parsed = new WeakMap<object, { values: unknown[]; settings: Settings }>();

/**
 * Validates the credential's values (contract: "Credentials").
 *
 * Values are trimmed, and refused if they contain whitespace. The organization ID may be empty. Addresses must be https, or http on an
 * exact loopback host; trailing slashes are removed.
 *
 * @param credentials what n8n stores, with expressions resolved
 * @throws ContactsApiError that names the first field that is missing or malformed
 */
export function parseSettings(credentials: ICredentialDataDecryptedObject): Settings {
	const values = Object.keys(LABELS).map((field) => credentials[field]);
	const known = parsed.get(credentials);
	if (known?.values.every((value, index) => value === values[index])) return known.settings;

	const result = schema.safeParse(credentials);
	if (!result.success) {
		const issue = result.error.issues[0]!;
		throw new ContactsApiError(reasonOf(issue), LABELS[issue.path[0] as keyof typeof LABELS]);
	}
	parsed.set(credentials, { values, settings: result.data });
	return result.data;
}
