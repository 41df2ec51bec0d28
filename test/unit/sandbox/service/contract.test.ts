/** What the service does, in the words of the contract. */
import { decodeJwt, SignJWT } from 'jose';
import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import tls from 'node:tls';
import { type ContactsService, startService } from '../../../../sandbox/service/index.ts';

const CONTACTS = 120;
const JSON_TYPE = { 'content-type': 'application/json' };
let nowMs = Date.now();

let service: ContactsService;
let settings: ContactsService['settings'];
let ownToken: string;
beforeAll(async () => {
	service = await startService({ initialContacts: CONTACTS, now: () => new Date(nowMs) });
	tls.setDefaultCACertificates([...tls.getCACertificates('default'), service.ca]);
	({ settings } = service);
	ownToken = (await newClient()).accessToken;
});
afterEach(() => service.configure(settings));
afterAll(() => service.close());

/** Sends a request. @returns also the status and the code of an error, such as "401 invalid_token" */
async function send(url: string, options?: RequestInit) {
	const response = await fetch(url, options);
	const { status, headers } = response;
	const text = await response.text();
	const isJson = /json/.test(headers.get('content-type') ?? '') && text !== '';
	const json = isJson ? JSON.parse(text) : {};
	return { outcome: [status, json.code].join(' ').trim(), headers, text, json };
}

const post = (path: string, body: string, headers: Record<string, string> = JSON_TYPE) =>
	send(service.authUrl + path, { method: 'POST', body, headers });
const exchange = ({ clientId, refreshToken }: { clientId: string; refreshToken: string }) =>
	post('/token', JSON.stringify({ clientId, refreshToken }));
const getPath = (path: string, authorization?: string) =>
	send(service.baseUrl + path, { headers: authorization ? { authorization } : {} });
const list = (token: string, query = '') => getPath(`/v1/contacts${query}`, `Bearer ${token}`);

/** Introspects a token, by default as the API host does. */
const introspect = (token: string, { id, secret } = service.resourceServer) => {
	const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
	const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
	return post('/introspect', `token=${token}`, headers);
};

/** Provisions a client and exchanges its refresh token. */
async function newClient(grant?: { orgId?: string; scopes?: string[] }) {
	const provisioned = service.operator.provisionClient(grant);
	const { accessToken } = (await exchange(provisioned)).json;
	return { ...provisioned, accessToken: accessToken as string };
}

const contacts = async (query = '', token = ownToken) =>
	(await list(token, query)).json.contacts as Array<{ id: string }>;
const outcomes = async (...sent: Array<ReturnType<typeof send>>) =>
	(await Promise.all(sent)).map(({ outcome }) => outcome);

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

it('"clientId or refreshToken incorrect", "refresh token revoked", "stray whitespace or newline in a credential": 401 with the same body', async () => {
	const { provisionClient, revokeRefreshToken } = service.operator;
	const [client, other, revoked] = [provisionClient(), provisionClient(), provisionClient()];
	revokeRefreshToken(revoked);
	const clientIds = ['client_0', '', `${client.clientId} `];
	const otherIds = clientIds.map((clientId) => ({ ...client, clientId }));
	const refreshTokens = [other.refreshToken, '', `${client.refreshToken}\n`];
	const otherTokens = refreshTokens.map((refreshToken) => ({ ...client, refreshToken }));
	const answers = [...otherIds, ...otherTokens, revoked].map(exchange);
	expect(await outcomes(...answers)).toEqual(Array(7).fill('401 invalid_credentials'));
	expect(new Set((await Promise.all(answers)).map(({ text }) => text)).size).toBe(1);
});

it('"scope and scopes are present in some token responses and absent in others"', async () => {
	const scopes = ['contacts.read', 'other'];
	const client = service.operator.provisionClient({ scopes });
	const scope = scopes.join(' ');
	const forms = { both: { scope, scopes }, scope: { scope }, scopes: { scopes }, none: {} };
	const token = { accessToken: expect.any(String), tokenType: 'Bearer' };
	for (const tokenScopes of ['both', 'scope', 'scopes', 'none'] as const) {
		service.configure({ tokenScopes });
		const { json, headers } = await exchange(client);
		expect(headers.get('cache-control')).toBe('no-store');
		expect(json).toEqual({ ...token, ...forms[tokenScopes] });
	}
});

it('"accessToken: Bearer token, a JWT. Does not expire by default.", but after the lifetime in the settings', async () => {
	expect(decodeJwt(ownToken).exp).toBeUndefined();
	service.configure({ accessTokenLifetimeSeconds: 3600 });
	const { accessToken } = await newClient();
	const { exp, iat } = decodeJwt(accessToken);
	expect(exp! - iat!).toBe(3600);
	expect(await outcomes(list(accessToken))).toEqual(['200']);
	nowMs = (exp! + 1) * 1000;
	expect(await outcomes(list(accessToken))).toEqual(['401 invalid_token']);
});

it('"The token endpoint path has no version prefix." "clientId string, refreshToken string, required"', async () => {
	const json = JSON.stringify(service.operator.provisionClient());
	const incomplete = ['{"refreshToken":"x"}', '{"clientId":"x","refreshToken":null}', '{"cl'];
	const refused = incomplete.map((body) => post('/token', body));
	expect(await outcomes(...refused)).toEqual(Array(3).fill('400 invalid_request'));
	expect(await outcomes(post('/v1/token', json))).toEqual(['404 not_found']);
});

it('"Client: active -> not active: API calls fail with 403"; token calls may succeed', async () => {
	const client = await newClient();
	const answers = () => outcomes(list(client.accessToken), exchange(client));
	for (const status of ['suspended', 'revoked'] as const) {
		service.operator.setClientStatus(client.clientId, status);
		expect(await answers()).toEqual(['403 inactive_client', '200']);
		expect((await introspect(client.accessToken)).json).toEqual({ active: false });
	}
	service.operator.setClientStatus(client.clientId, 'active');
	expect(await answers()).toEqual(['200', '200']);
});

it('"organization permissions problem": 403', async () => {
	const { accessToken } = await newClient({ orgId: 'org_denied' });
	service.operator.setOrganizationPermission('org_denied', 'denied');
	expect(await outcomes(list(accessToken))).toEqual(['403 organization_denied']);
});

it('"Token calls with that refresh token fail with 401. Access tokens derived from it are no longer valid.", but those of the refresh token that replaces it are', async () => {
	const old = await newClient();
	const renewed = (await exchange(old)).json.accessToken;
	const rotated = { ...old, refreshToken: service.operator.issueRefreshToken(old.clientId) };
	const { accessToken } = (await exchange(rotated)).json;
	const tokens = [old.accessToken, renewed, accessToken];
	const listed = () => outcomes(...tokens.map((token) => list(token)));
	expect(await listed()).toEqual(['200', '200', '200']);
	service.operator.revokeRefreshToken(old);
	expect(await listed()).toEqual(['401 revoked_token', '401 revoked_token', '200']);
	const exchanged = [exchange(old), exchange(rotated)];
	expect(await outcomes(...exchanged)).toEqual(['401 invalid_credentials', '200']);
});

it('"401 API calls": "Authorization header missing or malformed"', async () => {
	const path = `/v1/contacts?access_token=${ownToken}`;
	const malformed = ['Basic TOKEN', 'TOKEN', 'Bearer', 'Bearer  TOKEN', 'Bearer TOKEN x'];
	const headers = malformed.map((header) => header.replace('TOKEN', ownToken));
	const answers = [undefined, ...headers].map((header) => getPath(path, header));
	expect(await outcomes(...answers)).toEqual(Array(6).fill('401 missing_token'));
});

it('"401 API calls": "token not obtained from /token": not a JWT, modified, unsigned, or of another key', async () => {
	const { accessToken, refreshToken } = await newClient();
	const [header, payload, signature] = accessToken.split('.') as [string, string, string];
	const raised = { ...decodeJwt(accessToken), orgId: 'org_other' };
	const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
	const forged = await new SignJWT(raised)
		.setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
		.sign(Buffer.from('another key'.repeat(3)));
	const modified = `${header}.${encode(raised)}.${signature}`;
	const unsigned = `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`;
	for (const token of ['token', refreshToken, forged, modified, unsigned]) {
		expect(await outcomes(list(token))).toEqual(['401 invalid_token']);
		expect((await introspect(token)).json).toEqual({ active: false });
	}
	expect(await outcomes(list(accessToken))).toEqual(['200']);
});

it.each([
	['off', 'off', 0, '200'],
	['"by decoding the JWT"', 'claims', 0, '403 insufficient_scope'],
	['"by calling /introspect"', 'introspection', 1, '403 insufficient_scope'],
] as const)('"Scope enforcement is optional per service.": %s', async (...row) => {
	const [, scopeEnforcement, introspections, refused] = row;
	service.requests.reset();
	service.configure({ scopeEnforcement });
	const reader = await newClient({ scopes: ['contacts.write', 'contacts.read'] });
	expect(await outcomes(list(reader.accessToken))).toEqual(['200']);
	expect(service.requests.introspect.count).toBe(introspections);
	const { accessToken } = await newClient({ scopes: ['contacts.write'] });
	expect(await outcomes(list(accessToken))).toEqual([refused]);
});

it('"An /introspect operation exists that services may call to check a token and its scopes", as in RFC 7662', async () => {
	service.configure({ accessTokenLifetimeSeconds: 60 });
	const { accessToken, clientId } = await newClient({ scopes: ['contacts.read', 'b'] });
	const { json } = await introspect(accessToken);
	const expected = { active: true, scope: 'contacts.read b', client_id: clientId };
	expect(json).toMatchObject({ ...expected, exp: json.iat + 60 });
	const wrong = introspect(accessToken, { ...service.resourceServer, secret: 'wrong' });
	expect(await outcomes(wrong)).toEqual(['401 invalid_resource_server']);
});

it('"contacts are under /v1", "The one data operation shown is listing contacts.": there are no other operations', async () => {
	const paths = ['/contacts', '/v2/contacts', '/v1/contacts/contact_1_1'];
	const others = paths.map((path) => getPath(path, `Bearer ${ownToken}`));
	const all = [...others, post('/clients', '{}')];
	expect(await outcomes(...all)).toEqual(Array(4).fill('404 not_found'));
});

it("Contacts are those of the client's own organization, whatever the cursor", async () => {
	const other = await newClient({ orgId: 'org_b' });
	expect(await contacts('', other.accessToken)).toEqual([]);
	await service.operator.fillContacts({ orgId: 'org_b', count: 7 });
	expect(await contacts('?pageSize=1000')).toHaveLength(CONTACTS);
	const { nextCursor } = (await list(ownToken, '?pageSize=3')).json;
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
	const invalid = ['0', '-1', '1.5', '', 'ten', '1e2'];
	const answers = invalid.map((pageSize) => list(ownToken, `?pageSize=${pageSize}`));
	expect(await outcomes(...answers)).toEqual(Array(6).fill('400 invalid_request'));
});
