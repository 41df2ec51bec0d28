import type { FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import type { AccessTokenClaims } from '../access-tokens.ts';
import { HttpError } from '../errors.ts';
import { routes } from '../routes.ts';
import type { ContactList } from '../shapes/contacts.ts';
import { findShape } from '../shapes/table.ts';
import { plainShapes } from '../shapes/plain.ts';
import type { Shape } from '../shapes/shape.ts';
import type { Contacts } from '../storage/contacts.ts';
import type { Credentials, TokenSubject } from '../storage/credentials.ts';
import {
	authorizationOf,
	createHostApp,
	type HostApp,
	type HostContext,
	parseInput,
} from './host-app.ts';

/** The scope for listing contacts, where scopes are enforced. */
const REQUIRED_SCOPE = 'contacts.read';

interface ApiContext extends HostContext {
	contacts: Contacts;
	/** Calls /introspect. @returns the token's scopes; `undefined` if it is not active */
	introspect(accessToken: string): Promise<string[] | undefined>;
}

/** The API host: GET /v1/contacts. */
export function buildApiHost(context: ApiContext): HostApp {
	const { contacts, settings } = context;
	const app = createHostApp(context);

	app.get(routes.contacts, async (request, reply) => {
		// Before the query is read: others must not learn anything about it.
		const { organization, contactCount } = await authorize(context, request);
		parseInput(querySchema, request.query);
		const url = URL.parse(request.url, `https://${request.host}`);
		if (url === null) throw new HttpError('invalid_request');
		const { like, maxPageSize, fixedPageSize } = settings.current();
		const shape = findShape(like)!;
		const { status, headers, body } = shape.respond(
			{ url },
			plainShapes.includes(shape)
				? contacts.listOf(organization, contactCount)
				: madeUpContacts(shape, contactCount),
			{ maxPageSize, ...(fixedPageSize === null ? {} : { fixedPageSize }) },
		);
		reply
			.code(status ?? 200)
			.type('application/json; charset=utf-8')
			.headers(headers ?? {});
		return reply.send(body === undefined ? undefined : JSON.stringify(body));
	});
	return app;
}

/** The contract's only parameter; those for further pages are the shape's. */
const querySchema = z.object({
	pageSize: z
		.string()
		.regex(/^0*[1-9]\d*$/)
		.optional(),
});

/** As many contacts of the shape's own form as the organization has. Fractions are cut off, as by arrays. */
function madeUpContacts(shape: Shape, length: number): ContactList {
	return {
		length,
		slice: (start = 0, end = length) => {
			const first = Math.trunc(start);
			const count = Math.max(0, Math.min(Math.trunc(end), length) - first);
			return Array.from({ length: count }, (_, index) => shape.contact(first + index));
		},
	};
}

/**
 * Checks a request in the order of the contract's table: 401 first, then 403.
 *
 * @throws {HttpError} with the first condition that is not met
 */
async function authorize(
	{ accessTokens, credentials, introspect, settings }: ApiContext,
	request: FastifyRequest,
): Promise<TokenSubject> {
	// RFC 6750, 2.1 (b64token); the scheme's case does not matter (RFC 9110, 11.1).
	const accessToken = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(authorizationOf(request) ?? '')?.[1];
	if (accessToken === undefined) throw new HttpError('missing_token');
	const claims = await accessTokens.verify(accessToken);
	const subject = requireSubject(credentials, claims);
	const { scopeEnforcement } = settings.current();
	if (scopeEnforcement === 'off') return subject;
	const scopes =
		scopeEnforcement === 'claims' ? claims!.scope.split(' ') : await introspect(accessToken);
	if (scopes === undefined) throw new HttpError('invalid_token');
	if (!scopes.includes(REQUIRED_SCOPE)) throw new HttpError('insufficient_scope');
	return subject;
}

/** @throws {HttpError} unless the database currently permits the token */
function requireSubject(
	credentials: Credentials,
	claims: AccessTokenClaims | undefined,
): TokenSubject {
	const subject = claims && credentials.findByRefreshTokenId(claims.refreshTokenId);
	if (subject === undefined) throw new HttpError('invalid_token');
	if (subject.revoked) throw new HttpError('revoked_token');
	if (subject.status !== 'active') throw new HttpError('inactive_client');
	if (subject.permission !== 'granted') throw new HttpError('organization_denied');
	return subject;
}
