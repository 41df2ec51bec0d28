import { decodeJwt, SignJWT } from 'jose';
import { sharedTestService, startTestService } from './test-service.ts';

const test = sharedTestService();

describe('"401 POST /token"', () => {
	it('"clientId or refreshToken incorrect", "refresh token revoked": with the same body, so that they cannot be told apart', async () => {
		const { operator } = test.service;
		const client = operator.provisionClient();
		const other = operator.provisionClient();
		const revoked = operator.provisionClient();
		operator.revokeRefreshToken({ clientId: revoked.clientId });

		const answers = await Promise.all([
			test.exchange({ ...client, clientId: 'client_000000000000' }),
			test.exchange({ ...client, refreshToken: `refresh_${'A'.repeat(43)}` }),
			test.exchange({ ...client, clientId: '' }),
			test.exchange({ ...client, refreshToken: '' }),
			test.exchange({ ...client, refreshToken: other.refreshToken }),
			test.exchange(revoked),
		]);

		for (const { refusal } of answers) expect(refusal).toEqual([401, 'invalid_credentials']);
		expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
	});

	it.each(['%s ', ' %s', '%s\n'])(
		'"stray whitespace or newline in a credential": %j',
		async (form) => {
			const client = test.service.operator.provisionClient();
			for (const name of ['clientId', 'refreshToken'] as const) {
				const stray = { ...client, [name]: form.replace('%s', client[name]) };
				expect((await test.exchange(stray)).status).toBe(401);
			}
			expect((await test.exchange(client)).status).toBe(200);
		},
	);
});

describe('"401 API calls"', () => {
	it.each<[string, (token: string) => string[]]>([
		['missing', () => []],
		['another scheme', (token) => ['authorization', `Basic ${token}`]],
		['no scheme', (token) => ['authorization', token]],
		['no token', () => ['authorization', 'Bearer']],
		['two spaces', (token) => ['authorization', `Bearer  ${token}`]],
		['a second token', (token) => ['authorization', `Bearer ${token} ${token}`]],
	])('"Authorization header missing or malformed": %s', async (_name, headers) => {
		const answer = await test.api('/v1/contacts', { headers: headers(test.accessToken) });

		expect(answer.refusal).toEqual([401, 'missing_token']);
		expect(answer.headers['www-authenticate']).toBe('Bearer');
	});

	it('the token in the query instead of the header', async () => {
		const { status } = await test.api(`/v1/contacts?access_token=${test.accessToken}`);

		expect(status).toBe(401);
	});

	it('"token not obtained from /token": not a JWT, modified, unsigned, or of another key or service', async () => {
		const other = await startTestService();
		const foreign = await other.newClient();
		await other.close();
		const { accessToken, refreshToken } = await test.newClient();
		const [header, payload, signature] = accessToken.split('.') as [string, string, string];
		const raised = { ...decodeJwt(accessToken), orgId: 'org_other' };
		const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
		const forged = await new SignJWT(raised)
			.setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
			.sign(Buffer.from('another key'.repeat(3)));

		for (const token of [
			'token',
			refreshToken,
			`${header}.${encode(raised)}.${signature}`,
			`${header}.${payload}.${'A'.repeat(signature.length)}`,
			`${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
			forged,
			foreign.accessToken,
		]) {
			expect((await test.list(token)).refusal).toEqual([401, 'invalid_token']);
			expect((await test.introspect(token)).json).toEqual({ active: false });
		}
		expect((await test.list(accessToken)).status).toBe(200);
	});
});

describe('"403 API calls"', () => {
	it('"organization permissions problem"', async () => {
		const { accessToken } = await test.newClient({ orgId: 'org_denied' });
		test.service.operator.setOrganizationPermission('org_denied', 'denied');
		expect((await test.list(accessToken)).refusal).toEqual([403, 'organization_denied']);

		test.service.operator.setOrganizationPermission('org_denied', 'granted');
		expect((await test.list(accessToken)).status).toBe(200);
	});
});

it('"Body format of error responses and any error code strings: not shown": problem details (RFC 9457) with a code', async () => {
	const { status, headers, json } = await test.api('/v1/contacts');

	expect(status).toBe(401);
	expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
	expect(json).toEqual({
		type: 'about:blank',
		title: 'Unauthorized',
		status: 401,
		detail: 'The Authorization header is missing or is not "Bearer <access token>".',
		code: 'missing_token',
	});
});
