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
interface StubApi {
	api: RawServer;
	auth: RawServer;
	/** Credentials with the addresses of both hosts and a new client ID, so that nothing is cached. */
	credentials(): typeof CREDENTIALS;
	/** Sets the answers of the API, in turn; the last one is repeated. Clears the recorded requests. */
	answerWith(...answers: Answer[]): void;
}

/** A complete JSON response with status 200. */
export function json(body: unknown, headers: Record<string, string> = {}): Answer {
	return respond(200, JSON.stringify(body), { 'Content-Type': 'application/json', ...headers });
}

/** Starts the hosts for all tests of a file. */
export function stubApi(): StubApi {
	let answer: Answer = json([]);
	let clients = 0;
	let tokens = 0;
	const stub = {
		credentials: () => ({
			...CREDENTIALS,
			authUrl: stub.auth.url,
			baseUrl: stub.api.url,
			clientId: `client_${++clients}`,
		}),
		answerWith: (...answers) => {
			answer = inTurn(...answers);
			stub.api.requests.length = 0;
			stub.auth.requests.length = 0;
		},
	} as StubApi;
	beforeAll(async () => {
		stub.api = await startRawServer((socket, n) => answer(socket, n));
		stub.auth = await startRawServer((socket, n) =>
			respond(200, tokenBody(`access-canary-${++tokens}`))(socket, n),
		);
	});
	afterAll(async () => await Promise.all([stub.api.close(), stub.auth.close()]));
	return stub;
}
