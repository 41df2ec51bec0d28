import { z } from 'zod/v4';
import type { AccessTokens } from '../access-tokens.ts';
import { HttpError } from '../errors.ts';
import { routes } from '../routes.ts';
import type { Settings } from '../settings.ts';
import type { Credentials } from '../storage/credentials.ts';
import { createHostApp, type HostApp, type HostContext, parseInput } from './host-app.ts';
import { injectFaults } from './inject-faults.ts';
import { readAuthorization } from './request-checks.ts';

interface AuthorizationContext extends HostContext {
	credentials: Credentials;
	accessTokens: AccessTokens;
}

/** The authorization host: POST /token and POST /introspect. */
export function buildAuthorizationHost(context: AuthorizationContext): HostApp {
	const { credentials, accessTokens } = context;
	const app = createHostApp(context);
	injectFaults(app, context);

	app.post(routes.token, async ({ settings, body }, reply) => {
		const { clientId, refreshToken } = parseInput(tokenRequestSchema, body, 'body');
		const subject = credentials.findByRefreshToken(clientId, refreshToken);
		if (
			subject === undefined ||
			subject.revoked ||
			(settings.inactiveClientTokens === 'refuse' && !subject.clientActive)
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
		return { accessToken, tokenType: 'Bearer', ...scopeForms(settings, scopes) };
	});

	app.register(async (formApp: HostApp) => addIntrospection(formApp, context));
	return app;
}

const tokenRequestSchema = z.object({ clientId: z.string(), refreshToken: z.string() });

function scopeForms({ tokenScopes }: Settings, scopes: string[]) {
	return {
		...(tokenScopes === 'scope' || tokenScopes === 'both' ? { scope: scopes.join(' ') } : {}),
		...(tokenScopes === 'scopes' || tokenScopes === 'both' ? { scopes } : {}),
	};
}

/** RFC 7662; the parameters are sent as a form. `org_id` is an extension. */
function addIntrospection(app: HostApp, { credentials, accessTokens }: AuthorizationContext) {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		(_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
	);
	app.post(routes.introspect, async ({ raw, body }, reply) => {
		const [id, secret] = readBasicCredentials(readAuthorization(raw) ?? '');
		if (!credentials.isResourceServer(id, secret)) {
			reply.header('www-authenticate', 'Basic realm="introspection", charset="UTF-8"');
			throw new HttpError('invalid_resource_server');
		}
		const { token } = parseInput(introspectionRequestSchema, body, 'body');
		reply.header('cache-control', 'no-store');
		const claims = await accessTokens.verify(token);
		const subject = claims && credentials.findByRefreshTokenId(claims.refreshTokenId);
		if (subject === undefined || subject.revoked || !subject.clientActive) {
			return { active: false };
		}
		return {
			active: true,
			// The scopes that are granted now, which may differ from those in the token.
			scope: subject.scopes.join(' '),
			client_id: subject.clientId,
			token_type: 'Bearer',
			sub: subject.clientId,
			iat: claims!.issuedAt,
			exp: claims!.expiresAt,
			jti: claims!.tokenId,
			org_id: subject.orgId,
		};
	});
}

const introspectionRequestSchema = z.object({ token: z.string() });

/** RFC 7617; returns empty credentials, which are never valid, if there are none. */
function readBasicCredentials(authorization: string): [id: string, secret: string] {
	const encoded = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(authorization)?.[1] ?? '';
	const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
	return [id, secret.join(':')];
}
