import { basic, sharedTestService } from './test-service.ts';

const test = sharedTestService();
beforeEach(() => test.service.requests.reset());

describe('"Scope enforcement is optional per service."', () => {
	it('off: a token without the scope lists contacts', async () => {
		const { accessToken } = await test.newClient({ scopes: [] });

		expect((await test.list(accessToken)).status).toBe(200);
		expect(test.service.requests.introspect.count).toBe(0);
	});

	it.each([
		['"by decoding the JWT"', 'claims', 0],
		['"by calling /introspect"', 'introspection', 1],
	] as const)(
		'%s: "A request whose token lacks a required scope is rejected with 403."',
		async (_how, scopeEnforcement, introspections) => {
			test.service.configure({ scopeEnforcement });
			const reader = await test.newClient({ scopes: ['contacts.write', 'contacts.read'] });
			const writer = await test.newClient({ scopes: ['contacts.write'] });
			const none = await test.newClient({ scopes: [] });

			expect((await test.list(reader.accessToken)).status).toBe(200);
			expect(test.service.requests.introspect.count).toBe(introspections);
			for (const { accessToken } of [writer, none]) {
				expect((await test.list(accessToken)).refusal).toEqual([403, 'insufficient_scope']);
			}
		},
	);

	it('responds with 503 if /introspect fails', async () => {
		test.service.configure({ scopeEnforcement: 'introspection' });
		test.service.faults.set('/introspect', { status: 500 });

		const { refusal } = await test.list(test.accessToken);

		expect(refusal).toEqual([503, 'introspection_failed']);
	});
});

describe('/introspect, in the form of RFC 7662', () => {
	it('"services may call to check a token and its scopes"', async () => {
		test.service.configure({ accessTokenLifetimeSeconds: 60 });
		const client = await test.newClient({ scopes: ['contacts.read', 'contacts.write'] });

		const answer = await test.introspect(client.accessToken);

		expect(answer.status).toBe(200);
		expect(answer.headers['cache-control']).toBe('no-store');
		expect(answer.json).toEqual({
			active: true,
			scope: 'contacts.read contacts.write',
			client_id: client.clientId,
			sub: client.clientId,
			token_type: 'Bearer',
			iat: expect.any(Number),
			exp: answer.json.iat + 60,
			jti: expect.any(String),
			org_id: client.orgId,
		});
	});

	it('says only that a token is not active', async () => {
		const revoked = await test.newClient();
		test.service.operator.revokeRefreshToken({ clientId: revoked.clientId });
		const suspended = await test.newClient();
		test.service.operator.setClientStatus(suspended.clientId, 'suspended');

		for (const token of [revoked.accessToken, suspended.accessToken, 'nonsense', '']) {
			expect((await test.introspect(token)).json).toEqual({ active: false });
		}
	});

	it('needs the credentials of a resource server', async () => {
		const { accessToken, clientId, refreshToken } = await test.newClient();
		const { id } = test.service.resourceServer;

		for (const authorization of [
			basic({ id, secret: 'wrong' }),
			basic({ id: clientId, secret: refreshToken }),
			`Bearer ${accessToken}`,
		]) {
			const { refusal, headers } = await test.introspect(accessToken, authorization);
			expect(refusal).toEqual([401, 'invalid_resource_server']);
			expect(headers['www-authenticate']).toBe('Basic');
		}
	});
});
