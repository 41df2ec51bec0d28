import { createRequire } from 'node:module';
import type { BenchService } from './bench-service.ts';
import { median, printTable } from './report.ts';

const CALLS = 100_000;

/** The built package, as n8n loads it. */
const { ContactsApi } = createRequire(import.meta.url)('../../dist/index.js') as {
	ContactsApi: new () => { authenticate(credentials: object, options: object): Promise<unknown> };
};

/** Prints the time that the credential adds to each request while the token is in memory. */
export async function measureAuthenticate(service: BenchService, runs: number): Promise<void> {
	const credentials = { ...service.direct, ...(await service.client(10_000)) };
	const { authenticate } = new ContactsApi();
	const url = `${service.direct.baseUrl}/v1/contacts?pageSize=100`;
	const request = { method: 'GET', url, json: true };
	const times = [];
	for (let run = 0; run <= runs; run++) {
		const startedAt = performance.now();
		for (let call = 0; call < CALLS; call++) await authenticate(credentials, request);
		if (run > 0) times.push(((performance.now() - startedAt) / CALLS) * 1000);
	}
	printTable('authenticate with the token in memory', [
		[`${median(times).toFixed(1)} µs a call`, 'target: below 10'],
	]);
}
