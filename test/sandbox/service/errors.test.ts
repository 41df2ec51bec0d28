import { decodeJwt, generateKeyPair, SignJWT } from 'jose';
import { startTestService, type TestService } from './test-service.ts';

let test: TestService;
beforeAll(async () => {
	test = await startTestService();
});
afterAll(() => test.close());
afterEach(() => test.service.configure({ scopeEnforcement: 'off', errorForm: 'problem' }));

describe('"401 POST /token"', () => {
	const variants: Array<[string, (value: string) => string]> = [
		['a space before', (value) => ` ${value}`],
		['a space after', (value) => `${value} `],
		['a newline after', (value) => `${value}\n`],
		['a tab after', (value) => `${value}\t`],
		['a carriage return and newline after', (value) => `${value}\r\n`],
		['a space inside', (value) => `${value.slice(0, 9)} ${value.slice(9)}`],
		['a no-break space after', (value) => `${value}\u00a0`],
	];

	it.each([
		['clientId', { clientId: 'client_000000000000' }],
		['refreshToken', { refreshToken: `refresh_${'A'.repeat(43)}` }],
		['clientId', { clientId: '' }],
		['refreshToken', { refreshToken: '' }],
	])('"clientId or refreshToken incorrect": %s', async (_field, wrong) => {
		const client = test.service.operator.provisionClient();

		const answer = await test.exchange({ ...client, ...wrong });

		expect(answer.status).toBe(401);
		expect(answer.json.code).toBe('invalid_credentials');
	});

	it("refuses another client's refresh token", async () => {
		const [one, two] = [
			test.service.operator.provisionClient(),
			test.service.operator.provisionClient(),
		];

		const answer = await test.exchange({ ...one, refreshToken: two.refreshToken });

		expect(answer.status).toBe(401);
	});

	it.each(variants)('"stray whitespace or newline in a credential": %s', async (_name, vary) => {
		const client = test.service.operator.provisionClient();

		const { clientId, refreshToken } = client;
		const answers = await Promise.all([
			test.exchange({ ...client, clientId: vary(clientId) }),
			test.exchange({ ...client, refreshToken: vary(refreshToken) }),
		]);

		expect(answers.map(({ status }) => status)).toEqual([401, 401]);
		expect((await test.exchange(client)).status).toBe(200);
	});

	it('"refresh token revoked"', async () => {
		const client = test.service.operator.provisionClient();
		test.service.operator.revokeRefreshToken({ clientId: client.clientId });

		expect((await test.exchange(client)).status).toBe(401);
	});

	it('sends the same body for all of them, so that they cannot be told apart', async () => {
		const client = test.service.operator.provisionClient();
		const revoked = test.service.operator.provisionClient();
		test.service.operator.revokeRefreshToken({ clientId: revoked.clientId });

		const answers = await Promise.all([
			test.exchange({ ...client, clientId: 'wrong' }),
			test.exchange({ ...client, refreshToken: 'wrong' }),
			test.exchange(revoked),
		]);

		expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
	});
});

describe('"401 API calls"', () => {
	const listWith = (headers: Record<string, string>) => test.api('/v1/contacts', { headers });

	it('"Authorization header missing"', async () => {
		const answer = await listWith({});

		expect(answer.status).toBe(401);
		expect(answer.json.code).toBe('missing_token');
		expect(answer.headers['www-authenticate']).toBe('Bearer');
	});

	it.each([
		['no scheme', (token: string) => token],
		['another scheme', (token: string) => `Basic ${token}`],
		['no token', () => 'Bearer'],
		['two spaces', (token: string) => `Bearer  ${token}`],
		['two tokens', (token: string) => `Bearer ${token} ${token}`],
		['a comma', (token: string) => `Bearer ${token},`],
		['a colon', (token: string) => `Bearer: ${token}`],
		['quotes', (token: string) => `Bearer "${token}"`],
	])('"Authorization header malformed": %s', async (_name, write) => {
		const { accessToken } = await test.newClient();

		const answer = await listWith({ authorization: write(accessToken) });

		expect(answer.status).toBe(401);
		expect(answer.json.code).toBe('missing_token');
	});

	it('accepts the scheme in upper and lower case (RFC 9110, 11.1)', async () => {
		const { accessToken } = await test.newClient();

		expect((await listWith({ authorization: `bearer ${accessToken}` })).status).toBe(200);
	});

	it('"token not obtained from /token": not a JWT, modified, signed with another key, unsigned', async () => {
		const { accessToken, refreshToken } = await test.newClient();
		const [header, payload, signature] = accessToken.split('.') as [string, string, string];
		const raised = { ...decodeJwt(accessToken), orgId: 'org_other' };
		const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
		const { privateKey } = await generateKeyPair('EdDSA');
		const forged = await new SignJWT(raised)
			.setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
			.sign(privateKey);

		for (const token of [
			'token',
			refreshToken,
			`${header}.${encode(raised)}.${signature}`,
			`${header}.${payload}.${'A'.repeat(signature.length)}`,
			`${header}.${payload}`,
			`${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
			forged,
		]) {
			const answer = await test.list(token);
			expect([answer.status, answer.json.code]).toEqual([401, 'invalid_token']);
		}
		expect((await test.list(accessToken)).status).toBe(200);
	});

	it('"token not obtained from /token": issued by another service', async () => {
		const other = await startTestService();
		const { accessToken } = await other.newClient();
		await other.close();

		expect((await test.list(accessToken)).status).toBe(401);
	});

	it('"underlying refresh token revoked"', async () => {
		const { clientId, accessToken } = await test.newClient();
		test.service.operator.revokeRefreshToken({ clientId });

		const answer = await test.list(accessToken);

		expect(answer.status).toBe(401);
		expect(answer.json.code).toBe('revoked_token');
	});

	it('ignores a token in the query', async () => {
		const { accessToken } = await test.newClient();

		const answer = await test.api(`/v1/contacts?access_token=${accessToken}`);

		expect(answer.status).toBe(401);
	});
});

describe('"403 API calls"', () => {
	it.each(['suspended', 'revoked'] as const)('"Client status not active": %s', async (status) => {
		const { clientId, accessToken } = await test.newClient();
		test.service.operator.setClientStatus(clientId, status);

		const answer = await test.list(accessToken);

		expect(answer.status).toBe(403);
		expect(answer.json.code).toBe('inactive_client');
	});

	it('"organization permissions problem"', async () => {
		const { accessToken } = await test.newClient({ orgId: 'org_denied' });
		test.service.operator.setOrganizationPermission('org_denied', 'denied');

		const answer = await test.list(accessToken);
		expect(answer.status).toBe(403);
		expect(answer.json.code).toBe('organization_denied');

		test.service.operator.setOrganizationPermission('org_denied', 'granted');
		expect((await test.list(accessToken)).status).toBe(200);
	});

	it('"access token lacks a required scope"', async () => {
		test.service.configure({ scopeEnforcement: 'claims' });
		const { accessToken } = await test.newClient({ scopes: ['contacts.write'] });

		const answer = await test.list(accessToken);

		expect(answer.status).toBe(403);
		expect(answer.json.code).toBe('insufficient_scope');
		expect(answer.headers['www-authenticate']).toBe('Bearer error="insufficient_scope"');
	});

	it('comes after 401: a revoked refresh token of a client that is not active', async () => {
		const { clientId, accessToken } = await test.newClient();
		test.service.operator.setClientStatus(clientId, 'revoked');
		test.service.operator.revokeRefreshToken({ clientId });

		expect((await test.list(accessToken)).status).toBe(401);
	});

	it('401 comes before 400: without a token, nobody learns anything about the query', async () => {
		expect((await test.api('/v1/contacts?pageSize=0')).status).toBe(401);
	});
});

describe('"Body format of error responses: not shown", so it is a setting', () => {
	it.each([
		['problem', 'application/problem+json; charset=utf-8'],
		['json', 'application/json; charset=utf-8'],
		['text', 'text/plain; charset=utf-8'],
		['empty', undefined],
	] as const)('sends error bodies in the form %s', async (errorForm, contentType) => {
		test.service.configure({ errorForm });

		const answer = await test.api('/v1/contacts');

		const detail = 'The Authorization header is missing or is not "Bearer <access token>".';
		const bodies = {
			problem: {
				type: 'about:blank',
				title: 'Unauthorized',
				status: 401,
				detail,
				code: 'missing_token',
			},
			json: { error: 'missing_token', message: detail },
		};
		expect(answer.status).toBe(401);
		expect(answer.headers['content-type']).toBe(contentType);
		if (errorForm === 'problem' || errorForm === 'json') {
			expect(answer.json).toEqual(bodies[errorForm]);
		} else {
			expect(answer.text).toBe(errorForm === 'text' ? detail : '');
		}
	});
});
