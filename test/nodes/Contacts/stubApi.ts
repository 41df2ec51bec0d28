import { CREDENTIALS } from '../../support/credentials';
import {
	type Answer,
	inTurn,
	type RawServer,
	respond,
	startRawServer,
	tokenBody,
} from '../../support/rawServer';

/** Both hosts of the service, answering as a test wants: the Contacts service is too polite for some. */
export interface StubApi {
	api: RawServer;
	auth: RawServer;
	/** Where they are, and a client that nothing is remembered of. */
	credentials(): typeof CREDENTIALS;
	/** Sets what the API answers, in turn; the last answer again and again. Forgets what was requested. */
	answerWith(...answers: Answer[]): void;
	close(): Promise<void>;
}

/** A whole answer of status 200. */
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
