import { Agent, request } from 'undici';
import { HttpError } from '../errors.ts';
import { routes } from '../routes.ts';
import type { ResourceServer } from './authorization-host.ts';

/** @param ca PEM of the certificate of the authorization host */
export function createIntrospectionClient(authUrl: string, ca: string, caller: ResourceServer) {
	const dispatcher = new Agent({ connect: { ca } });
	const basic = Buffer.from(`${caller.id}:${caller.secret}`).toString('base64');
	return {
		/**
		 * Introspects an access token at the authorization host (RFC 7662).
		 *
		 * @returns the token's scopes; `undefined` if the token is not active
		 * @throws {HttpError} 503 if there is no valid response
		 */
		async introspect(accessToken: string): Promise<string[] | undefined> {
			try {
				const { statusCode, body } = await request(authUrl + routes.introspect, {
					dispatcher,
					method: 'POST',
					headers: {
						authorization: `Basic ${basic}`,
						'content-type': 'application/x-www-form-urlencoded',
					},
					body: new URLSearchParams({ token: accessToken }).toString(),
				});
				if (statusCode !== 200) throw new Error(`/introspect responded with ${statusCode}.`);
				const answer = (await body.json()) as { active: boolean; scope: string };
				return answer.active ? answer.scope.split(' ') : undefined;
			} catch (cause) {
				throw new HttpError('introspection_failed', { cause });
			}
		},
		close: () => dispatcher.close(),
	};
}
