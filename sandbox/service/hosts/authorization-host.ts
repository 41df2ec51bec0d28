import type { FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import type { AccessTokens } from '../access-tokens.ts';
import type { Credentials } from '../storage/credentials.ts';
import { HttpError } from '../errors.ts';
import { createHostApp, type HostApp, type HostContext } from './host-app.ts';
import { injectFaults } from './inject-faults.ts';
import { readAuthorization } from './request-checks.ts';
import { routes } from '../routes.ts';
import type { Settings } from '../settings.ts';

interface AuthorizationContext extends HostContext {
	credentials: Credentials;
	accessTokens: AccessTokens;
}

/** The authorization host: POST /token and POST /introspect. */
export function buildAuthorizationHost(context: AuthorizationContext): HostApp {
	const { settings, credentials, accessTokens } = context;
	const app = createHostApp('auth', context);
	injectFaults(app, context);

	app.post(
		routes.token,
		{ schema: { body: tokenRequestSchema, response: { 200: tokenResponseSchema(settings) } } },
		async ({ body: { clientId, refreshToken } }, reply) => {
			const subject = credentials.findByRefreshToken(clientId, refreshToken);
			if (
				subject === undefined ||
				subject.revoked ||
				(settings.inactiveClientTokens === 'refuse' && !subject.clientActive) ||
				!(await credentials.recordExchange(subject.refreshTokenId))
			) {
				throw new HttpError('invalid_credentials');
			}
			const { orgId, scopes, refreshTokenId } = subject;
			const accessToken = await accessTokens.issue({
				clientId,
				orgId,
				scopes,
				refreshTokenId,
				lifetimeSeconds: settings.accessTokenLifetimeSeconds,
			});
			// RFC 6749, 5.1: token responses must not be cached.
			reply.header('cache-control', 'no-store');
			// The response schema omits the scope forms that are turned off.
			return { accessToken, tokenType: 'Bearer' as const, scope: scopes.join(' '), scopes };
		},
	);

	app.register(async (formApp: HostApp) => addIntrospection(formApp, context));
	return app;
}

/** RFC 7662; the parameters are sent as a form. */
function addIntrospection(app: HostApp, { credentials, accessTokens }: AuthorizationContext) {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		(_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
	);
	app.post(
		routes.introspect,
		{
			schema: { body: introspectionRequestSchema, response: { 200: introspectionResponseSchema } },
			preValidation: async (request, reply) => {
				const [id, secret] = readBasicCredentials(request);
				if (!credentials.isResourceServer(id, secret)) {
					reply.header('www-authenticate', 'Basic realm="introspection", charset="UTF-8"');
					throw new HttpError('invalid_resource_server');
				}
			},
		},
		async ({ body: { token } }, reply) => {
			reply.header('cache-control', 'no-store');
			const claims = await accessTokens.verify(token);
			const subject = claims && credentials.findByRefreshTokenId(claims.refreshTokenId);
			if (subject === undefined || subject.revoked || !subject.clientActive) {
				return { active: false as const };
			}
			return {
				active: true as const,
				// The scopes that are granted now, which may differ from those in the token.
				scope: subject.scopes.join(' '),
				client_id: subject.clientId,
				token_type: 'Bearer' as const,
				sub: subject.clientId,
				iat: claims!.issuedAt,
				...(claims!.expiresAt === undefined ? {} : { exp: claims!.expiresAt }),
				jti: claims!.tokenId,
				org_id: subject.orgId,
			};
		},
	);
}

export const tokenRequestSchema = z.object({ clientId: z.string(), refreshToken: z.string() });

/** The contract's token response, with the scope forms of the settings. */
export function tokenResponseSchema({ tokenScopes }: Settings) {
	return tokenResponseSchemas[tokenScopes];
}

const scope = z.string().describe('Granted scopes, space-separated');
const scopes = z.array(z.string()).describe('Granted scopes as a list');
const required = z.object({
	accessToken: z.string().describe('Bearer token, a JWT'),
	tokenType: z.literal('Bearer'),
});
const tokenResponseSchemas: Record<Settings['tokenScopes'], z.ZodType> = {
	both: required.extend({ scope, scopes }),
	scope: required.extend({ scope }),
	scopes: required.extend({ scopes }),
	none: required,
};

export const introspectionRequestSchema = z.object({
	token: z.string(),
	token_type_hint: z.string().optional(),
});

/** RFC 7662, 2.2; `org_id` is an extension. */
export const introspectionResponseSchema = z.discriminatedUnion('active', [
	z.object({ active: z.literal(false) }),
	z.object({
		active: z.literal(true),
		scope: z.string(),
		client_id: z.string(),
		token_type: z.literal('Bearer'),
		sub: z.string(),
		iat: z.int(),
		exp: z.int().optional(),
		jti: z.string(),
		org_id: z.string(),
	}),
]);

/** RFC 7617; returns empty credentials, which are never valid, if there are none. */
function readBasicCredentials({ raw }: FastifyRequest): [id: string, secret: string] {
	const encoded = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(readAuthorization(raw) ?? '')?.[1] ?? '';
	const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
	return [id, secret.join(':')];
}
