import type { FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { HttpError } from '../errors.ts';
import { fakeContact } from '../fake-contact.ts';
import { routes } from '../routes.ts';
import { type ContactList, lazyContacts } from '../../corpus/contacts.ts';
import { findService } from '../../corpus/corpus.ts';
import type { CorpusService } from '../../corpus/service.ts';
import type { TokenSubject } from '../storage/credentials.ts';
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
	/** Calls /introspect. @returns the token's scopes; `undefined` if it is not active */
	introspect(accessToken: string): Promise<string[] | undefined>;
}

/** The API host: GET /v1/contacts. */
export function buildApiHost(context: ApiContext): HostApp {
	const { settings } = context;
	const app = createHostApp(context);

	app.get(routes.contacts, async (request, reply) => {
		// Before the query is read: others must not learn anything about it.
		const subject = await authorize(context, request);
		parseInput(querySchema, request.query);
		const url = URL.parse(request.url, `https://${request.host}`);
		if (url === null) throw new HttpError('invalid_request');
		const { like, maxPageSize, fixedPageSize } = settings.current();
		const shape = findService(like)!;
		const sizes = { maxPageSize, fixedPageSize: fixedPageSize ?? undefined };
		const { status, headers, body } = shape.respond({ url }, contactsOf(subject, shape), sizes);
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

/** The contacts of an organization, in the form of the API, or with common fields if the service is like none. */
function contactsOf(
	{ organization, contactCount }: TokenSubject,
	{ name, contact }: CorpusService,
): ContactList {
	const plainContact = (n: number) => ({
		id: `contact_${organization}_${n + 1}`,
		...fakeContact(n),
	});
	return lazyContacts(contactCount, name.startsWith('Plain: ') ? plainContact : contact);
}

/**
 * Checks a request in the order of the contract's table: 401 first, then 403.
 *
 * @throws {HttpError} with the first condition that is not met
 */
async function authorize(context: ApiContext, request: FastifyRequest): Promise<TokenSubject> {
	const { accessTokens, credentials, introspect, settings } = context;
	// RFC 6750, 2.1 (b64token); the scheme's case does not matter (RFC 9110, 11.1).
	const accessToken = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(authorizationOf(request) ?? '')?.[1];
	if (accessToken === undefined) throw new HttpError('missing_token');
	const claims = await accessTokens.verify(accessToken);
	const subject = claims && credentials.findByClaims(claims);
	if (subject === undefined) throw new HttpError('invalid_token');
	if (subject.refreshToken.isRevoked) throw new HttpError('revoked_token');
	if (subject.status !== 'active') throw new HttpError('inactive_client');
	if (subject.permission !== 'granted') throw new HttpError('organization_denied');
	const { scopeEnforcement } = settings.current();
	if (scopeEnforcement === 'off') return subject;
	const scopes =
		scopeEnforcement === 'claims' ? claims!.scope.split(' ') : await introspect(accessToken);
	if (scopes === undefined) throw new HttpError('invalid_token');
	if (!scopes.includes(REQUIRED_SCOPE)) throw new HttpError('insufficient_scope');
	return subject;
}
