import { orUndefined } from '../../../credentials/contactsApi/orUndefined';
import { RequestError } from './requestErrors';

/** A parameter of `Content-Type` (RFC 9110, section 8.3.1). */
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/**
 * Converts the body of a response from the charset that its `Content-Type` names.
 *
 * @returns the body in UTF-8, unchanged and unchecked if it is in UTF-8 already
 * @throws RequestError for an unknown charset, and for bytes that are not valid in it
 */
export function toUtf8(body: Uint8Array, headers: Headers, page: number): Uint8Array {
	const charset = CHARSET.exec(headers.get('content-type') ?? '')?.[1] ?? 'utf-8';
	const decoder = orUndefined(() => new TextDecoder(charset, { fatal: true }));
	if (!decoder) throw new RequestError('charsetUnknown', page, charset);
	if (decoder.encoding === 'utf-8') return body;
	// As a stream: Node.js 20 decodes windows-1252 as Latin-1 otherwise.
	const text = orUndefined(() => decoder.decode(body, { stream: true }) + decoder.decode());
	if (text === undefined) throw new RequestError('textInvalid', page, charset);
	return Buffer.from(text);
}
