import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import type { AccessTokenClaims, AccessTokens } from '../access-tokens.ts';
import { HttpError } from '../errors.ts';
import { isLast, pageStyles, wholeNumberParameter } from '../page-styles.ts';
import { routes } from '../routes.ts';
import type { Settings } from '../settings.ts';
import type { ContactPages, JsonEnvelope } from '../storage/contact-pages.ts';
import type { Credentials, TokenSubject } from '../storage/credentials.ts';
import { createHostApp, type HostApp, type HostContext, parseInput } from './host-app.ts';
import { injectFaults } from './inject-faults.ts';
import { limitRequests } from './limit-requests.ts';
import { createImitation } from './imitation.ts';
import { readAuthorization } from './request-checks.ts';

interface ApiContext extends HostContext {
	credentials: Credentials;
	accessTokens: AccessTokens;
	contactPages: ContactPages;
	/** Origin of this host, for next links. */
	baseUrl: string;
	/** Calls /introspect. @returns the token's scopes; `undefined` if it is not active */
	introspect(accessToken: string): Promise<string[] | undefined>;
}

/** The API host: GET /v1/contacts. */
export function buildApiHost(context: ApiContext): HostApp {
	const app = createHostApp(context);
	const imitate = createImitation(context.baseUrl + routes.contacts);
	// Before the faults: a request that a fault delays counts as concurrent.
	limitRequests(app, routes.contacts);
	injectFaults(app, context);

	app.get(routes.contacts, async (request, reply) => {
		// Before the query is read: others must not learn anything about it.
		const subject = await authorize(context, request);
		return request.settings.like === null
			? sendPage(context, subject, request, reply)
			: imitate(request.settings, subject.contactCount, request, reply);
	});
	return app;
}

function sendPage(
	{ contactPages, baseUrl }: ApiContext,
	subject: TokenSubject,
	{ settings, query: parameters }: FastifyRequest,
	reply: FastifyReply,
) {
	const style = pageStyles[settings.pageStyle];
	const query = parseInput(querySchema(settings), parameters, 'querystring');
	const pageSize =
		settings.fixedPageSize ??
		Math.min(query.pageSize ?? settings.defaultPageSize, settings.maxPageSize);
	const offset = style.readOffset(query, pageSize);
	const position = { offset, pageSize, total: subject.contactCount };
	const link = isLast(position)
		? null
		: nextPageUrl(settings, baseUrl, offset + pageSize, query.pageSize);
	if (style.linkHeader && link !== null) reply.header('link', `<${link}>; rel="next"`);
	const envelope = createEnvelope(settings, style.members(position, link));
	// Another process may have added contacts since the counters were read.
	const limit = Math.min(pageSize, subject.contactCount - offset);
	return reply
		.type('application/json; charset=utf-8')
		.send(contactPages.read(subject.organization, offset, limit, envelope));
}

type Query = { pageSize?: number | undefined } & Record<string, unknown>;

/** The query parameters of the current page style; other parameters are ignored. */
function querySchema(settings: Settings): z.ZodType<Query> {
	const { pageStyle, tooLargePageSize, maxPageSize } = settings;
	let schema = querySchemas.get(settings);
	if (schema === undefined) {
		const pageSize =
			tooLargePageSize === 'clamp'
				? wholeNumberParameter(1, undefined, true)
				: wholeNumberParameter(1, maxPageSize);
		schema = z.object({ pageSize: pageSize.optional(), ...pageStyles[pageStyle].parameters });
		querySchemas.set(settings, schema);
	}
	return schema;
}

const querySchemas = new WeakMap<Settings, z.ZodType<Query>>();

/**
 * Checks a request in the order of the contract's table: 401 first, then 403.
 *
 * @throws {HttpError} with the first condition that is not met
 */
async function authorize(
	{ accessTokens, credentials, introspect }: ApiContext,
	{ raw, settings }: FastifyRequest,
): Promise<TokenSubject> {
	// RFC 6750, 2.1 (b64token); the scheme's case does not matter (RFC 9110, 11.1).
	const accessToken = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(readAuthorization(raw) ?? '')?.[1];
	if (accessToken === undefined) throw new HttpError('missing_token');
	const claims = await accessTokens.verify(accessToken);
	const subject = requireSubject(credentials, claims);
	if (settings.scopeEnforcement === 'off') return subject;
	if (settings.scopeEnforcement === 'claims') {
		requireScope(settings, claims!.scope.split(' '));
		return subject;
	}
	const scopes = await introspect(accessToken);
	// The operator may have changed something during the introspection, or the token has expired.
	const subjectNow = requireSubject(credentials, claims);
	if (scopes === undefined) throw new HttpError('invalid_token');
	requireScope(settings, scopes);
	return subjectNow;
}

/** @throws {HttpError} unless the database currently permits the token */
function requireSubject(
	credentials: Credentials,
	claims: AccessTokenClaims | undefined,
): TokenSubject {
	const subject = claims && credentials.findByRefreshTokenId(claims.refreshTokenId);
	if (subject === undefined) throw new HttpError('invalid_token');
	if (subject.revoked) throw new HttpError('revoked_token');
	if (!subject.clientActive) throw new HttpError('inactive_client');
	if (!subject.organizationGranted) throw new HttpError('organization_denied');
	return subject;
}

function requireScope({ requiredScope }: Settings, scopes: string[]) {
	if (!scopes.includes(requiredScope)) throw new HttpError('insufficient_scope');
}

function nextPageUrl(
	{ pageStyle, linkForm }: Settings,
	baseUrl: string,
	offset: number,
	pageSize: number | undefined,
): string | null {
	const nextQuery = pageStyles[pageStyle].nextQuery?.(offset);
	if (nextQuery === undefined) return null;
	const query = new URLSearchParams({
		...(pageSize === undefined ? {} : { pageSize: String(pageSize) }),
		...nextQuery,
	});
	return `${linkForm === 'absolute' ? baseUrl : ''}${routes.contacts}?${query.toString()}`;
}

/** JSON text around the contacts in a body. */
function createEnvelope(settings: Settings, members: Record<string, unknown>): JsonEnvelope {
	if (settings.contactsForm === 'array') return ['[', ']'];
	const isVisible = settings.pageMetadata || !pageStyles[settings.pageStyle].areCounters;
	const others = JSON.stringify(isVisible ? members : {}).slice(1, -1);
	return [`{${JSON.stringify(settings.contactsKey)}:[`, `]${others && `,${others}`}}`];
}
