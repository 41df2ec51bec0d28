import { decodeJwt, generateKeyPair, SignJWT } from 'jose';
import { sharedTestService, startTestService } from './test-service.ts';

const test = sharedTestService();
afterEach(() => test.service.configure({ errorForm: 'problem' }));

describe('"401 POST /token"', () => {
	it('"clientId or refreshToken incorrect", "refresh token revoked": with the same body, so that they cannot be told apart', async () => {
		const client = test.service.operator.provisionClient();
		const other = test.service.operator.provisionClient();
		const revoked = test.service.operator.provisionClient();
		test.service.operator.revokeRefreshToken({ clientId: revoked.clientId });

		const answers = await Promise.all([
			test.exchange({ ...client, clientId: 'client_000000000000' }),
			test.exchange({ ...client, refreshToken: `refresh_${'A'.repeat(43)}` }),
			test.exchange({ ...client, clientId: '' }),
			test.exchange({ ...client, refreshToken: '' }),
			test.exchange({ ...client, refreshToken: other.refreshToken }),
			test.exchange(revoked),
		]);

		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
		expect(answers[0].json.code).toBe('invalid_credentials');
		expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
	});

	it('"stray whitespace or newline in a credential"', async () => {
		const client = test.service.operator.provisionClient();
		const { clientId, refreshToken } = client;
		for (const [before, after] of [
			[' ', ''],
			...[' ', '\n', '\t', '\r\n', '\u00a0'].map((space) => ['', space]),
		]) {
			const stray = (value: string) => `${before}${value}${after}`;
			const answers = [
				await test.exchange({ ...client, clientId: stray(clientId) }),
				await test.exchange({ ...client, refreshToken: stray(refreshToken) }),
				await test.exchange({ ...client, clientId: clientId.replace('_', `_${before}${after}`) }),
			];
			expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
		}
		expect((await test.exchange(client)).status).toBe(200);
	});
});

describe('"401 API calls"', () => {
	const listWith = (headers: Record<string, string>) => test.api('/v1/contacts', { headers });

	it('"Authorization header missing" or malformed', async () => {
		const { accessToken: token } = await test.newClient();
		const malformed = [
			...[token, `Basic ${token}`, 'Bearer', `Bearer  ${token}`, `Bearer ${token} ${token}`],
			...[`Bearer ${token},`, `Bearer: ${token}`, `Bearer "${token}"`],
		];

		for (const headers of [{}, ...malformed.map((authorization) => ({ authorization }))]) {
			const answer = await listWith(headers);
			expect([answer.status, answer.json.code]).toEqual([401, 'missing_token']);
			expect(answer.headers['www-authenticate']).toBe('Bearer');
		}
		expect((await test.api(`/v1/contacts?access_token=${token}`)).status).toBe(401);
	});

	it('accepts the scheme in upper and lower case (RFC 9110, 11.1)', async () => {
		const { accessToken } = await test.newClient();

		expect((await listWith({ authorization: `bearer ${accessToken}` })).status).toBe(200);
	});

	it('"token not obtained from /token": not a JWT, modified, unsigned, or of another key or service', async () => {
		const other = await startTestService();
		const foreign = await other.newClient();
		await other.close();
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
			foreign.accessToken,
		]) {
			const answer = await test.list(token);
			expect([answer.status, answer.json.code]).toEqual([401, 'invalid_token']);
		}
		expect((await test.list(accessToken)).status).toBe(200);
	});
});

describe('"403 API calls"', () => {
	it('"organization permissions problem"', async () => {
		const { accessToken } = await test.newClient({ orgId: 'org_denied' });
		test.service.operator.setOrganizationPermission('org_denied', 'denied');

		const answer = await test.list(accessToken);
		expect([answer.status, answer.json.code]).toEqual([403, 'organization_denied']);

		test.service.operator.setOrganizationPermission('org_denied', 'granted');
		expect((await test.list(accessToken)).status).toBe(200);
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
		const problem = { type: 'about:blank', title: 'Unauthorized', status: 401, detail };
		const bodies = {
			problem: JSON.stringify({ ...problem, code: 'missing_token' }),
			json: JSON.stringify({ error: 'missing_token', message: detail }),
			text: detail,
			empty: '',
		};
		expect(answer.status).toBe(401);
		expect(answer.headers['content-type']).toBe(contentType);
		expect(answer.text).toBe(bodies[errorForm]);
	});
});
