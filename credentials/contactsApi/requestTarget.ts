import type { Destination } from './callerRequest';
import { ContactsApiError } from './credentialErrors';
import { trimSlashes } from './trimSlashes';

/** n8n's HTTP client resolves all other URLs against `baseURL`. */
const ABSOLUTE_URL = /^([a-z][a-z\d+\-.]*:)?\/\//i;

/**
 * Resolves the URL of a request, and refuses every origin but one.
 *
 * @returns the URL that was checked and must be used
 * @throws ContactsApiError when the URL is incomplete, has a user name or another origin, or when the
 * request could be answered by another host: it turns off certificate checks or names a proxy
 */
export function resolveTarget(destination: Destination, origin: string): URL {
	const { rejectUnauthorized, agentOptions, skipSslCertificateValidation, proxy } = destination;
	const target = resolveUrl(destination);
	if (!target || target.username + target.password !== '') {
		throw new ContactsApiError('urlMalformed');
	}
	// The URL in a blob: URL has the same origin.
	const isWeb = target.protocol === 'https:' || target.protocol === 'http:';
	if (!isWeb || target.origin !== origin) throw new ContactsApiError('otherOrigin', { origin });
	const isChecked = rejectUnauthorized !== false && agentOptions?.rejectUnauthorized !== false;
	if (!isChecked || skipSslCertificateValidation === true || proxy) {
		throw new ContactsApiError('connectionUnsafe');
	}
	return target;
}

function resolveUrl({ url, uri, baseURL }: Destination): URL | undefined {
	const path = String(url ?? uri ?? '').trim();
	const base = String(baseURL ?? '').trim();
	const isWhole = base === '' || ABSOLUTE_URL.test(path);
	const whole = isWhole ? path : `${trimSlashes(base)}/${path.replace(/^\//, '')}`;
	return URL.canParse(whole) ? new URL(whole) : undefined;
}
