import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';
// The API of zod 3, which zod 4 has, too: n8n provides one of them.
import { z } from 'zod/v3';

import { ContactsApiError } from './credentialErrors';
import { trimSlashes } from './trimSlashes';

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

/** Plain http is safe only if nothing leaves the machine. */
const SECURE_URL = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$))/i;

/** Paths in the contract's examples: people paste the whole URL. */
const REQUEST_PATH = /\/(token|v1\/contacts)$/i;

/** The contract names stray whitespace as a cause of 401; \p{C} also matches zero-width characters. */
const UNBROKEN = /^[^\s\p{C}]*$/u;

/** Characters of a scope name (RFC 6749, section 3.3). */
const SCOPE_NAME = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

const PATH = 'must not end with /token, /v1 or /v1/contacts, which are added to the address';

// Messages say what is wrong with a field, without its value.
const text = z
	.string({ invalid_type_error: 'must be text' })
	.trim()
	.regex(UNBROKEN, 'must not contain a space, a line break or an invisible character');

const orEmpty = (value: unknown) => value ?? '';
const required = z.preprocess(orEmpty, text.min(1, 'must not be empty'));

const address = required
	.refine(
		(value) => SECURE_URL.test(value),
		'must begin with https://, or with http:// for localhost, 127.0.0.1 and [::1] only',
	)
	.refine(isPlainUrl, 'must be a web address without a user name, "?" or "#"')
	.refine((value) => !REQUEST_PATH.test(trimSlashes(value)), PATH)
	.transform((value) => trimSlashes(new URL(value).href));

/** Whether a text is a URL without a user name, a password, a query and a fragment. */
function isPlainUrl(value: string): boolean {
	if (!URL.canParse(value) || /[?#]/.test(value)) return false;
	const { username, password } = new URL(value);
	return username + password === '';
}

const SCOPES = 'must be a list of scope names, or text with spaces between them';
const scopes = z.preprocess(
	(names) => (typeof names === 'string' ? names.split(/\s/).filter(Boolean) : (names ?? [])),
	z
		.array(z.string({ message: SCOPES }).regex(SCOPE_NAME, SCOPES), { message: SCOPES })
		.transform(withoutPermissions),
);

/** n8n's editor puts its own permissions, such as `credential:create`, into the scopes of a new credential. */
function withoutPermissions(names: string[]): string[] {
	const isOfEditor = names.some((name) => name.startsWith('credential:'));
	return isOfEditor ? names.filter((name) => !name.includes(':')) : names;
}

/** The fields, described by their labels in the form. */
const fields = z.object({
	authUrl: address.describe('Auth URL'),
	// The version is part of the path that is added.
	baseUrl: address.refine((value) => !/\/v1$/i.test(value), PATH).describe('Base URL'),
	clientId: required.describe('Client ID'),
	refreshToken: required.describe('Refresh Token'),
	// No request needs it.
	orgId: z.preprocess(orEmpty, text).describe('Organization ID'),
	scopes: scopes.describe('Scopes'),
});

/** Caches settings by the object that n8n passes in, which is the same for every page. */
const parsed = new WeakMap<object, { values: unknown[]; settings: Settings }>();

/**
 * Validates the credential's values (contract: "Credentials"). They are trimmed, and refused if they
 * contain whitespace. Addresses must be https, or http on an exact loopback host.
 *
 * @throws ContactsApiError that names the first field that is missing or malformed
 */
export function parseSettings(credentials: ICredentialDataDecryptedObject): Settings {
	const values = Object.keys(fields.shape).map((field) => credentials[field]);
	const known = parsed.get(credentials);
	if (known?.values.every((value, index) => value === values[index])) return known.settings;

	const { data, error } = fields.safeParse(credentials);
	if (error) {
		const { path, message: problem } = error.issues[0]!;
		const field = fields.shape[path[0] as keyof typeof fields.shape].description;
		throw new ContactsApiError('fieldInvalid', { field, problem });
	}
	const { authUrl, ...rest } = data;
	const { origin } = new URL(rest.baseUrl);
	const identity = [authUrl, rest.clientId, rest.refreshToken, origin];
	const id = createHash('sha256').update(JSON.stringify(identity)).digest('base64');
	const settings = { ...rest, id, tokenUrl: `${authUrl}/token`, origin };
	parsed.set(credentials, { values, settings });
	return settings;
}
