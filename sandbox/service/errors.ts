/**
 * Reasons for error responses: first those of the contract's table of errors, one code for each
 * condition. Responses do not reveal which of the credentials is wrong.
 */
const httpErrors = {
	invalid_credentials: [401, 'The clientId or the refreshToken is incorrect or revoked.'],
	missing_token: [401, 'The Authorization header is missing or is not "Bearer <access token>".'],
	invalid_token: [401, 'The access token was not issued by this service or is no longer valid.'],
	revoked_token: [401, 'The refresh token of this access token was revoked.'],
	inactive_client: [403, 'The client is not active.'],
	organization_denied: [403, "The client's organization has no permission for this call."],
	insufficient_scope: [403, 'The access token lacks the scope that this call requires.'],
	invalid_resource_server: [401, 'The id or the secret of the resource server is incorrect.'],
	invalid_request: [400, 'The request does not have the form that this operation expects.'],
	unsupported_media_type: [415, 'The body has another media type.'],
	not_found: [404, 'There is no such operation.'],
	injected_fault: [500, 'This error was injected by a test.'],
	introspection_failed: [503, 'The scopes could not be checked at the authorization host.'],
	internal_error: [500, 'The service failed to process this request.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

type HttpErrorCode = keyof typeof httpErrors;

/** An error response. */
export class HttpError extends Error {
	override name = 'HttpError';
	readonly code: HttpErrorCode;
	readonly statusCode: number;

	constructor(code: HttpErrorCode, options: { statusCode?: number; cause?: unknown } = {}) {
		super(httpErrors[code][1], { cause: options.cause });
		this.code = code;
		this.statusCode = options.statusCode ?? httpErrors[code][0];
	}
}
