import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startTestService } from './test-service.ts';

const SERVICE = join(__dirname, '../../../sandbox/service/index.ts');

describe('startService', () => {
	it('gives a new database 2,500 contacts, listed through the token exchange', async () => {
		const { service, newClient, list, close } = await startTestService({
			initialContacts: undefined,
		});
		const { accessToken } = await newClient();

		const answer = await list(accessToken, '?pageSize=1000');

		expect(answer.status).toBe(200);
		expect(answer.json.contacts).toHaveLength(1000);
		expect(service.operator.listOrganizations()).toEqual([
			{ orgId: 'org_demo', permission: 'granted', contacts: 2500 },
		]);
		await close();
	});

	it('runs on Node.js without a build', async () => {
		const script = `
			const { startService } = await import(${JSON.stringify(SERVICE)});
			const service = await startService({ initialContacts: 0 });
			console.log(JSON.stringify([service.authUrl, service.baseUrl]));
			await service.close();`;
		const { stdout } = await promisify(execFile)(process.execPath, [
			'--input-type=module',
			'--eval',
			script,
		]);
		const [authUrl, baseUrl] = JSON.parse(stdout);
		expect(authUrl).toMatch(/^https:\/\/localhost:\d+$/);
		expect(baseUrl).toMatch(/^https:\/\/localhost:\d+$/);
		expect(authUrl).not.toBe(baseUrl);
	});
});
