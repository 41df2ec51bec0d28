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
		/** Who the access token of this request stands for. */
		subject: TokenSubject;
	}
}

export interface ApiContext extends HostContext {
	credentials: Credentials;
	accessTokens: AccessTokens;
	contactPages: ContactPages;
	requestLimiter: RequestLimiter;
	/** Origin of this host, for next links. */
	baseUrl: string;
	/** Asks /introspect. @returns the token's scopes; `undefined` when it is not active */
	introspect(accessToken: string): Promise<string[] | undefined>;
}

/** The API host: GET /v1/contacts. */
export function buildApiHost(context: ApiContext): HostApp {
	const { settings, baseUrl, contactPages } = context;
	const style = pageStyles[settings.pageStyle];
	const app = createHostApp('api', context);
	// First, because a request that a fault delays is under way.
	limitRequests(app, routes.contacts, context);
	injectFaults(app, context);
	app.decorateRequest('subject');

	app.get(
		routes.contacts,
		{
			schema: { querystring: listQuerySchema(settings) },
			// Before the query is looked at: strangers learn nothing about its form.
			preValidation: async (request) => {
				request.subject = await authorize(context, readAuthorization(request.raw));
			},
		},
		async ({ query, subject }, reply) => {
			const pageSize = Math.min(query.pageSize ?? settings.defaultPageSize, settings.maxPageSize);
			const after = style.readAfter(query, pageSize);
			const position = { after, pageSize, total: subject.contactCount };
			const link = isLast(position)
				? null
				: nextAddress(settings, baseUrl, after + pageSize, query.pageSize);
			if (style.linkHeader && link !== null) {
				reply.header('link', `<${link}>; rel="next"`);
			}
			const envelope = envelopeOf(settings, style.members(position, link));
			// Another process may have added contacts that the counters do not have yet.
			const limit = Math.min(pageSize, subject.contactCount - after);
			return reply
				.type('application/json; charset=utf-8')
				.send(contactPages.read(subject.organization, after, limit, envelope));
		},
	);
	return app;
}

const anyPageSize = unlimitedNumberParameter(1);

/**
 * The query parameters of the page style in force; what else is in a query is ignored.
 *
 * Made anew for each state of the settings, so it must have no metadata (`describe`, `meta`): zod
 * keeps a schema that has some for ever.
 */
export function listQuerySchema({ pageStyle, tooLargePageSize, maxPageSize }: Settings) {
	const pageSize =
		tooLargePageSize === 'clamp' ? anyPageSize : wholeNumberParameter(1, maxPageSize);
	return z.object({ pageSize: pageSize.optional(), ...pageStyles[pageStyle].parameters });
}

/** The list of contacts as the settings have it. The contract does not show a contact's fields. */
export function listResponseSchema(settings: Settings) {
	const contacts = z.array(z.record(z.string(), z.unknown()));
	return settings.contactsForm === 'array'
		? contacts
		: z.object({
				[settings.contactsKey]: contacts,
				...keepMembers(settings, pageStyles[settings.pageStyle].memberSchemas),
			});
}

/**
 * Checks a request in the order of the contract's table: 401 first, then 403.
 *
 * @throws {HttpError} naming the condition that does not hold
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
	// The operator may have acted while the authorization host was asked.
	const subjectNow = requireSubject(credentials, claims);
	requireScope(settings, scopes);
	return subjectNow;
}

/** @throws {HttpError} unless the database says at this moment that the token may be used */
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

function nextAddress(
	{ pageStyle, linkForm }: Settings,
	baseUrl: string,
	next: number,
	pageSize: number | undefined,
): string | null {
	const nextQuery = pageStyles[pageStyle].nextQuery?.(next);
	if (nextQuery === undefined) {
		return null;
	}
	const query = new URLSearchParams({
		...(pageSize === undefined ? {} : { pageSize: String(pageSize) }),
		...nextQuery,
	});
	return `${linkForm === 'absolute' ? baseUrl : ''}${routes.contacts}?${query.toString()}`;
}

/** What is around the contacts in a body. */
function envelopeOf(settings: Settings, members: Record<string, unknown>): JsonEnvelope {
	if (settings.contactsForm === 'array') {
		return ['[', ']'];
	}
	const others = JSON.stringify(keepMembers(settings, members)).slice(1, -1);
	return [`{${JSON.stringify(settings.contactsKey)}:[`, `]${others && `,${others}`}}`];
}

function keepMembers<Value>(settings: Settings, members: Record<string, Value>) {
	const dropped = settings.pageMetadata ? [] : pageStyles[settings.pageStyle].counters;
	return Object.fromEntries(Object.entries(members).filter(([name]) => !dropped.includes(name)));
}
