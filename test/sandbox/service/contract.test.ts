/** What the service does, in the words of the contract. */
import { decodeJwt, SignJWT } from 'jose';
import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import tls from 'node:tls';
import {
	type ContactsService,
	type Operator,
	type ServiceOptions,
	startService,
} from '../../../sandbox/service/index.ts';

/** A client of the service that trusts it. Responses have their code or body as `json`. */
function clientOf(service: ContactsService) {
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
function sharedService(options: ServiceOptions) {
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

let nowMs = Date.now();
const CONTACTS = 120;
const service = sharedService({ initialContacts: CONTACTS, now: () => new Date(nowMs) });

const contacts = async (query = '', token = service.accessToken) =>
	(await service.list(token, query)).json.contacts as Array<{ id: string }>;
const statusOf = async (response: Promise<{ status: number }>) => (await response).status;

it('Transport: "HTTPS only.", and from this computer only', async () => {
	for (const origin of [service.authUrl, service.baseUrl]) {
		const plain = once(get(origin.replace('https:', 'http:')), 'response');
		await expect(plain).rejects.toMatchObject({ code: 'ECONNRESET' });
	}
	const interfaces = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
	for (const { address, internal, family } of interfaces) {
		if (internal || family !== 'IPv4') continue;
		const socket = connect(Number(new URL(service.baseUrl).port), address);
		await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
	}
});

describe('Token', () => {
	it('"clientId or refreshToken incorrect", "refresh token revoked", "stray whitespace or newline in a credential": 401 with the same body', async () => {
		const { provisionClient } = service.operator;
		const [client, other, revoked] = [provisionClient(), provisionClient(), provisionClient()];
		service.operator.revokeRefreshToken(revoked);
		const { clientId, refreshToken } = client;
		const requests = [
			...['client_0', '', `${clientId} `].map((wrong) => ({ clientId: wrong, refreshToken })),
			...[other.refreshToken, '', `${refreshToken}\n`].map((wrong) => ({
				clientId,
				refreshToken: wrong,
			})),
			revoked,
		];
		const answers = await Promise.all(requests.map(service.exchange));
		for (const { refusal } of answers) expect(refusal).toEqual([401, 'invalid_credentials']);
		expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
	});

	it('"scope and scopes are present in some token responses and absent in others"', async () => {
		const scopes = ['contacts.read', 'other'];
		const client = service.operator.provisionClient({ scopes });
		const [scope, token] = [scopes.join(' '), { accessToken: expect.any(String) }];
		const forms = { both: { scope, scopes }, scope: { scope }, scopes: { scopes }, none: {} };
		for (const tokenScopes of ['both', 'scope', 'scopes', 'none'] as const) {
			service.configure({ tokenScopes });
			const { json, headers } = await service.exchange(client);
			expect(headers.get('cache-control')).toBe('no-store');
			expect(json).toEqual({ ...token, tokenType: 'Bearer', ...forms[tokenScopes] });
		}
	});

	it('"accessToken: Bearer token, a JWT. Does not expire by default.", but after the lifetime in the settings', async () => {
		expect(decodeJwt(service.accessToken).exp).toBeUndefined();
		service.configure({ accessTokenLifetimeSeconds: 3600 });
		const { accessToken } = await service.newClient();
		const { exp, iat } = decodeJwt(accessToken);
		expect(exp! - iat!).toBe(3600);
		expect((await service.list(accessToken)).status).toBe(200);
		nowMs = (exp! + 1) * 1000;
		expect((await service.list(accessToken)).refusal).toEqual([401, 'invalid_token']);
	});

	it('"The token endpoint path has no version prefix." "clientId string, refreshToken string, required"', async () => {
		const json = JSON.stringify(service.operator.provisionClient());
		expect(await statusOf(service.post('/v1/token', 'application/json', json))).toBe(404);
		for (const body of ['{"refreshToken":"x"}', '{"clientId":"x","refreshToken":null}', '{"cl']) {
			expect(await statusOf(service.post('/token', 'application/json', body))).toBe(400);
		}
	});
});

describe('States', () => {
	it('"Client: active -> not active: API calls fail with 403"; token calls may succeed', async () => {
		const client = await service.newClient();
		for (const status of ['suspended', 'revoked'] as const) {
			service.operator.setClientStatus(client.clientId, status);
			expect((await service.list(client.accessToken)).refusal).toEqual([403, 'inactive_client']);
			expect((await service.introspect(client.accessToken)).json).toEqual({ active: false });
			expect((await service.exchange(client)).status).toBe(200);
		}
		service.operator.setClientStatus(client.clientId, 'active');
		expect((await service.list(client.accessToken)).status).toBe(200);
	});

	it('"organization permissions problem": 403', async () => {
		const { accessToken } = await service.newClient({ orgId: 'org_denied' });
		service.operator.setOrganizationPermission('org_denied', 'denied');
		expect((await service.list(accessToken)).refusal).toEqual([403, 'organization_denied']);
	});

	it('"Token calls with that refresh token fail with 401. Access tokens derived from it are no longer valid.", but those of the refresh token that replaces it are', async () => {
		const old = await service.newClient();
		const renewed = (await service.exchange(old)).json.accessToken;
		const rotated = { ...old, refreshToken: service.operator.issueRefreshToken(old.clientId) };
		const { accessToken } = (await service.exchange(rotated)).json;
		const tokens = [old.accessToken, renewed, accessToken];
		const listed = () => Promise.all(tokens.map((token) => statusOf(service.list(token))));
		expect(await listed()).toEqual([200, 200, 200]);
		service.operator.revokeRefreshToken(old);
		expect(await listed()).toEqual([401, 401, 200]);
		expect((await service.exchange(old)).status).toBe(401);
		expect((await service.exchange(rotated)).status).toBe(200);
	});
});

describe('"401 API calls"', () => {
	it('"Authorization header missing or malformed"', async () => {
		const headers = [
			undefined,
			'Basic TOKEN',
			'TOKEN',
			'Bearer',
			'Bearer  TOKEN',
			'Bearer TOKEN x',
		];
		for (const header of headers) {
			const authorization = header?.replaceAll('TOKEN', service.accessToken);
			const path = `/v1/contacts?access_token=${service.accessToken}`;
			const answer = await service.api(path, authorization ? { authorization } : {});
			expect(answer.refusal).toEqual([401, 'missing_token']);
		}
	});

	it('"token not obtained from /token": not a JWT, modified, unsigned, or of another key', async () => {
		const { accessToken, refreshToken } = await service.newClient();
		const [header, payload, signature] = accessToken.split('.') as [string, string, string];
		const raised = { ...decodeJwt(accessToken), orgId: 'org_other' };
		const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
		const forged = await new SignJWT(raised)
			.setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
			.sign(Buffer.from('another key'.repeat(3)));
		for (const token of [
			...['token', refreshToken, forged, `${header}.${encode(raised)}.${signature}`],
			`${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
		]) {
			expect((await service.list(token)).refusal).toEqual([401, 'invalid_token']);
			expect((await service.introspect(token)).json).toEqual({ active: false });
		}
		expect((await service.list(accessToken)).status).toBe(200);
	});
});

it.each([
	['off', 'off', 0],
	['"by decoding the JWT"', 'claims', 0],
	['"by calling /introspect"', 'introspection', 1],
] as const)(
	'"Scope enforcement is optional per service.": %s',
	async (_how, scopeEnforcement, introspections) => {
		service.requests.reset();
		service.configure({ scopeEnforcement });
		const reader = await service.newClient({ scopes: ['contacts.write', 'contacts.read'] });
		expect((await service.list(reader.accessToken)).status).toBe(200);
		expect(service.requests.introspect.count).toBe(introspections);
		const refused = scopeEnforcement === 'off' ? [200, undefined] : [403, 'insufficient_scope'];
		const { accessToken } = await service.newClient({ scopes: ['contacts.write'] });
		expect((await service.list(accessToken)).refusal).toEqual(refused);
	},
);

it('"An /introspect operation exists that services may call to check a token and its scopes", as in RFC 7662', async () => {
	service.configure({ accessTokenLifetimeSeconds: 60 });
	const client = await service.newClient({ scopes: ['contacts.read', 'contacts.write'] });
	const { json } = await service.introspect(client.accessToken);
	const expected = { active: true, scope: 'contacts.read contacts.write', exp: json.iat + 60 };
	expect(json).toMatchObject({ ...expected, client_id: client.clientId });
	const wrong = { ...service.resourceServer, secret: 'wrong' };
	const { refusal } = await service.introspect(client.accessToken, wrong);
	expect(refusal).toEqual([401, 'invalid_resource_server']);
});

describe('Contacts', () => {
	it('"contacts are under /v1", "The one data operation shown is listing contacts.": there are no other operations', async () => {
		const headers = { authorization: `Bearer ${service.accessToken}` };
		for (const path of ['/contacts', '/v2/contacts', '/v1/contacts/contact_1_1']) {
			expect((await service.api(path, headers)).status).toBe(404);
		}
		expect((await service.post('/clients', 'application/json', '{}')).status).toBe(404);
	});

	it("are those of the client's own organization, whatever the cursor", async () => {
		const other = await service.newClient({ orgId: 'org_b' });
		expect(await contacts('', other.accessToken)).toEqual([]);
		await service.operator.fillContacts({ orgId: 'org_b', count: 7 });
		expect(await contacts('?pageSize=1000')).toHaveLength(CONTACTS);
		const { nextCursor } = (await service.list(service.accessToken, '?pageSize=3')).json;
		const query = `?pageSize=2&cursor=${encodeURIComponent(nextCursor)}`;
		const ids = (await contacts(query, other.accessToken)).map(({ id }) => id);
		expect(ids).toEqual([4, 5].map((n) => expect.stringMatching(`^contact_(?!1_)\\d+_${n}$`)));
	});

	it('"pageSize integer, not required: Number of contacts requested per page.", "Default and bounds of pageSize: not shown": 50, and the maximum is a setting; 400 for other values', async () => {
		const sizes = async (...queries: string[]) =>
			await Promise.all(queries.map(async (query) => (await contacts(query)).length));
		const others = '?pageSize=3&limit=9&foo[]=bar&page=2';
		expect(await sizes('', '?pageSize=1', '?pageSize=119', others)).toEqual([50, 1, 119, 3]);
		service.configure({ maxPageSize: 60 });
		expect(await sizes('?pageSize=61', '?pageSize=9007199254740992')).toEqual([60, 60]);
		service.configure({ fixedPageSize: 7 });
		expect(await sizes('?pageSize=30')).toEqual([7]);
		for (const pageSize of ['0', '-1', '1.5', '', 'ten', '1e2']) {
			const { refusal } = await service.list(service.accessToken, `?pageSize=${pageSize}`);
			expect(refusal).toEqual([400, 'invalid_request']);
		}
	});
});
