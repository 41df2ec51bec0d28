import { Agent, request } from 'undici';
import { z } from 'zod/v4';
import { HttpError } from '../errors.ts';
import { routes } from '../routes.ts';
import type { ResourceServer } from '../storage/secrets.ts';

/** The authorization host is on this machine and normally responds at once. */
const TIMEOUT_MS = 5000;

const responseSchema = z.object({ active: z.boolean(), scope: z.string().default('') });

export function createIntrospectionClient(
	authUrl: string,
	authority: string,
	resourceServer: ResourceServer,
) {
	const dispatcher = new Agent({
		connect: { ca: authority },
		headersTimeout: TIMEOUT_MS,
		bodyTimeout: TIMEOUT_MS,
	});
	const basic = Buffer.from(`${resourceServer.id}:${resourceServer.secret}`).toString('base64');

	const requestIntrospection = async (accessToken: string) => {
		const { statusCode, body } = await request(authUrl + routes.introspect, {
			dispatcher,
			method: 'POST',
			headers: {
				authorization: `Basic ${basic}`,
				'content-type': 'application/x-www-form-urlencoded',
			},
			body: new URLSearchParams({ token: accessToken }).toString(),
		});
		const text = await body.text();
		if (statusCode !== 200) {
			throw new Error(`The authorization host responded with ${statusCode}.`);
		}
		return responseSchema.parse(JSON.parse(text));
	};

	return {
		/**
		 * Introspects an access token at the authorization host (RFC 7662).
		 *
		 * @returns the token's scopes; `undefined` if the token is not active
		 * @throws {HttpError} 503 if there is no valid response
		 */
		async introspect(accessToken: string): Promise<string[] | undefined> {
			const { active, scope } = await requestIntrospection(accessToken).catch((cause: unknown) => {
				throw new HttpError('introspection_failed', { cause });
			});
			return active ? scope.split(' ') : undefined;
		},
		close: () => dispatcher.close(),
	};
}
