import { decodeJwt, decodeProtectedHeader } from 'jose';
import { sharedTestService } from './test-service.ts';

let nowMs = Date.now();
const test = sharedTestService({ now: () => new Date(nowMs) });

describe('credentials', () => {
	it('"A client holds credentials provisioned out of band by the service operator: a client identifier, a long-lived refresh token, an organization identifier and a set of granted scopes."', () => {
		const { operator } = test.service;
		const scopes = ['contacts.read', 'contacts.write'];

		const client = operator.provisionClient({ orgId: 'org_1', scopes });

		expect(client).toEqual({
			clientId: expect.stringMatching(/^client_[0-9a-f]{12}$/),
			refreshToken: expect.stringMatching(/^refresh_[A-Za-z0-9_-]{43}$/),
			orgId: 'org_1',
			scopes,
		});
	});

	it('"A client cannot create them itself": there is no operation for it', async () => {
		const headers = { 'content-type': 'application/json' };
		const body = JSON.stringify({ clientId: 'mine', refreshToken: 'mine' });

		for (const path of ['/clients', '/register', '/v1/clients', '/v1/contacts']) {
			const options = { method: 'POST', headers, body } as const;
			expect([404, 405]).toContain((await test.auth(path, options)).status);
			expect([404, 405]).toContain((await test.api(path, options)).status);
		}
	});
});

describe('token response', () => {
	it('"POST {auth_url}/token": "a JSON object with the token response fields"', async () => {
		const scopes = ['contacts.read', 'other'];

		const answer = await test.exchange(test.service.operator.provisionClient({ scopes }));

		expect(answer.status).toBe(200);
		expect(answer.headers['content-type']).toMatch(/^application\/json\b/);
		expect(answer.headers['cache-control']).toBe('no-store');
		expect(answer.json).toEqual({
			accessToken: expect.any(String),
			tokenType: 'Bearer',
			scope: 'contacts.read other',
			scopes,
		});
	});

	it('"accessToken: Bearer token, a JWT. Does not expire by default."', async () => {
		const { accessToken, clientId, orgId } = await test.newClient();

		expect(decodeProtectedHeader(accessToken)).toEqual({ alg: 'HS256', typ: 'JWT' });
		expect(decodeJwt(accessToken)).toEqual({
			iss: 'contacts-service',
			sub: clientId,
			orgId,
			scope: 'contacts.read',
			refreshTokenId: expect.any(String),
			jti: expect.any(String),
			iat: expect.any(Number),
		});
	});

	it('has an access token with the lifetime that is set, which is rejected afterwards', async () => {
		test.service.configure({ accessTokenLifetimeSeconds: 3600 });
		const { accessToken } = await test.newClient();
		const { exp, iat } = decodeJwt(accessToken);
		expect(exp! - iat!).toBe(3600);
		expect((await test.list(accessToken)).status).toBe(200);

		nowMs = (exp! + 1) * 1000;

		expect((await test.list(accessToken)).refusal).toEqual([401, 'invalid_token']);
	});

	it.each([
		['scope', { scope: 'contacts.read' }],
		['scopes', { scopes: ['contacts.read'] }],
		['none', {}],
	] as const)(
		'"scope and scopes are present in some token responses and absent in others": %s',
		async (tokenScopes, forms) => {
			test.service.configure({ tokenScopes });

			const { json } = await test.exchange(test.service.operator.provisionClient());

			expect(json).toEqual({ accessToken: expect.any(String), tokenType: 'Bearer', ...forms });
		},
	);
});

describe('token request', () => {
	const send = (contentType: string, body: string, path = '/token') =>
		test.auth(path, { method: 'POST', headers: { 'content-type': contentType }, body });

	it('"The token endpoint path has no version prefix." "Content-Type: application/json"', async () => {
		const { clientId, refreshToken } = test.service.operator.provisionClient();
		const json = JSON.stringify({ clientId, refreshToken });
		const form = new URLSearchParams({ clientId, refreshToken }).toString();

		expect((await send('application/json', json)).status).toBe(200);
		expect((await send('application/json', json, '/v1/token')).status).toBe(404);
		expect((await send('text/plain', json)).status).toBe(415);
		expect((await send('application/x-www-form-urlencoded', form)).status).toBe(415);
	});

	it.each([
		'{ "refreshToken": "x" }',
		'{ "clientId": "x", "refreshToken": null }',
		'{ "clientId": "x',
	])('"clientId string, refreshToken string, required": 400 for %s', async (body) => {
		expect((await send('application/json', body)).refusal).toEqual([400, 'invalid_request']);
	});
});

describe('states', () => {
	it('"Token calls with that refresh token fail with 401. Access tokens derived from it are no longer valid."', async () => {
		const client = await test.newClient();
		expect((await test.list(client.accessToken)).status).toBe(200);

		test.service.operator.revokeRefreshToken({ clientId: client.clientId });

		expect((await test.exchange(client)).refusal).toEqual([401, 'invalid_credentials']);
		expect((await test.list(client.accessToken)).refusal).toEqual([401, 'revoked_token']);
	});

	it('"Client: active -> not active: API calls fail with 403"', async () => {
		const { clientId, accessToken } = await test.newClient();
		for (const status of ['suspended', 'revoked'] as const) {
			test.service.operator.setClientStatus(clientId, status);
			expect((await test.list(accessToken)).refusal).toEqual([403, 'inactive_client']);
		}
		test.service.operator.setClientStatus(clientId, 'active');
		expect((await test.list(accessToken)).status).toBe(200);
	});

	it('a client that is not active still gets tokens, which the contract does not rule out', async () => {
		const client = test.service.operator.provisionClient();
		test.service.operator.setClientStatus(client.clientId, 'suspended');

		expect((await test.exchange(client)).status).toBe(200);
	});
});

describe('"Rotation procedure"', () => {
	it('"(a) call POST /token with the existing refresh token to get a new access token; (b) switch the application to the new token": both work meanwhile', async () => {
		const client = await test.newClient();

		const renewed = (await test.exchange(client)).json.accessToken;

		expect(renewed).not.toBe(client.accessToken);
		expect((await test.list(client.accessToken)).status).toBe(200);
		expect((await test.list(renewed)).status).toBe(200);
	});

	it('"(c) optionally ask the operator to revoke the old refresh token": the new one and its tokens stay valid', async () => {
		const { operator } = test.service;
		const old = await test.newClient();
		const rotated = { ...old, refreshToken: operator.issueRefreshToken(old.clientId) };
		const { accessToken } = (await test.exchange(rotated)).json;

		operator.revokeRefreshToken(old);

		expect((await test.exchange(old)).status).toBe(401);
		expect((await test.list(old.accessToken)).status).toBe(401);
		expect((await test.exchange(rotated)).status).toBe(200);
		expect((await test.list(accessToken)).status).toBe(200);
	});
});
