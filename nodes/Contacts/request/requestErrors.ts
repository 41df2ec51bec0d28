import type { KnownScopes } from '../../../credentials/contactsApi/authenticate';
import { ExplainedError } from '../../../credentials/contactsApi/explainedError';
import {
	apiRequest,
	ASK_THE_OPERATOR,
	type FailureDetails,
	failureMessage,
	failureTable,
	type RequestWords,
} from '../../../credentials/contactsApi/http/failureMessages';
import { quotableName } from '../quotableName';
import { RESPONSE_LIMITS } from '../response/parseWithinBudget';

/** The contract names the scopes, but not which call needs which; listing is a read. */
const NEEDED_SCOPE = 'contacts.read';

/** Every failure of a request for a page, and of its response as JSON. */
const messages = {
	...failureTable(
		(reason) => (page: number, details?: FailureDetails, scopes?: KnownScopes) =>
			failureMessage(reason, pageRequest(page, scopes), details),
	),
	blocked: (field: 'Base URL' | 'Auth URL') =>
		`n8n does not permit requests to the address in the credential's '${field}'. n8n's protection against requests to internal addresses (SSRF) is on. Check '${field}' in the Contacts API credential; if it is right, ask the administrator of n8n to allow its host.`,
	// n8n marks the execution as canceled when the message contains this word.
	canceled: () =>
		`The execution was canceled before all contacts were received. None of them are returned. Start the execution again when you want to.`,
	notJson: (page: number) =>
		`The response for page ${page} is not JSON. Check 'Base URL' in the Contacts API credential: it may be the address of a website or of another service.`,
	textInvalid: (page: number, charset = 'UTF-8') =>
		`The response for page ${page} is not valid ${quotableName(charset)}. Some of its characters cannot be read: ${ASK_THE_OPERATOR} to send JSON in UTF-8, or to name the right charset in the header Content-Type.`,
	charsetUnknown: (page: number, charset: string) =>
		`The response for page ${page} has the unknown charset ${quotableName(charset)}. Node.js does not know this name in the header Content-Type: ${ASK_THE_OPERATOR} to send JSON in UTF-8.`,
	numberTooLarge: (page: number) =>
		`The response for page ${page} has a number above 1.8e308. JavaScript reads it as Infinity, which n8n cannot store: ${ASK_THE_OPERATOR} to send such numbers as text.`,
	tooManyValues: (page: number) =>
		`The response for page ${page} has more than ${RESPONSE_LIMITS.values.toLocaleString('en')} values. Lower 'Page Size' so that the service has less to send at a time.`,
	nestedTooDeep: (page: number) =>
		`The response for page ${page} is nested more than ${RESPONSE_LIMITS.depth} levels deep. Check 'Base URL' in the Contacts API credential: no list of contacts needs so many levels. If it is right, ask the operator of the service.`,
	nameTooLong: (page: number) =>
		`The response for page ${page} has a field with a name of more than ${RESPONSE_LIMITS.nameBytes.toLocaleString('en')} bytes. Check 'Base URL' in the Contacts API credential: no list of contacts needs such names. If it is right, ask the operator of the service.`,
};

/** A page that was not received, or whose response is not usable JSON. */
export class RequestError<
	Reason extends keyof typeof messages = keyof typeof messages,
> extends ExplainedError {
	static readonly messages = messages;

	/** Status of the service's response, if it is an error. */
	readonly status?: number;

	constructor(reason: Reason, ...details: Parameters<(typeof messages)[Reason]>) {
		super(messages, reason, details);
		const { httpCode } = this.userMessage;
		if (httpCode) this.status = Number(httpCode);
	}
}

const WRONG_WAY = `The way to the next page, as recognized or set, may be wrong: check 'Pagination' in the 'Options' of the Contacts node.`;

const OTHER_PARAMETERS = `The page size is not the reason, since the request was refused without one. Add the parameters that the API's documentation requires to 'Query Parameters', or correct those that are there. If this keeps happening, ${ASK_THE_OPERATOR} what it accepts.`;

const LOWER_PAGE_SIZE = "Or lower 'Page Size', so that the service has less to send at a time.";

function pageRequest(page: number, scopes?: KnownScopes): RequestWords {
	const words = apiRequest(`page ${page}`);
	return {
		...words,
		...(page > 1 && { notFound: `The Contacts API did not find page ${page}` }),
		remedies: {
			...words.remedies,
			...(scopes && { forbidden: forbiddenRemedy(scopes) }),
			refused: OTHER_PARAMETERS,
			...(page > 1 && { notFound: WRONG_WAY, refused: WRONG_WAY }),
		},
		besides: {
			rateLimited: "Or raise 'Page Size', so that fewer requests are needed.",
			timedOut: LOWER_PAGE_SIZE,
			brokenOff: LOWER_PAGE_SIZE,
			tooLarge: LOWER_PAGE_SIZE,
		},
	};
}

/** A scope name (RFC 6749, section 3.3), of a length that fits into a message, and no markup. */
const SCOPE_NAME = /^[\x21\x23-\x25\x27-\x3b\x3d\x3f-\x5b\x5d-\x7e]{1,100}$/;

/** More scopes would not help to find the one that is missing. */
const MAX_SCOPES = 10;

function forbiddenRemedy({ granted, configured }: KnownScopes): string {
	const others =
		'the client is not active (it may be revoked), or the organization lacks a permission';
	if (granted?.includes(NEEDED_SCOPE)) return `Either ${others}: ${ASK_THE_OPERATOR}.`;
	if (granted) {
		return `The token lacks ${NEEDED_SCOPE}, which listing needs; it has ${formatScopes(granted)}. Other possible causes: ${others}. In each case, ${ASK_THE_OPERATOR}.`;
	}
	return `The client is not active (it may be revoked), the organization lacks a permission, or the token lacks a scope: listing needs ${NEEDED_SCOPE}, and the credential lists ${formatScopes(configured)}, and the token response named none. In each case, ${ASK_THE_OPERATOR}.`;
}

function formatScopes(names: readonly string[]): string {
	const shown = names.filter((name) => SCOPE_NAME.test(name)).slice(0, MAX_SCOPES);
	return [...shown, ...(names.length > shown.length ? ['…'] : [])].join(', ') || 'none';
}

/** Whether a service may answer so to a parameter that it does not know; not if it is down. */
export function isRejection(error: unknown): error is RequestError {
	return (
		error instanceof RequestError &&
		['notFound', 'refused', 'notJson', 'failed', 'redirected'].includes(error.reason) &&
		![502, 503, 504].includes(error.status!)
	);
}
