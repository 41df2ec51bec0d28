import { ExplainedError, formatMessage } from './explainedError';
import {
	ASK_THE_OPERATOR,
	type FailureDetails,
	failureMessage,
	failureTable,
	tokenRequest,
} from './http/failureMessages';

/**
 * Every failure of the credential. Messages contain field names, addresses that the user entered,
 * statuses and durations, but never a secret, a response body or the message of another library. They
 * avoid error codes such as those of Node.js: n8n replaces a message that contains one.
 */
const messages = {
	// Settings
	fieldMissing: (field: string) =>
		`The credential has no '${field}'. Open the Contacts API credential and fill in '${field}'. The operator of the service issues the values.`,
	fieldNotText: (field: string) =>
		`The credential's '${field}' is not text. Open the Contacts API credential and enter '${field}' as text. If it is an expression, make it return a string.`,
	fieldHasWhitespace: (field: string) =>
		`The credential's '${field}' contains a space, a line break or an invisible character. Copy '${field}' again from where the operator gave it to you, without spaces or line breaks.`,
	addressMalformed: (field: string) =>
		`The credential's '${field}' is not a web address. Enter '${field}' as the operator gave it to you, e.g. https://contacts.example.com, without a user name, "?" or "#".`,
	addressNotHttps: (field: string) =>
		`The credential's '${field}' does not begin with https://. Begin '${field}' with https://, e.g. https://contacts.example.com: the Contacts API is served over HTTPS only. Plain http:// is accepted for localhost, 127.0.0.1 and [::1] only.`,
	addressHasPath: (field: string) =>
		`The credential's '${field}' ends with the path of a request. Remove /token or /v1/contacts from the end of '${field}': it is added to the address.`,
	scopesMalformed: () =>
		`The credential's 'Scopes' is not a list of scope names. Select the scopes in the Contacts API credential, or make the expression return a list of names or one string with spaces between the names.`,

	// The request
	urlMalformed: () =>
		`The request has no complete web address. Enter the whole address, starting with the credential's 'Base URL' and without a user name or password in it.`,
	otherOrigin: (allowed: string) =>
		`The request goes to a different address than the one the credential is for. The access token is sent to ${allowed} only. Change the request's URL, or use a credential whose 'Base URL' is that address.`,
	certificateUnchecked: () =>
		`The request turns off certificate checks. The access token is not sent over a connection that anybody could answer. Turn off 'Ignore SSL Issues', and set NODE_EXTRA_CA_CERTS on n8n if the service uses a private certificate authority.`,
	ownProxy: () =>
		`The request names a proxy of its own. The access token is not sent through a proxy that a workflow chooses. Remove the request's proxy, and set HTTPS_PROXY and NODE_USE_ENV_PROXY=1 on n8n if it is behind one.`,

	// The token endpoint
	...failureTable(
		(reason) => (details?: FailureDetails) => failureMessage(reason, tokenRequest, details),
	),
	notATokenResponse: () =>
		`The authorization server's answer is not a token response. Check 'Auth URL' in the Contacts API credential: it may be the address of a website or of another service. If it is right, ${ASK_THE_OPERATOR}.`,
	notABearerToken: () =>
		`The authorization server's answer does not say that the token is a Bearer token. Check 'Auth URL' in the Contacts API credential. If it is right, ${ASK_THE_OPERATOR}: the API's documentation requires the token type Bearer.`,
	tokenUnusable: () =>
		`The authorization server's access token cannot be sent in a header. Check 'Auth URL' in the Contacts API credential. If it is right, ${ASK_THE_OPERATOR}: the token is empty, too long or has characters that no Bearer token has.`,
	scopeMalformed: () =>
		`The scopes in the authorization server's answer are not text. Check 'Auth URL' in the Contacts API credential. If it is right, ${ASK_THE_OPERATOR}: the API's documentation shows scopes as a string or a list of strings.`,
	tokenExpired: () =>
		`The authorization server returned an access token that has already expired. Check that the clock of the machine that n8n runs on is right. If it is, ${ASK_THE_OPERATOR}.`,

	// Renewal
	renewedTokenRejected: () =>
		`The Contacts API rejected an access token that had just been issued (401). Check that 'Auth URL' and 'Base URL' in the Contacts API credential belong to the same environment. If they do, the refresh token may be revoked: ${ASK_THE_OPERATOR}. A new access token is requested after a few seconds.`,
	sameTokenAgain: () =>
		`The Contacts API rejected the access token, and the authorization server returned the same one again. The refresh token may be revoked: ${ASK_THE_OPERATOR} for a new one and enter it in the Contacts API credential.`,
};

/** Reasons why the API's status 401 ends a request. */
const REJECTED_TOKEN: ErrorReason[] = ['renewedTokenRejected', 'sameTokenAgain'];

type ErrorReason = keyof typeof messages;

/**
 * The only error that the credential throws. Its message has both parts, because the credential's test
 * shows nothing else. n8n keeps it only if there is no `code`, `status`, `httpCode` or `response`.
 */
export class ContactsApiError<Reason extends ErrorReason = ErrorReason> extends ExplainedError {
	static readonly messages = messages;

	override readonly name = 'ContactsApiError';

	/** When the server accepts another attempt; 0 if it did not say. */
	readonly retryAfterMs: number;

	constructor(reason: Reason, ...details: Parameters<(typeof messages)[Reason]>) {
		super(messages, reason, details);
		this.message = formatMessage(this.userMessage);
		if (REJECTED_TOKEN.includes(reason)) this.userMessage.httpCode = '401';
		this.retryAfterMs = (details[0] as FailureDetails | undefined)?.retryAfterMs ?? 0;
	}

	/** Copies the error for another caller: n8n modifies the errors that it handles. */
	copy(retryAfterMs = this.retryAfterMs): this {
		return this.copyWith((details) =>
			this.retryAfterMs > 0 ? [{ ...(details[0] as FailureDetails), retryAfterMs }] : details,
		);
	}
}
