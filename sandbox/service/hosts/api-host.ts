import { z } from 'zod/v4';
import type { AccessTokenClaims, AccessTokens } from '../access-tokens.ts';
import type { ContactPages, JsonEnvelope } from '../storage/contact-pages.ts';
import type { Credentials, TokenSubject } from '../storage/credentials.ts';
import { HttpError } from '../errors.ts';
import { createHostApp, type HostApp, type HostContext } from './host-app.ts';
import { injectFaults } from './inject-faults.ts';
import { limitRequests } from './limit-requests.ts';
import {
	isLast,
	pageStyles,
	unlimitedNumberParameter,
	wholeNumberParameter,
} from '../page-styles.ts';
import type { RequestLimiter } from './request-limiter.ts';
import { readAuthorization } from './request-checks.ts';
import { routes } from '../routes.ts';
import type { Settings } from '../settings.ts';

declare module 'fastify' {
	interface FastifyRequest {
		/** Client and organization of the access token. */
		subject: TokenSubject;
	}
}

interface ApiContext extends HostContext {
	credentials: Credentials;
	accessTokens: AccessTokens;
	contactPages: ContactPages;
	requestLimiter: RequestLimiter;
	/** Origin of this host, for next links. */
	baseUrl: string;
	/** Calls /introspect. @returns the token's scopes; `undefined` if it is not active */
	introspect(accessToken: string): Promise<string[] | undefined>;
}

/** The API host: GET /v1/contacts. */
export function buildApiHost(context: ApiContext): HostApp {
	const { settings, baseUrl, contactPages } = context;
	const style = pageStyles[settings.pageStyle];
	const app = createHostApp('api', context);
	// Before the faults: a request that a fault delays counts as concurrent.
	limitRequests(app, routes.contacts, context);
	injectFaults(app, context);
	app.decorateRequest('subject');

	app.get(
		routes.contacts,
		{
			schema: { querystring: listQuerySchema(settings) },
			// Before the query is validated: others must not learn anything about it.
			preValidation: async (request) => {
				request.subject = await authorize(context, readAuthorization(request.raw));
			},
		},
		async ({ query, subject }, reply) => {
			const pageSize = Math.min(query.pageSize ?? settings.defaultPageSize, settings.maxPageSize);
			const offset = style.readOffset(query, pageSize);
			const position = { offset, pageSize, total: subject.contactCount };
			const link = isLast(position)
				? null
				: nextPageUrl(settings, baseUrl, offset + pageSize, query.pageSize);
			if (style.linkHeader && link !== null) {
				reply.header('link', `<${link}>; rel="next"`);
			}
			const envelope = createEnvelope(settings, style.members(position, link));
			// Another process may have added contacts since the counters were read.
			const limit = Math.min(pageSize, subject.contactCount - offset);
			return reply
				.type('application/json; charset=utf-8')
				.send(contactPages.read(subject.organization, offset, limit, envelope));
		},
	);
	return app;
}

const anyPageSize = unlimitedNumberParameter(1);

/**
 * The query parameters of the current page style; other parameters are ignored.
 *
 * Created again for every change of the settings, so it must not have metadata (`describe`, `meta`):
 * zod never frees schemas with metadata.
 */
export function listQuerySchema({ pageStyle, tooLargePageSize, maxPageSize }: Settings) {
	const pageSize =
		tooLargePageSize === 'clamp' ? anyPageSize : wholeNumberParameter(1, maxPageSize);
	return z.object({ pageSize: pageSize.optional(), ...pageStyles[pageStyle].parameters });
}

/** A page of contacts with these settings. The contract does not show a contact's fields. */
export function listResponseSchema(settings: Settings) {
	const contacts = z.array(z.record(z.string(), z.unknown()));
	return settings.contactsForm === 'array'
		? contacts
		: z.object({
				[settings.contactsKey]: contacts,
				...visibleMembers(settings, pageStyles[settings.pageStyle].memberSchemas),
			});
}

/**
 * Checks a request in the order of the contract's table: 401 first, then 403.
 *
 * @throws {HttpError} with the first condition that is not met
 */
async function authorize(
	{ settings, accessTokens, credentials, introspect }: ApiContext,
	authorization: string | undefined,
): Promise<TokenSubject> {
	// RFC 6750, 2.1 (b64token); the scheme's case does not matter (RFC 9110, 11.1).
	const accessToken = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization ?? '')?.[1];
	if (accessToken === undefined) {
		throw new HttpError('missing_token');
	}
	const claims = await accessTokens.verify(accessToken);
	const subject = requireSubject(credentials, claims);
	if (settings.scopeEnforcement === 'off') {
		return subject;
	}
	if (settings.scopeEnforcement === 'claims') {
		requireScope(settings, claims?.scope.split(' '));
		return subject;
	}
	const scopes = await introspect(accessToken);
	// The operator may have changed something during the introspection.
	const subjectNow = requireSubject(credentials, claims);
	requireScope(settings, scopes);
	return subjectNow;
}

/** @throws {HttpError} unless the database currently permits the token */
function requireSubject(
	credentials: Credentials,
	claims: AccessTokenClaims | undefined,
): TokenSubject {
	const subject = claims && credentials.findByRefreshTokenId(claims.refreshTokenId);
	if (subject === undefined) {
		throw new HttpError('invalid_token');
	}
	if (subject.revoked) {
		throw new HttpError('revoked_token');
	}
	if (!subject.clientActive) {
		throw new HttpError('inactive_client');
	}
	if (!subject.organizationGranted) {
		throw new HttpError('organization_denied');
	}
	return subject;
}

function requireScope({ requiredScope }: Settings, scopes: string[] | undefined) {
	if (!scopes?.includes(requiredScope)) {
		throw new HttpError('insufficient_scope');
	}
}

function nextPageUrl(
	{ pageStyle, linkForm }: Settings,
	baseUrl: string,
	offset: number,
	pageSize: number | undefined,
): string | null {
	const nextQuery = pageStyles[pageStyle].nextQuery?.(offset);
	if (nextQuery === undefined) {
		return null;
	}
	const query = new URLSearchParams({
		...(pageSize === undefined ? {} : { pageSize: String(pageSize) }),
		...nextQuery,
	});
	return `${linkForm === 'absolute' ? baseUrl : ''}${routes.contacts}?${query.toString()}`;
}

/** JSON text around the contacts in a body. */
function createEnvelope(settings: Settings, members: Record<string, unknown>): JsonEnvelope {
	if (settings.contactsForm === 'array') {
		return ['[', ']'];
	}
	const others = JSON.stringify(visibleMembers(settings, members)).slice(1, -1);
	return [`{${JSON.stringify(settings.contactsKey)}:[`, `]${others && `,${others}`}}`];
}

function visibleMembers<Value>(settings: Settings, members: Record<string, Value>) {
	const dropped = settings.pageMetadata ? [] : pageStyles[settings.pageStyle].counters;
	return Object.fromEntries(Object.entries(members).filter(([name]) => !dropped.includes(name)));
}
