import { startTestService } from './test-service.ts';

describe('"Neither refresh tokens nor access tokens may be included in support requests."', () => {
	it('keeps secrets out of error bodies, and prints nothing', async () => {
		const printed = jest.spyOn(console, 'error');
		const test = await startTestService();
		const { secret } = test.service.resourceServer;
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
			await test.introspect(accessToken),
		];
		await test.close();

		expect(printed).not.toHaveBeenCalled();
		expect(answers.filter(({ status }) => status >= 400)).toHaveLength(10);
		const texts = answers.map(({ text, headers }) => text + JSON.stringify(headers));
		for (const hidden of [accessToken, client.refreshToken, secret]) {
			expect(texts.filter((text) => text.includes(hidden))).toEqual([]);
		}
	});
});
