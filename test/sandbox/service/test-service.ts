import tls from 'node:tls';
import {
	type ContactsService,
	type Operator,
	type ServiceOptions,
	startService,
} from '../../../sandbox/service/index.ts';

/** A client of the service that trusts it. Responses have their code or body as `json`. */
export function clientOf(service: Omit<ContactsService, 'close'>) {
	tls.setDefaultCACertificates([...tls.getCACertificates('default'), service.ca]);
	const send = async (url: string, options?: RequestInit) => {
		const response = await fetch(url, options);
		const text = await response.text();
		const isJson = /json/.test(response.headers.get('content-type') ?? '');
		const json = isJson && text ? JSON.parse(text) : undefined;
		const { status, headers } = response;
		return { status, headers, text, json, refusal: [status, json?.code] as [number, string] };
	};
	const client = {
		post: (path: string, type: string, body: string, others: Record<string, string> = {}) => {
			const headers = { 'content-type': type, ...others };
			return send(service.authUrl + path, { method: 'POST', headers, body });
		},
		/** Sends a request to a path of the API host. */
		api: (path: string, headers: Record<string, string> = {}) =>
			send(service.baseUrl + path, { headers }),
		/** Exchanges a refresh token for an access token. */
		exchange: ({ clientId, refreshToken }: { clientId: string; refreshToken: string }) =>
			client.post('/token', 'application/json', JSON.stringify({ clientId, refreshToken })),
		/** Provisions a client and exchanges its refresh token. */
		newClient: async (grant?: Parameters<Operator['provisionClient']>[0]) => {
			const provisioned = service.operator.provisionClient(grant);
			const { accessToken } = (await client.exchange(provisioned)).json;
			return { ...provisioned, accessToken: accessToken as string };
		},
		/** Lists contacts with a query such as `?pageSize=1`. */
		list: (accessToken: string, query = '') =>
			client.api(`/v1/contacts${query}`, { authorization: `Bearer ${accessToken}` }),
		/** Introspects a token, by default as the API host does. */
		introspect: (token: string, { id, secret } = service.resourceServer) => {
			const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
			const form = 'application/x-www-form-urlencoded';
			return client.post('/introspect', form, `token=${token}`, { authorization });
		},
	};
	return client;
}

/** A service with a client for all tests of a file. Settings last for a test. */
export function sharedService(options: ServiceOptions) {
	type Shared = ContactsService & ReturnType<typeof clientOf> & { accessToken: string };
	const shared = {} as Shared;
	beforeAll(async () => {
		const service = await startService(options);
		const client = clientOf(service);
		Object.assign(shared, service, client, await client.newClient());
	});
	afterEach(() => shared.configure(shared.settings));
	afterAll(() => shared.close());
	return shared;
}
