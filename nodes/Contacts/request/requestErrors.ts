import type { KnownScopes } from '../../../credentials/contactsApi/authenticate';
import {
	apiRequest,
	ASK_THE_OPERATOR,
	type FailureDetails,
	failureMessage,
	type FailureReason,
	type RequestWords,
} from '../../../credentials/contactsApi/failureMessages';
import { ContactsError, errorsOf } from '../contactsError';
import { formatNames, quotableName } from '../quotableName';
import { type ExceededLimit, RESPONSE_LIMITS } from './parseWithinBudget';

/** The contract names the scopes, but not which call needs which; listing is a read. */
const NEEDED_SCOPE = 'contacts.read';

const LARGE_PAGES =
	"Large pages are the commonest reason: lower 'Page Size', so that the service has less to send at a time.";

const CHECK_BASE_URL = "Check 'Base URL' in the Contacts API credential";

const WRONG_WAY = `The way to the next page, as recognized or set, may be wrong: check 'Pagination' in the 'Options' of the Contacts node.`;

const OTHER_PARAMETERS = `The page size is not the reason, since the request was refused without one. Add the parameters that the API's documentation requires to 'Query Parameters', or correct those that are there. If this keeps happening, ${ASK_THE_OPERATOR} what it accepts.`;

/** What is known about the token that was refused. */
interface TokenFacts extends KnownScopes {
	/** Whether the same list was read with it just before. */
	hasRead: boolean;
}

/** Explains why a page was not received. */
export function requestError(
	reason: FailureReason,
	page: number,
	details?: FailureDetails,
	token?: TokenFacts,
): ContactsError {
	return new ContactsError(reason, failureMessage(reason, pageRequest(page, token), details));
}

function pageRequest(page: number, token?: TokenFacts): RequestWords {
	const words = apiRequest(`page ${page}`);
	return {
		...words,
		remedies: {
			...words.remedies,
			...(token && { forbidden: forbiddenRemedy(token) }),
			refused: page > 1 ? WRONG_WAY : OTHER_PARAMETERS,
			...(page > 1 && { notFound: WRONG_WAY }),
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

const LIMITED = `The same token has just been accepted, so a firewall or a rate limit may have refused this request: raise 'Request Interval (Ms)' in the 'Options' of the Contacts node, or try again later. Otherwise: `;

function forbiddenRemedy({ granted, configured, hasRead }: TokenFacts): string {
	const scopes = formatNames(granted ?? configured) || 'none';
	return `${hasRead ? LIMITED : ''}The client is not active (it may be revoked), the organization lacks a permission, or the token lacks a scope: listing needs ${NEEDED_SCOPE}, and ${granted ? 'the token has' : 'the credential lists'} ${scopes}. In each case, ${ASK_THE_OPERATOR}.`;
}

const EXCEEDED: Record<ExceededLimit, string> = {
	tooManyValues: `${RESPONSE_LIMITS.values.toLocaleString('en')} values`,
	nestedTooDeep: `${RESPONSE_LIMITS.depth} levels of objects and lists`,
	nameTooLong: `${RESPONSE_LIMITS.nameBytes.toLocaleString('en')} bytes in the name of a field`,
};

/** Explains why nothing is requested, or a response cannot be read. */
export const responseError = errorsOf({
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
		description: `They are not valid UTF-8, nor valid in the charset that the header Content-Type names, which is ${quotableName(charset)}: ${ASK_THE_OPERATOR} to send JSON in UTF-8.`,
	}),
	limitExceeded: (page: number, limit: ExceededLimit) => ({
		message: `The response for page ${page} has more than ${EXCEEDED[limit]}`,
		description: `${LARGE_PAGES} ${CHECK_BASE_URL}, too: no list of contacts needs as much for a single one.`,
	}),
});
