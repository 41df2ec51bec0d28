import type { Destination } from './callerRequest';
import { ContactsApiError } from './errors';

/** n8n's HTTP client resolves every other URL against `baseURL`. */
const ABSOLUTE_URL = /^([a-z][a-z\d+\-.]*:)?\/\//i;

/**
 * Resolves where a request goes, and refuses every origin but one.
 *
 * Send the request to the returned URL: what was checked is then what is used.
 *
 * @param destination `url` or `uri`, absolute or relative to `baseURL`
 * @param origin the only origin allowed, e.g. `https://api.example.com:8443`
 * @throws ContactsApiError when the URL is incomplete, has a user name or another origin, or when the
 * request lets somebody else answer for the origin: certificate checks off, or its own proxy
 */
export function resolveTarget(destination: Destination, origin: string): URL {
	const target = resolveUrl(destination);
	if (target === undefined || target.username + target.password !== '') {
		throw new ContactsApiError('urlMalformed');
	}
	if (target.origin !== origin) throw new ContactsApiError('otherOrigin', origin);
	if (checksNoCertificate(destination)) throw new ContactsApiError('certificateUnchecked');
	if (destination.proxy) throw new ContactsApiError('ownProxy');
	return target;
}

function resolveUrl({ url, uri, baseURL }: Destination): URL | undefined {
	const path = String(url ?? uri ?? '').trim();
	const base = String(baseURL ?? '').trim();
	const whole =
		base === '' || ABSOLUTE_URL.test(path)
			? path
			: `${base.replace(/\/+$/, '')}/${path.replace(/^\//, '')}`;
	return URL.canParse(whole) ? new URL(whole) : undefined;
}

function checksNoCertificate(destination: Destination): boolean {
	return (
		destination.skipSslCertificateValidation === true ||
		destination.rejectUnauthorized === false ||
		destination.agentOptions?.rejectUnauthorized === false
	);
}
