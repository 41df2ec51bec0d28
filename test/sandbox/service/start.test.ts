import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startTestService } from './test-service.ts';

const SERVICE = join(__dirname, '../../../sandbox/service/index.ts');

describe('startService', () => {
	it('fills a new database with 2,500 contacts, which a client can list', async () => {
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

	it('runs on Node.js without a build, and the built-in fetch can trust its certificate', async () => {
		const script = `
			import { setDefaultCACertificates } from 'node:tls';
			const { startService } = await import(${JSON.stringify(SERVICE)});
			const service = await startService({ initialContacts: 0 });
			setDefaultCACertificates([service.ca]);
			const { status } = await fetch(service.baseUrl + '/v1/contacts');
			console.log(status);
			await service.close();`;

		const { stdout, stderr } = await promisify(execFile)(process.execPath, [
			'--input-type=module',
			'--eval',
			script,
		]);

		expect(stdout).toBe('401\n');
		expect(stderr).toBe('');
	});
});
