import { CREDENTIALS } from './credentials';
import {
	type Answer,
	inTurn,
	type RawServer,
	respond,
	startRawServer,
	tokenBody,
} from './rawServer';

/** A JSON response with status 200. */
export function json(body: unknown, headers: object = {}): Answer {
	return respond(200, JSON.stringify(body), { 'Content-Type': 'application/json', ...headers });
}

/**
 * Starts both hosts of a service for all tests of a file, for responses that the sandbox's service
 * never sends.
 */
export function stubApi() {
	let answer: Answer = json([]);
	let clients = 0;
	let tokens = 0;
	const hosts = {} as { api: RawServer; auth: RawServer };
	beforeAll(async () => {
		hosts.api = await startRawServer((socket, n) => answer(socket, n));
		hosts.auth = await startRawServer((socket, n) =>
			respond(200, tokenBody(`access-canary-${++tokens}`))(socket, n),
		);
	});
	afterAll(async () => await Promise.all([hosts.api.close(), hosts.auth.close()]));
	return Object.assign(hosts, {
		/** Credentials with the addresses of both hosts and a new client ID, so that nothing is cached. */
		credentials: () => ({
			...CREDENTIALS,
			authUrl: hosts.auth.url,
			baseUrl: hosts.api.url,
			clientId: `client_${++clients}`,
		}),
		/** Sets the answers of the API, in turn; the last one is repeated. Clears the recorded requests. */
		answerWith: (...answers: Answer[]) => {
			answer = inTurn(...answers);
			hosts.api.requests.length = 0;
			hosts.auth.requests.length = 0;
		},
	});
}
