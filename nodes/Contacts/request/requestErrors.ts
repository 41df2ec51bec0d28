import type { KnownScopes } from '../../../credentials/contactsApi/authenticate';
import {
	apiRequest,
	ASK_THE_OPERATOR,
	type FailureDetails,
	failureMessage,
	failureTable,
	type RequestWords,
} from '../../../credentials/contactsApi/failureMessages';
import { errorsOf } from '../contactsError';
import { formatNames, quotableName } from '../quotableName';
import { RESPONSE_LIMITS } from './parseWithinBudget';

/** The contract names the scopes, but not which call needs which; listing is a read. */
const NEEDED_SCOPE = 'contacts.read';

const LOWER_PAGE_SIZE = "Lower 'Page Size', so that the service has less to send at a time.";

const LARGE_PAGES = `Large pages are the commonest reason: l${LOWER_PAGE_SIZE.slice(1)}`;

const CHECK_BASE_URL = "Check 'Base URL' in the Contacts API credential";

/** Every failure to get a page, or to read its response as JSON. */
export const requestMessages = {
	...failureTable(
		(reason) => (page: number, details?: FailureDetails, token?: TokenFacts) =>
			failureMessage(reason, pageRequest(page, token), details),
	),
	blocked: (field: 'Base URL' | 'Auth URL') => ({
		message: `n8n does not permit requests to the address in the credential's '${field}'`,
		description: `n8n's protection against requests to internal addresses (SSRF) is on. Check '${field}' in the Contacts API credential; if it is right, ask the administrator of n8n to allow its host.`,
	}),
	// n8n marks the execution as canceled when the message contains this word.
	canceled: () => ({
		message: 'The execution was canceled before all contacts were received',
		description: 'None of them are returned. Start the execution again when you want to.',
	}),
	notJson: (page: number) => ({
		message: `The response for page ${page} is not JSON`,
		description: `${CHECK_BASE_URL}: it may be the address of a website or of another service.`,
	}),
	textInvalid: (page: number, charset: string) => ({
		message: `The response for page ${page} has characters that cannot be read`,
		description: `They are not valid UTF-8, nor valid in the charset that the header Content-Type names, which is ${quotableName(charset)}: ${ASK_THE_OPERATOR} to send JSON in UTF-8.`,
	}),
	numberTooLarge: (page: number) => ({
		message: `The response for page ${page} has a number above 1.8e308`,
		description: `JavaScript reads it as Infinity, which n8n cannot store: ${ASK_THE_OPERATOR} to send such numbers as text.`,
	}),
	tooManyValues: (page: number) => ({
		message: `The response for page ${page} has more than ${RESPONSE_LIMITS.values.toLocaleString('en')} values`,
		description: LOWER_PAGE_SIZE,
	}),
	nestedTooDeep: (page: number) => ({
		message: `The response for page ${page} is nested more than ${RESPONSE_LIMITS.depth} levels deep`,
		description: `${CHECK_BASE_URL}: no list of contacts needs so many levels. If it is right, ${ASK_THE_OPERATOR}.`,
	}),
	nameTooLong: (page: number) => ({
		message: `The response for page ${page} has a field with a name of more than ${RESPONSE_LIMITS.nameBytes.toLocaleString('en')} bytes`,
		description: `${CHECK_BASE_URL}: no list of contacts needs such names. If it is right, ${ASK_THE_OPERATOR}.`,
	}),
};

export const requestError = errorsOf(requestMessages);

const WRONG_WAY = `The way to the next page, as recognized or set, may be wrong: check 'Pagination' in the 'Options' of the Contacts node.`;

const OTHER_PARAMETERS = `The page size is not the reason, since the request was refused without one. Add the parameters that the API's documentation requires to 'Query Parameters', or correct those that are there. If this keeps happening, ${ASK_THE_OPERATOR} what it accepts.`;

function pageRequest(page: number, token?: TokenFacts): RequestWords {
	const words = apiRequest(`page ${page}`);
	return {
		...words,
		...(page > 1 && { messages: { notFound: `The Contacts API did not find page ${page}` } }),
		remedies: {
			...words.remedies,
			...(token && { forbidden: forbiddenRemedy(token) }),
			refused: OTHER_PARAMETERS,
			...(page > 1 && { notFound: WRONG_WAY, refused: WRONG_WAY }),
		},
		additions: {
			rateLimited: "Or raise 'Page Size', so that fewer requests are needed.",
			failed: LARGE_PAGES,
			timedOut: LARGE_PAGES,
			brokenOff: LARGE_PAGES,
			tooLarge: LARGE_PAGES,
		},
	};
}

/** What is known about the token that was refused. */
interface TokenFacts extends KnownScopes {
	/** Whether the same list was read with it just before. */
	hasRead: boolean;
}

const LIMITED = `The same token has just been accepted, so a firewall or a rate limit may have refused this request: raise 'Request Interval (Ms)' in the 'Options' of the Contacts node, or try again later. Otherwise: `;

function forbiddenRemedy({ granted, configured, hasRead }: TokenFacts): string {
	const others =
		'the client is not active (it may be revoked), or the organization lacks a permission';
	const before = hasRead ? LIMITED : '';
	if (granted?.includes(NEEDED_SCOPE)) return `${before}Either ${others}: ${ASK_THE_OPERATOR}.`;
	if (granted) {
		return `${before}The token lacks ${NEEDED_SCOPE}, which listing needs; it has ${formatNames(granted) || 'none'}. Other possible causes: ${others}. In each case, ${ASK_THE_OPERATOR}.`;
	}
	return `${before}The client is not active (it may be revoked), the organization lacks a permission, or the token lacks a scope: listing needs ${NEEDED_SCOPE}, and the credential lists ${formatNames(configured) || 'none'}, and the token response named none. In each case, ${ASK_THE_OPERATOR}.`;
}
