import { z } from 'zod/v4';
import { HttpError } from '../errors.ts';
import { routes } from '../routes.ts';
import type { Settings } from '../settings.ts';
import {
	authorizationOf,
	createHostApp,
	type HostApp,
	type HostContext,
	parseInput,
} from './host-app.ts';

interface AuthorizationContext extends HostContext {
	/** Credentials of the API host, the only caller of /introspect. */
	resourceServer: { id: string; secret: string };
}

/** The authorization host: POST /token and POST /introspect. */
export function buildAuthorizationHost(context: AuthorizationContext): HostApp {
	const { credentials, accessTokens, settings } = context;
	const app = createHostApp(context);

	app.post(routes.token, async ({ body }, reply) => {
		const { clientId, refreshToken } = parseInput(tokenRequestSchema, body);
		const subject = credentials.findByRefreshToken(clientId, refreshToken);
		if (!subject || subject.refreshToken.isRevoked) throw new HttpError('invalid_credentials');
		const { accessTokenLifetimeSeconds: lifetimeSeconds, tokenScopes } = settings.current();
		const accessToken = await accessTokens.issue({ ...subject, lifetimeSeconds });
		// RFC 6749, 5.1: token responses must not be cached.
		reply.header('cache-control', 'no-store');
		return { accessToken, tokenType: 'Bearer', ...scopeForms(tokenScopes, subject.scopes) };
	});

	app.register(async (formApp) => addIntrospection(formApp as HostApp, context));
	return app;
}

const tokenRequestSchema = z.object({ clientId: z.string(), refreshToken: z.string() });

function scopeForms(form: Settings['tokenScopes'], scopes: string[]) {
	return {
		...(form === 'scope' || form === 'both' ? { scope: scopes.join(' ') } : {}),
		...(form === 'scopes' || form === 'both' ? { scopes } : {}),
	};
}

/** RFC 7662; the parameters are sent as a form. `org_id` is an extension. */
function addIntrospection(
	app: HostApp,
	{ credentials, accessTokens, resourceServer }: AuthorizationContext,
) {
	const basic = Buffer.from(`${resourceServer.id}:${resourceServer.secret}`).toString('base64');
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		(_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
	);
	app.post(routes.introspect, async (request, reply) => {
		if (authorizationOf(request) !== `Basic ${basic}`) {
			throw new HttpError('invalid_resource_server');
		}
		const { token } = parseInput(introspectionRequestSchema, request.body);
		reply.header('cache-control', 'no-store');
		const claims = await accessTokens.verify(token);
		const subject = claims && credentials.findByClaims(claims);
		if (!subject || subject.refreshToken.isRevoked || subject.status !== 'active') {
			return { active: false };
		}
		return {
			active: true,
			scope: subject.scopes.join(' '),
			client_id: subject.clientId,
			token_type: 'Bearer',
			sub: subject.clientId,
			iat: claims.iat,
			exp: claims.exp,
			jti: claims.jti,
			org_id: subject.orgId,
		};
	});
}

const introspectionRequestSchema = z.object({ token: z.string() });
