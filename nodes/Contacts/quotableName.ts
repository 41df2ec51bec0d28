/** Names that the node gives: to a list that is the whole response, and to a sign. */
const OWN_NAMES = new Set(['the response itself', 'status 206']);

/** Longer names are of no use in a message. */
const MAX_LENGTH = 50;

/** Enough of a name to recognize a token that begins in the part that is shown. */
const MAX_READ = 200;

/** Letters and digits of all scripts, and what paths and common conventions for names need. */
const HARMLESS = /^[\p{L}\p{M}\p{N}_\-.$@:[\]]+$/u;

/** A name that belongs to contacts rather than to the service. OData's names look alike: `a@odata.b`. */
const EMAIL_ADDRESS = /[^.]@(?!odata\.)[^.]+\./;

/** The beginning of a JWT: the encoded `{"`. */
const JWT = /eyJ/;

/** A part of a path with digits, and too long for a word: an opaque token or an identifier. */
const OPAQUE = /(?=[^.:[\]]*\d)[^.:[\]]{20,}/;

/**
 * Returns a name from a response as messages may show it. Names can hold data, and even tokens.
 *
 * @param name of a field or a header, a path of names, or a name that the node gives
 * @returns the name, cut to 50 characters, or "(not shown)" if it may be more than a name
 */
export function quotableName(name: string): string {
	if (OWN_NAMES.has(name)) return name;
	const start = name.slice(0, MAX_READ);
	const isHarmless =
		HARMLESS.test(start) && ![EMAIL_ADDRESS, JWT, OPAQUE].some((pattern) => pattern.test(start));
	return isHarmless ? start.slice(0, MAX_LENGTH) : '(not shown)';
}
