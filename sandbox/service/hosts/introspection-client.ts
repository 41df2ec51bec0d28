import { Agent, request } from 'undici';
import { HttpError } from '../errors.ts';
import { routes } from '../routes.ts';

/**
 * Creates a client of /introspect (RFC 7662).
 *
 * @param ca PEM of the certificate of the authorization host
 */
export function createIntrospectionClient(
	authUrl: string,
	ca: string,
	caller: { id: string; secret: string },
) {
	const dispatcher = new Agent({ connect: { ca } });
	const authorization = `Basic ${Buffer.from(`${caller.id}:${caller.secret}`).toString('base64')}`;
	const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
	return {
		/**
		 * @returns the scopes of an access token; `undefined` if the token is not active
		 * @throws {HttpError} 503 if there is no valid response
		 */
		async introspect(token: string): Promise<string[] | undefined> {
			const body = new URLSearchParams({ token }).toString();
			const options = { dispatcher, method: 'POST', headers, body } as const;
			try {
				const response = await request(authUrl + routes.introspect, options);
				if (response.statusCode !== 200) throw new Error(`Status ${response.statusCode}.`);
				const answer = (await response.body.json()) as { active: boolean; scope: string };
				return answer.active ? answer.scope.split(' ') : undefined;
			} catch (cause) {
				throw new HttpError('introspection_failed', { cause });
			}
		},
		close: () => dispatcher.close(),
	};
}
