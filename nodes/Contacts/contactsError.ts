import type { KnownScopes } from '../../credentials/contactsApi/authenticate';
import { type ErrorMessage, ExplainedError } from '../../credentials/contactsApi/explainedError';
import {
	apiRequest,
	ASK_THE_OPERATOR,
	type FailureDetails,
	failureMessage,
	type FailureReason,
} from '../../credentials/contactsApi/failureMessages';
import { formatNames } from './quotableName';

/** The only error that the node throws; those of the credential are ContactsApiErrors. */
export class ContactsError extends ExplainedError {
	/** Of the service's response, if it is an error. */
	readonly status = this.userMessage.status;
}

const CHECK_BASE_URL = "Check 'Base URL' in the Contacts API credential";

const LARGE_PAGES = `Large pages are the most common reason: lower 'Page Size', so that the service has less to send at a time.`;

/** The failures besides those of requests and of lists. Messages have no names, see `ErrorMessage`. */
const MESSAGES = {
	// Values of the form, or of expressions

	valueInvalid: (label: string, expected: string) => ({
		message: `'${label}' is not ${expected}`,
		description: `Enter ${expected}, or make the expression return it.`,
	}),
	fieldsMissing: (missing: string[], fields: string[]) => ({
		message: 'None of the contacts has the chosen fields',
		description: `Missing: ${formatNames(missing)}. Choose fields of the first contact: ${formatNames(fields)}.`,
	}),
	queryParameterInvalid: (name: string) => ({
		message: 'The value of a query parameter is not text, a number, a boolean or a date',
		description: `Change the expression for ${formatNames([name])} in 'Query Parameters' of the Contacts node. To leave the parameter out, make it return undefined.`,
	}),
	queryParameterReserved: (name: string, setting: 'Page Size' | 'Pagination') => ({
		message: 'A query parameter is set by the Contacts node itself',
		description: `Remove ${formatNames([name])} from 'Query Parameters', and use '${setting}' instead.`,
	}),
	continuationInvalid: () => ({
		message: "'Continuation' does not belong to this list",
		description:
			"Enter the 'continuation' of the previous page unchanged, with the same version of the node, credential, 'Page Size', 'Query Parameters', 'Contacts Field' and 'Pagination', or leave it empty to start with the first page. If the field shows an expression, switch it from Fixed to Expression.",
	}),

	// Addresses and responses

	blocked: (field: 'Base URL' | 'Auth URL') => ({
		message: `n8n does not permit requests to the address in the credential's '${field}'`,
		description: `n8n's protection against requests to internal addresses (SSRF) is on. Check '${field}' in the Contacts API credential; if it is right, ask the administrator of n8n to allow its host.`,
	}),
	notJson: (page: number) => ({
		message: `The response for page ${page} is not JSON`,
		description: `${CHECK_BASE_URL}: it may be the address of a website or of another service.`,
	}),
	textInvalid: (page: number, charset: string) => ({
		message: `The response for page ${page} has characters that cannot be read`,
		description: `They are not valid UTF-8, nor valid in the charset that the header Content-Type names, which is ${formatNames([charset])}: ${ASK_THE_OPERATOR} to send JSON in UTF-8.`,
	}),
	limitExceeded: (page: number, limit: string) => ({
		message: `The response for page ${page} has more than ${limit}`,
		description: `${LARGE_PAGES} ${CHECK_BASE_URL}, too: a single contact never needs as much.`,
	}),
} satisfies Record<string, (...details: never[]) => ErrorMessage>;

export function contactsError<Reason extends keyof typeof MESSAGES>(
	reason: Reason,
	...details: Parameters<(typeof MESSAGES)[Reason]>
): ContactsError {
	const messageOf: (...details: never[]) => ErrorMessage = MESSAGES[reason];
	return new ContactsError(reason, messageOf(...(details as never[])));
}

const WRONG_WAY = `The way to the next page, as recognized or set, may be wrong: check 'Pagination' in the 'Options' of the Contacts node.`;

const OTHER_PARAMETERS = `Set 'Page Size' and 'Query Parameters' to what the API's documentation allows. If this keeps happening, ${ASK_THE_OPERATOR} what it accepts.`;

/** What is known about the token that was refused. */
interface TokenFacts extends KnownScopes {
	/** Whether the same list was read with it just before. */
	hasRead: boolean;
}

const ADDITIONS = {
	rateLimited: "Or raise 'Page Size', so that fewer requests are needed.",
	failed: LARGE_PAGES,
	timedOut: LARGE_PAGES,
	brokenOff: LARGE_PAGES,
	tooLarge: LARGE_PAGES,
};

/** Explains why a page was not received. */
export function requestError(
	reason: FailureReason,
	page: number,
	details?: FailureDetails,
	token?: TokenFacts,
): ContactsError {
	const words = apiRequest(`page ${page}`);
	const remedies = {
		...words.remedies,
		...(token && { forbidden: forbiddenRemedy(token) }),
		refused: OTHER_PARAMETERS,
		...(page > 1 && { refused: WRONG_WAY, notFound: WRONG_WAY }),
	};
	const ownWords = { ...words, remedies, additions: ADDITIONS };
	return new ContactsError(reason, failureMessage(reason, ownWords, details));
}

const LIMITED = `The same token has just been accepted, so a firewall or a rate limit may have refused this request: raise 'Request Interval (Ms)' in the 'Options' of the Contacts node, or try again later. Otherwise: `;

/** The contract names the scopes, but not which call needs which; listing is a read. */
function forbiddenRemedy({ granted, configured, hasRead }: TokenFacts): string {
	const scopes = formatNames(granted ?? configured) || 'none';
	return `${hasRead ? LIMITED : ''}The client is not active (it may be revoked), the organization lacks a permission, or the token lacks a scope: listing probably needs contacts.read, and ${granted ? 'the token has' : 'the credential lists'} ${scopes}. In each case, ${ASK_THE_OPERATOR}.`;
}
