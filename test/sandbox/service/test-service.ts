import { Agent, request } from 'undici';
import {
	type Operator,
	type ServiceOptions,
	type Settings,
	startService,
} from '../../../sandbox/service/index.ts';

type RequestOptions = Parameters<typeof request>[1];

type TestService = Awaited<ReturnType<typeof startTestService>>;

const running = new Set<() => Promise<void>>();

// A test that fails leaves its service running, which would keep Jest from exiting.
afterAll(() => Promise.all([...running].map((close) => close())));

/**
 * Starts a service for all tests of a file. Settings and faults last for a test.
 *
 * @returns the service, with the access token of a client of org_demo
 */
export function sharedTestService(options?: ServiceOptions) {
	const shared = {} as TestService & { accessToken: string };
	let settings: Settings;
	beforeAll(async () => {
		const test = await startTestService(options);
		const { accessToken } = await test.newClient();
		Object.assign(shared, test, { accessToken });
		({ settings } = test.service);
	});
	afterEach(() => {
		shared.service.configure(settings);
		shared.service.faults.clear();
	});
	return shared;
}

/** @returns an Authorization header (RFC 7617) */
export function basic({ id, secret }: { id: string; secret: string }): string {
	return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

/** Starts a service, by default in memory and without contacts, and a client that trusts it. */
export async function startTestService(options: ServiceOptions = {}) {
	const service = await startService({ initialContacts: 0, ...options });
	const dispatcher = new Agent({ connect: { ca: service.ca } });

	const send = async (url: string, options?: RequestOptions) => {
		const answer = await request(url, { dispatcher, ...options });
		const status = answer.statusCode;
		const text = await answer.body.text();
		const readJson = (): ReturnType<typeof JSON.parse> => JSON.parse(text);
		return {
			status,
			headers: answer.headers,
			text,
			/** The body as parsed JSON; throws if it is not JSON. */
			get json() {
				return readJson();
			},
			/** The status, and the code in the body. */
			get refusal(): [status: number, code: string] {
				return [status, readJson().code];
			},
		};
	};
	/** Send a request to a path of one of the hosts. */
	const auth = (path: string, options?: RequestOptions) => send(service.authUrl + path, options);
	const api = (path: string, options?: RequestOptions) => send(service.baseUrl + path, options);
	/** Exchanges a refresh token for an access token. */
	const exchange = ({ clientId, refreshToken }: { clientId: string; refreshToken: string }) =>
		auth('/token', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ clientId, refreshToken }),
		});

	/** Introspects a token, by default as the API host does. */
	const introspect = (token: string, authorization = basic(service.resourceServer)) =>
		auth('/introspect', {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded', authorization },
			body: new URLSearchParams({ token, token_type_hint: 'access_token' }).toString(),
		});

	const close = async () => {
		running.delete(close);
		await dispatcher.destroy();
		await service.close();
	};
	running.add(close);
	return {
		service,
		auth,
		api,
		exchange,
		introspect,
		/** Provisions a client and exchanges its refresh token. */
		async newClient(grant?: Parameters<Operator['provisionClient']>[0]) {
			const client = service.operator.provisionClient(grant);
			const { accessToken } = (await exchange(client)).json;
			return { ...client, accessToken: accessToken as string };
		},
		/** Lists contacts with a query such as `?pageSize=1`. */
		list: (accessToken: string, query = '') =>
			api(`/v1/contacts${query}`, { headers: { authorization: `Bearer ${accessToken}` } }),
		close,
	};
}
