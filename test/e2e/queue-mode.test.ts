import { randomBytes } from 'node:crypto';

import { readIfPresent } from '../../sandbox/system/files.ts';
import { watchedService } from './support/contacts-service.ts';
import { type N8n, startN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';
import { tokensIn, tracesInFiles } from './support/secrets.ts';
import { type Postgres, type Redis, startPostgres, startRedis } from './support/servers.ts';
import { contactsWorkflow, jsonOf, runWithoutError } from './support/workflows.ts';

const CONTACTS = 250;

/** Executions that a worker runs at the same time; n8n advises against fewer. */
const SLOTS = 5;

/** At the same time: enough to keep two workers busy, with some left in the queue. */
const EXECUTIONS = 4 * SLOTS;

/** n8n 3.0 is not on npm: the pinned n8n has its new defaults as settings. */
const DEFAULTS_OF_N8N_3 = {
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_RUNNERS_TASK_TIMEOUT: '60',
};

describe('In queue mode, on PostgreSQL and Redis, with the defaults of n8n 3.0', () => {
	const autoClose = closeAfterAll();
	const watched = watchedService();
	let postgres: Postgres;
	let redis: Redis;
	let main: N8n;
	let workers: N8n[];

	beforeAll(async () => {
		postgres = autoClose(await startPostgres());
		redis = autoClose(await startRedis());
		const environment = {
			EXECUTIONS_MODE: 'queue',
			N8N_ENCRYPTION_KEY: randomBytes(24).toString('base64'),
			...DEFAULTS_OF_N8N_3,
			...postgres.environment,
			...redis.environment,
		};
		const start = async (name: string, command?: string[]) =>
			autoClose(await startN8n({ name: `queue-${name}`, command, environment }));
		main = await start('main');
		const command = ['worker', `--concurrency=${SLOTS}`];
		workers = await Promise.all(['worker-1', 'worker-2'].map((name) => start(name, command)));
	});

	it('two workers share all executions, and each requests one access token', async () => {
		const { service } = watched;
		service.configure({ like: 'Plain: page number' });
		const client = await watched.provisionWith('org_queue', CONTACTS);
		const credential = await watched.credentialIn(main, client);
		const list = contactsWorkflow(credential, { returnAll: true, pageSize: 100 });
		const workflow = await main.client.createWorkflow(list);

		const executions = await Promise.all(
			Array.from({ length: EXECUTIONS }, () => runWithoutError(main.client, workflow)),
		);

		for (const execution of executions) {
			expect(jsonOf(execution, 'Contacts')).toHaveLength(CONTACTS);
		}
		const finished = await Promise.all(workers.map(finishedBy));
		expect(finished).not.toContainEqual([]);
		expect(finished.flat().sort()).toEqual(executions.map((one) => one.id).sort());
		expect(service.requests.token.count).toBe(workers.length);
	});

	// The database has the refresh token for the workers, but encrypted.
	it('leaves no token in the database, in Redis and the logs', async () => {
		const database = await postgres.traces();
		const queue = await redis.traces();
		const files = await Promise.all([main, ...workers].map(tracesInFiles));

		expect(queue.some(({ text }) => text.includes('"executionId":"1"'))).toBe(true);
		expect(tokensIn(watched.secrets, database, [...queue, ...files.flat()])).toEqual([]);
	});

	/** @returns the ids of the executions that a worker has finished, from its log */
	async function finishedBy({ logFile }: N8n): Promise<string[]> {
		const log = await readIfPresent(logFile);
		return [...log.matchAll(/Worker finished execution (\d+)/g)].map(([, id]) => id!);
	}
});
