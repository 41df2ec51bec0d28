import { Writable } from 'node:stream';
import { startTestService } from './test-service.ts';

/** @returns a logger for `startService`, and the lines that it logs */
function recordLog() {
	const lines: string[] = [];
	const stream = new Writable({
		write(chunk, _encoding, done) {
			lines.push(String(chunk));
			done();
		},
	});
	return { lines, logger: { level: 'trace', stream } };
}

describe('"Neither refresh tokens nor access tokens may be included in support requests."', () => {
	it('keeps secrets out of logs and error bodies', async () => {
		const { lines, logger } = recordLog();
		const test = await startTestService({ logger });
		const { id, secret } = test.service.operator.provisionResourceServer();
		const { accessToken, ...client } = await test.newClient();
		const token = encodeURIComponent(accessToken);
		const json = { 'content-type': 'application/json' };
		const answers = [
			await test.list(accessToken),
			await test.list(`${accessToken}x`),
			await test.list(accessToken, `?access_token=${token}&pageSize=${token}`),
			await test.list(accessToken, `?cursor=${token}`),
			await test.api(`/${token}`),
			await test.api(`/%zz${token}`),
			await test.api('/v1/contacts', { headers: { authorization: accessToken } }),
			await test.exchange({ ...client, clientId: client.refreshToken }),
			await test.auth('/token', { method: 'POST', headers: json, body: client.refreshToken }),
			await test.auth('/token', {
				method: 'POST',
				headers: json,
				body: JSON.stringify({ [client.refreshToken]: client.refreshToken }),
			}),
			await test.auth(`/token?refreshToken=${client.refreshToken}`, { method: 'POST' }),
			await test.auth('/introspect', {
				method: 'POST',
				headers: {
					'content-type': 'application/x-www-form-urlencoded',
					authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
				},
				body: new URLSearchParams({ token: accessToken }).toString(),
			}),
		];
		await test.close();

		// The exchange by newClient has a line too; a path that cannot be decoded has none.
		expect(lines).toHaveLength(answers.length);
		expect(answers.filter(({ status }) => status >= 400)).toHaveLength(10);
		const texts = [...lines, ...answers.map(({ text, headers }) => text + JSON.stringify(headers))];
		for (const hidden of [accessToken, client.refreshToken, secret]) {
			expect(texts.filter((text) => text.includes(hidden))).toEqual([]);
		}
	});
});

describe('the log', () => {
	const fields = (lines: string[], name: string) => lines.map((line) => JSON.parse(line)[name]);

	it('has request ids that name the host and are unique across hosts, changes of settings and restarts', async () => {
		const ids: string[] = [];
		for (let start = 0; start < 2; start += 1) {
			const { lines, logger } = recordLog();
			const test = await startTestService({ logger });
			for (const defaultPageSize of [10, 20]) {
				test.service.configure({ defaultPageSize });
				await test.newClient();
				await test.list('wrong');
			}
			await test.close();
			ids.push(...fields(lines, 'reqId'));
		}

		expect(ids).toHaveLength(8);
		expect(new Set(ids).size).toBe(8);
		expect(ids.map((id) => id.split('-', 1)[0])).toEqual(
			Array.from({ length: 4 }, () => ['auth', 'api']).flat(),
		);
	});

	it('names the condition that a request did not meet', async () => {
		const { lines, logger } = recordLog();
		const test = await startTestService({ logger });
		const { clientId, accessToken } = await test.newClient();
		test.service.operator.setClientStatus(clientId, 'suspended');
		await test.list(accessToken);
		await test.list('wrong');
		await test.close();

		expect(fields(lines, 'code')).toEqual([undefined, 'inactive_client', 'invalid_token']);
	});

	it('has the cause of a failed introspection, and no secret', async () => {
		const { lines, logger } = recordLog();
		const test = await startTestService({
			logger,
			settings: { scopeEnforcement: 'introspection' },
		});
		const { accessToken, refreshToken } = await test.newClient();
		for (const fault of [{ status: 401 }, { drop: 'beforeAnswer' }] as const) {
			test.service.faults.set('/introspect', fault);
			expect((await test.list(accessToken)).status).toBe(503);
		}
		await test.close();

		const causes = fields(lines, 'cause').filter(Boolean);
		expect(causes).toEqual([
			{ message: 'The authorization host responded with 401.' },
			{ message: 'other side closed', code: 'UND_ERR_SOCKET' },
		]);
		for (const secret of [accessToken, refreshToken]) {
			expect(lines.join('')).not.toContain(secret);
		}
	});
});
