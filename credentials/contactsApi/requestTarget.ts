import type { IHttpRequestOptions } from 'n8n-workflow';

import { ContactsApiError } from './errors';

/** Options of n8n's HTTP helper, or of the older one that the HTTP Request node uses. */
export interface RequestOptions extends IHttpRequestOptions {
	uri?: string;
	rejectUnauthorized?: boolean;
}

/** What n8n's HTTP client takes for absolute; all else is put behind `baseURL`. */
const ABSOLUTE_URL = /^([a-z][a-z\d+\-.]*:)?\/\//i;

/**
 * Resolves where a request goes and refuses every place but one.
 *
 * The caller sends the request to what is returned here, so that what was checked is what is used.
 *
 * @param options as the node built them: `url` or `uri`, absolute or behind `baseURL`
 * @param origin the only origin allowed, e.g. `https://api.example.com:8443`
 * @throws ContactsApiError when the URL is incomplete, has a user name or another origin, or when the
 * request lets somebody else answer for the origin: certificate checks off, or its own proxy
 */
export function resolveTarget(options: RequestOptions, origin: string): URL {
	const target = resolveUrl(options);
	if (target === undefined || target.username + target.password !== '') {
		throw new ContactsApiError('urlMalformed');
	}
	if (target.origin !== origin) throw new ContactsApiError('otherOrigin', origin);
	if (checksNoCertificate(options)) throw new ContactsApiError('certificateUnchecked');
	if (options.proxy) throw new ContactsApiError('ownProxy');
	return target;
}

function resolveUrl({ url, uri, baseURL }: RequestOptions): URL | undefined {
	const path = String(url ?? uri ?? '').trim();
	const base = String(baseURL ?? '').trim();
	const whole =
		base === '' || ABSOLUTE_URL.test(path)
			? path
			: `${base.replace(/\/+$/, '')}/${path.replace(/^\//, '')}`;
	return URL.canParse(whole) ? new URL(whole) : undefined;
}

function checksNoCertificate(options: RequestOptions): boolean {
	return (
		options.skipSslCertificateValidation === true ||
		options.rejectUnauthorized === false ||
		options.agentOptions?.rejectUnauthorized === false
	);
}
