import { Agent, request } from 'undici';
import { z } from 'zod/v4';
import { HttpError } from '../errors.ts';
import { routes } from '../routes.ts';
import type { ResourceServer } from '../storage/resource-servers.ts';

/** The authorization host is on this machine: it answers at once or something is wrong. */
const TIMEOUT_MS = 5000;

const answerSchema = z.object({ active: z.boolean(), scope: z.string().default('') });

export interface IntrospectionClient {
	/**
	 * Asks the authorization host about an access token (RFC 7662).
	 *
	 * @returns the token's scopes; `undefined` when the token is not active
	 * @throws {HttpError} 503 when there is no usable answer
	 */
	introspect(accessToken: string): Promise<string[] | undefined>;
	/** From now on the authorization host's certificate is signed by this authority. */
	renew(authority: string): Promise<void>;
	close(): Promise<void>;
}

export function createIntrospectionClient(
	authUrl: string,
	authority: string,
	resourceServer: ResourceServer,
): IntrospectionClient {
	let dispatcher = createAgent(authority);
	const basic = Buffer.from(`${resourceServer.id}:${resourceServer.secret}`).toString('base64');

	const ask = async (accessToken: string) => {
		const { statusCode, body } = await request(authUrl + routes.introspect, {
			dispatcher,
			method: 'POST',
			headers: {
				authorization: `Basic ${basic}`,
				'content-type': 'application/x-www-form-urlencoded',
			},
			body: new URLSearchParams({ token: accessToken }).toString(),
		});
		if (statusCode !== 200) {
			await body.dump();
			throw new Error(`The authorization host answered ${statusCode}.`);
		}
		return answerSchema.parse(await body.json());
	};

	return {
		async introspect(accessToken) {
			const answer = await ask(accessToken).catch((cause: unknown) => {
				throw new HttpError('introspection_failed', { cause });
			});
			return answer.active ? answer.scope.split(' ') : undefined;
		},
		async renew(next) {
			const previous = dispatcher;
			dispatcher = createAgent(next);
			await previous.close();
		},
		close: () => dispatcher.close(),
	};
}

function createAgent(authority: string): Agent {
	return new Agent({
		connect: { ca: authority },
		headersTimeout: TIMEOUT_MS,
		bodyTimeout: TIMEOUT_MS,
	});
}
