import { decodeJwt, decodeProtectedHeader } from 'jose';
import { sharedTestService } from './test-service.ts';

const test = sharedTestService();
afterEach(() => test.service.configure({ tokenScopes: 'both', accessTokenLifetimeSeconds: null }));

describe('credentials', () => {
	it('"A client holds credentials provisioned out of band by the service operator: a client identifier, a long-lived refresh token, an organization identifier and a set of granted scopes."', () => {
		const scopes = ['contacts.read', 'contacts.write'];

		const client = test.service.operator.provisionClient({ orgId: 'org_1', scopes });

		expect(JSON.stringify(test.service.operator.listClients())).not.toContain(client.refreshToken);
		expect(client).toEqual({
			clientId: expect.stringMatching(/^client_[0-9a-f]{12}$/),
			refreshToken: expect.stringMatching(/^refresh_[A-Za-z0-9_-]{43}$/),
			orgId: 'org_1',
			scopes,
		});
		expect(test.service.operator.listClients()).toContainEqual(
			expect.objectContaining({ clientId: client.clientId, orgId: 'org_1', scopes }),
		);
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
		const client = test.service.operator.provisionClient({ scopes: ['contacts.read', 'other'] });

		const answer = await test.exchange(client);

		expect(answer.status).toBe(200);
		expect(answer.headers['content-type']).toMatch(/^application\/json\b/);
		expect(answer.headers['cache-control']).toBe('no-store');
		expect(answer.json).toEqual({
			accessToken: expect.any(String),
			tokenType: 'Bearer',
			scope: 'contacts.read other',
			scopes: ['contacts.read', 'other'],
		});
	});

	it('"accessToken: Bearer token, a JWT. Does not expire by default."', async () => {
		const { accessToken, clientId, orgId } = await test.newClient();

		expect(decodeProtectedHeader(accessToken)).toEqual({ alg: 'EdDSA', typ: 'JWT' });
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

	it('issues access tokens with the lifetime that is set, and rejects them afterwards', async () => {
		test.service.configure({ accessTokenLifetimeSeconds: 3600 });
		const { accessToken } = await test.newClient();
		const { exp } = decodeJwt(accessToken);
		expect(exp! - decodeJwt(accessToken).iat!).toBe(3600);
		expect((await test.list(accessToken)).status).toBe(200);

		const clock = jest.spyOn(Date, 'now').mockReturnValue((exp! + 1) * 1000);
		const { status } = await test.list(accessToken);
		clock.mockRestore();

		expect(status).toBe(401);
	});

	it.each([
		['both', { scope: 'contacts.read', scopes: ['contacts.read'] }],
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
		const client = test.service.operator.provisionClient();
		const json = JSON.stringify(client);

		expect((await send('application/json', json)).status).toBe(200);
		expect((await send('application/json', json, '/v1/token')).status).toBe(404);
		expect((await send('text/plain', json)).status).toBe(415);
		const form = new URLSearchParams(client as unknown as Record<string, string>).toString();
		expect((await send('application/x-www-form-urlencoded', form)).status).toBe(415);
	});

	it.each([
		...['{ "refreshToken": "x" }', '{ "clientId": "x" }', '{ "clientId": 1, "refreshToken": "x" }'],
		...['{ "clientId": "x", "refreshToken": null }', '[[]]', '"x"', '{ "clientId": "x'],
	])('"clientId string, refreshToken string, required": 400 for %s', async (body) => {
		const answer = await send('application/json', body);

		expect([answer.status, answer.json.code]).toEqual([400, 'invalid_request']);
	});
});

describe('states', () => {
	it('"Token calls with that refresh token fail with 401. Access tokens derived from it are no longer valid."', async () => {
		const client = await test.newClient();
		expect((await test.list(client.accessToken)).status).toBe(200);

		expect(test.service.operator.revokeRefreshToken({ clientId: client.clientId })).toBe(1);

		expect((await test.exchange(client)).status).toBe(401);
		const { status, json } = await test.list(client.accessToken);
		expect([status, json.code]).toEqual([401, 'revoked_token']);
	});

	it('"Client: active -> not active: API calls fail with 403"', async () => {
		const { clientId, accessToken } = await test.newClient();
		for (const status of ['suspended', 'revoked'] as const) {
			test.service.operator.setClientStatus(clientId, status);
			const answer = await test.list(accessToken);
			expect([answer.status, answer.json.code]).toEqual([403, 'inactive_client']);
		}
		test.service.operator.setClientStatus(clientId, 'active');
		expect((await test.list(accessToken)).status).toBe(200);
	});

	it('issues tokens to a client that is not active, or refuses to, depending on the setting', async () => {
		const client = test.service.operator.provisionClient();
		test.service.operator.setClientStatus(client.clientId, 'suspended');

		expect((await test.exchange(client)).status).toBe(200);
		test.service.configure({ inactiveClientTokens: 'refuse' });
		expect((await test.exchange(client)).status).toBe(401);
		test.service.configure({ inactiveClientTokens: 'issue' });
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
		const old = await test.newClient();
		const { refreshTokens } = test.service.operator
			.listClients()
			.find(({ clientId }) => clientId === old.clientId)!;
		const refreshTokenId = refreshTokens[0]!.id;
		const rotated = test.service.operator.issueRefreshToken(old.clientId);
		const { accessToken } = (await test.exchange(rotated)).json;

		expect(test.service.operator.revokeRefreshToken({ refreshTokenId })).toBe(1);

		expect((await test.exchange(old)).status).toBe(401);
		expect((await test.list(old.accessToken)).status).toBe(401);
		expect((await test.exchange(rotated)).status).toBe(200);
		expect((await test.list(accessToken)).status).toBe(200);
	});
});
