import type { KnownScopes } from '../../../credentials/contactsApi/authenticate';
import {
	apiRequest,
	ASK_THE_OPERATOR,
	type FailureDetails,
	failureMessage,
	type FailureReason,
} from '../../../credentials/contactsApi/failureMessages';
import { ContactsError, LARGE_PAGES } from '../contactsError';
import { formatNames } from '../quotableName';

/** The contract names the scopes, but not which call needs which; listing is a read. */
const NEEDED_SCOPE = 'contacts.read';

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
	const own = { ...words, remedies, additions: ADDITIONS };
	return new ContactsError(reason, failureMessage(reason, own, details));
}

const LIMITED = `The same token has just been accepted, so a firewall or a rate limit may have refused this request: raise 'Request Interval (Ms)' in the 'Options' of the Contacts node, or try again later. Otherwise: `;

function forbiddenRemedy({ granted, configured, hasRead }: TokenFacts): string {
	const scopes = formatNames(granted ?? configured) || 'none';
	return `${hasRead ? LIMITED : ''}The client is not active (it may be revoked), the organization lacks a permission, or the token lacks a scope: listing probably needs ${NEEDED_SCOPE}, and ${granted ? 'the token has' : 'the credential lists'} ${scopes}. In each case, ${ASK_THE_OPERATOR}.`;
}
