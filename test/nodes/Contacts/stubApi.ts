import { CREDENTIALS } from '../../support/credentials';
import {
	type Answer,
	inTurn,
	type RawServer,
	respond,
	startRawServer,
	tokenBody,
} from '../../support/rawServer';

/** Both hosts of a service, for responses that the sandbox's service never sends. */
export interface StubApi {
	api: RawServer;
	auth: RawServer;
	/** Credentials with the addresses of both hosts and a new client ID, so that nothing is cached. */
	credentials(): typeof CREDENTIALS;
	/** Sets the answers of the API, in turn; the last one is repeated. Clears the recorded requests. */
	answerWith(...answers: Answer[]): void;
	close(): Promise<void>;
}

/** A complete JSON response with status 200. */
export function json(body: unknown, headers: Record<string, string> = {}): Answer {
	return respond(200, JSON.stringify(body), { 'Content-Type': 'application/json', ...headers });
}

export async function startStubApi(): Promise<StubApi> {
	let answer: Answer = json([]);
	let clients = 0;
	let tokens = 0;
	const auth = await startRawServer((socket, n) =>
		respond(200, tokenBody(`access-canary-${++tokens}`))(socket, n),
	);
	const api = await startRawServer((socket, n) => answer(socket, n));
	return {
		api,
		auth,
		credentials: () => ({
			...CREDENTIALS,
			authUrl: auth.url,
			baseUrl: api.url,
			clientId: `client_${++clients}`,
		}),
		answerWith: (...answers) => {
			answer = inTurn(...answers);
			api.requests.length = 0;
			auth.requests.length = 0;
		},
		close: async () => void (await Promise.all([auth.close(), api.close()])),
	};
}
