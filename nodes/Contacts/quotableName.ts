/** The name that the node gives to a list that is the whole response. */
const WHOLE = 'the response itself';

/** Stands for what may be more than a name. */
export const HIDDEN = '(not shown)';

/** Longer names are hidden rather than cut: a part of a token would be harder to recognize. */
const MAX_LENGTH = 80;

/** Letters and digits of all scripts, and what paths and common conventions for names need. */
const HARMLESS = /^[\p{L}\p{M}\p{N}_\-.$@:[\]]+$/u;

/** A name that belongs to contacts rather than to the service. OData's names look alike: `a@odata.b`. */
const EMAIL_ADDRESS = /[^.]@(?!odata\.)[^.]+\./;

/** A part of a path with digits, and too long for a word: an opaque token or an identifier. */
const OPAQUE = /(?=[^.:[\]]*\d)[^.:[\]]{20,}/;

/**
 * Returns a name from a response, or a path of names, as messages may show it: "(not shown)" if it is
 * long or may be data or a token. `Secrets` recognizes those of the credential.
 */
export function quotableName(name: string): string {
	const mayBeData = name.length > MAX_LENGTH || EMAIL_ADDRESS.test(name) || OPAQUE.test(name);
	const isHarmless = !mayBeData && HARMLESS.test(name);
	return name === WHOLE || isHarmless ? name : HIDDEN;
}

/** Whether a name may be shown as it is. */
export const isQuotable = (name: string) => quotableName(name) === name;

/** More names would not fit into n8n's error panel. */
const MAX_NAMES = 20;

/** Lists names of fields. Those that may be more than names are not shown, and listed once. */
export function formatNames(names: readonly string[]): string {
	const shown = [...new Set(names.slice(0, MAX_NAMES).map(quotableName))];
	return [...shown, ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ');
}
