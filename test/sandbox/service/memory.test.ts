import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const SERVICE = join(__dirname, '../../../sandbox/service/index.ts');

const DESCRIPTION_REQUESTS = 5_000;
const SETTINGS_CHANGES = 500;
/** The heap of a new service is some 30 MB and varies by less than this after a collection. */
const NOISE_BYTES = 6 * 1024 * 1024;

/** Prints how many bytes the heap has grown by after the requests, and after the changes. */
const SCRIPT = `
	import { Agent, request } from 'undici';
	const { startService } = await import(${JSON.stringify(SERVICE)});
	const service = await startService({ initialContacts: 0 });
	const dispatcher = new Agent({ connect: { ca: service.ca } });
	const get = async (url) => {
		const { body } = await request(url, { dispatcher });
		await body.dump();
	};
	const describe = () =>
		Promise.all([service.authUrl, service.baseUrl].map((url) => get(url + '/openapi.json')));
	const change = async (size) => {
		service.configure({ defaultPageSize: size });
		await describe();
		await get(service.baseUrl + '/v1/contacts');
	};
	const heap = async () => {
		// What is closed or collected in one turn lets go of more in the next.
		for (let turn = 0; turn < 5; turn += 1) {
			gc();
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		return process.memoryUsage().heapUsed;
	};
	for (let size = 1; size <= 50; size += 1) await change(size);
	const before = await heap();
	for (let sent = 0; sent < ${DESCRIPTION_REQUESTS}; sent += 2) await describe();
	const afterRequests = await heap();
	for (let size = 1; size <= ${SETTINGS_CHANGES}; size += 1) await change(size);
	const afterChanges = await heap();
	console.log(JSON.stringify([afterRequests - before, afterChanges - afterRequests]));
	await dispatcher.close();
	await service.close();`;

describe('memory of the service', () => {
	it(`does not grow with ${DESCRIPTION_REQUESTS} requests for the description and ${SETTINGS_CHANGES} changes of settings`, async () => {
		const { stdout } = await promisify(execFile)(
			process.execPath,
			['--expose-gc', '--input-type=module', '--eval', SCRIPT],
			{ cwd: __dirname },
		);
		const [byRequests, byChanges] = JSON.parse(stdout);

		expect(byRequests).toBeLessThan(NOISE_BYTES);
		expect(byChanges).toBeLessThan(NOISE_BYTES);
	}, 120_000);
});
