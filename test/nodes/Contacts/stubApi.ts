import { CREDENTIALS } from '../../support/credentials';
import {
	type Answer,
	inTurn,
	type RawServer,
	respond,
	startRawServer,
	tokenBody,
} from '../../support/rawServer';

/** A complete JSON response with status 200. */
export function json(body: unknown, headers: Record<string, string> = {}): Answer {
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
	const setAnswer = (next: Answer) => {
		answer = next;
		hosts.api.requests.length = 0;
		hosts.auth.requests.length = 0;
	};
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
		/** Sets what the API answers, by the query parameter with the number of the page. */
		answerByPage: (pageOf: (number: number) => Answer) =>
			setAnswer((socket, n) => {
				const { searchParams } = new URL(hosts.api.requests[n]!.split(' ')[1]!, hosts.api.url);
				pageOf(Number(searchParams.get('page') ?? 1))(socket, n);
			}),
		/** Sets the answers of the API, in turn; the last one is repeated. Clears the recorded requests. */
		answerWith: (...answers: Answer[]) => setAnswer(inTurn(...answers)),
	});
}
