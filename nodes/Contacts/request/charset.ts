import { orUndefined } from '../../../credentials/contactsApi/orUndefined';

/** A parameter of `Content-Type` (RFC 9110, section 8.3.1). */
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/** The charset that a response claims to have; JSON is in UTF-8 (RFC 8259, section 8.1). */
export function charsetOf(headers: Headers): string {
	return CHARSET.exec(headers.get('content-type') ?? '')?.[1] ?? 'utf-8';
}

/** @returns undefined for an unknown charset, and for bytes that are not valid in it */
export function toUtf8(body: Uint8Array, charset: string): Uint8Array | undefined {
	return orUndefined(() => {
		const decoder = new TextDecoder(charset, { fatal: true });
		// As a stream: Node.js 20 decodes windows-1252 as Latin-1 otherwise.
		return Buffer.from(decoder.decode(body, { stream: true }) + decoder.decode());
	});
}
