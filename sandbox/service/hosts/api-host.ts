import { z } from 'zod/v4';
import type { AccessTokenClaims, AccessTokens } from '../access-tokens.ts';
import type { ContactPages, Frame } from '../storage/contact-pages.ts';
import type { Credentials, Holder } from '../storage/credentials.ts';
import { Refusal } from '../errors.ts';
import { createHostApp } from './host-app.ts';
import type { HostApp, HostContext } from './host-app.ts';
import {
	isLast,
	pageStyles,
	unlimitedNumberParameter,
	wholeNumberParameter,
} from './page-styles.ts';
import type { Settings } from '../settings.ts';

declare module 'fastify' {
	interface FastifyRequest {
		/** Who the access token of this request stands for. */
		holder: Holder;
	}
}

export const CONTACTS_PATH = '/v1/contacts';

export interface ApiContext extends HostContext {
	credentials: Credentials;
	accessTokens: AccessTokens;
	contactPages: ContactPages;
	/** Origin of this host, for next links. */
	baseUrl: string;
	/** Asks /introspect. @returns the token's scopes; `undefined` when it is not active */
	introspect(accessToken: string): Promise<string[] | undefined>;
}

/** The API host: GET /v1/contacts. */
export function buildApiHost(context: ApiContext): HostApp {
	const { settings, baseUrl, contactPages } = context;
	const style = pageStyles[settings.pageStyle];
	const app = createHostApp(context);
	app.decorateRequest('holder');

	app.get(
		CONTACTS_PATH,
		{
			schema: { querystring: listQuerySchema(settings) },
			// Before the query is looked at: strangers learn nothing about its form.
			preValidation: async (request) => {
				request.holder = await authorize(context, request.headers.authorization);
			},
		},
		async ({ query, holder }, reply) => {
			const pageSize = Math.min(query.pageSize ?? settings.defaultPageSize, settings.maxPageSize);
			const after = style.readAfter(query, pageSize);
			const position = { after, pageSize, total: holder.contactCount };
			const link = isLast(position)
				? null
				: nextAddress(settings, baseUrl, after + pageSize, query.pageSize);
			if (style.linkHeader && link !== null) {
				reply.header('link', `<${link}>; rel="next"`);
			}
			const frame = frameOf(settings, style.members(position, link));
			// Another process may have added contacts that the counters do not have yet.
			const limit = Math.min(pageSize, holder.contactCount - after);
			return reply
				.type('application/json; charset=utf-8')
				.send(contactPages.read(holder.organization, after, limit, frame));
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
 * @throws {Refusal} naming the condition that does not hold
 */
async function authorize(
	{ settings, accessTokens, credentials, introspect }: ApiContext,
	authorization: string | undefined,
): Promise<Holder> {
	// RFC 6750, 2.1 (b64token); the scheme's case does not matter (RFC 9110, 11.1).
	const accessToken = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization ?? '')?.[1];
	if (accessToken === undefined) {
		throw new Refusal('missing_token');
	}
	const claims = await accessTokens.verify(accessToken);
	const holder = requireHolder(credentials, claims);
	if (settings.scopeEnforcement === 'off') {
		return holder;
	}
	if (settings.scopeEnforcement === 'claims') {
		requireScope(settings, claims?.scope.split(' '));
		return holder;
	}
	const scopes = await introspect(accessToken);
	// The operator may have acted while the authorization host was asked.
	const holderNow = requireHolder(credentials, claims);
	requireScope(settings, scopes);
	return holderNow;
}

/** @throws {Refusal} unless the database says at this moment that the token may be used */
function requireHolder(credentials: Credentials, claims: AccessTokenClaims | undefined): Holder {
	const holder = claims && credentials.findByRefreshTokenId(claims.refreshTokenId);
	if (holder === undefined) {
		throw new Refusal('invalid_token');
	}
	if (holder.revoked) {
		throw new Refusal('revoked_token');
	}
	if (!holder.clientActive) {
		throw new Refusal('inactive_client');
	}
	if (!holder.organizationGranted) {
		throw new Refusal('organization_denied');
	}
	return holder;
}

function requireScope({ requiredScope }: Settings, scopes: string[] | undefined) {
	if (!scopes?.includes(requiredScope)) {
		throw new Refusal('insufficient_scope');
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
	return `${linkForm === 'absolute' ? baseUrl : ''}${CONTACTS_PATH}?${query.toString()}`;
}

/** What is around the contacts in a body. */
function frameOf(settings: Settings, members: Record<string, unknown>): Frame {
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
