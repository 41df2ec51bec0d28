import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Credential, Workflow } from '../../sandbox/n8n/rest-client.ts';
import { importWorkflow } from '../../sandbox/seed.ts';
import { readIfPresent } from '../../sandbox/system/files.ts';
import { watchedService } from './support/contacts-service.ts';
import { EXAMPLES_FOLDER } from './support/folders.ts';
import { type N8nInstance, startN8n } from './support/n8n-instance.ts';
import { type Postgres, startPostgres } from './support/postgres.ts';
import { type Redis, startRedis } from './support/redis.ts';
import { closeAfterAll } from './support/resources.ts';
import { CANARY_NOTE, tokensIn, tracesInFiles, tracesInResponses } from './support/secrets.ts';
import {
	chain,
	contactsWorkflow,
	jsonOf,
	MANUAL_TRIGGER,
	node,
	runWithoutError,
} from './support/workflows.ts';

const CONTACTS = 500;

/** Executions that a worker runs at the same time; n8n advises against fewer. */
const SLOTS = 5;

/** At the same time: enough to keep two workers busy, with some left in the queue. */
const EXECUTIONS = 4 * SLOTS;

const ENCRYPTION_KEY = randomBytes(24).toString('base64');

/** n8n 3.0 is not on npm: the pinned n8n has its new defaults as settings. */
const DEFAULTS_OF_N8N_3 = {
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_RUNNERS_TASK_TIMEOUT: '60',
};

/** The parts of n8n's report of what n8n 3.0 removes that are tested. */
interface MigrationReport {
	report: {
		instanceResults: Array<{ ruleId: string }>;
		workflowResults: Array<{ ruleId: string; nbAffectedWorkflows: number }>;
	};
}

describe('In queue mode, on PostgreSQL and Redis, with the defaults of n8n 3.0', () => {
	const autoClose = closeAfterAll();
	const workers: N8nInstance[] = [];
	const watched = watchedService();
	let postgres: Postgres;
	let redis: Redis;
	let main: N8nInstance;
	let credential: Credential;
	let workflow: Workflow;

	beforeAll(async () => {
		watched.service.configure({ like: 'Plain: page number' });
		postgres = autoClose(await startPostgres());
		redis = autoClose(await startRedis());
		main = autoClose(await startN8n({ name: 'queue-main', environment: environment() }));
		workers.push(await startWorker());
		const client = watched.provision({ orgId: 'org_queue' });
		await watched.service.operator.fillContacts({ orgId: 'org_queue', count: CONTACTS });
		credential = await watched.credentialIn(main, client);
		const { name, type } = credential;
		const saved = { name, type, data: watched.credentialData(client) };
		// In queue mode, the main process requests contacts only for this test.
		expect(await main.client.testCredential(credential.id, saved)).toMatchObject({ status: 'OK' });
		workflow = await main.client.createWorkflow(
			contactsWorkflow(credential, { returnAll: true, pageSize: 100 }),
		);
	});

	it('a worker runs all executions that are started in the editor', async () => {
		const executions = await runAtOnce();
		expect(await executionsOf(workers[0]!)).toEqual(executions);
	});

	it('two workers share the executions, and none is lost', async () => {
		const before = await executionsOf(workers[0]!);
		workers.push(await startWorker());
		const executions = await runAtOnce();
		const [first, second] = await Promise.all(workers.map(executionsOf));
		expect(first!.length).toBeGreaterThan(before.length);
		expect(second).not.toEqual([]);
		expect([...first!, ...second!].sort()).toEqual([...before, ...executions].sort());
	});

	it('each process has requested one access token', () => {
		expect(watched.service.requests.token.count).toBe([main, ...workers].length);
	});

	// The database has the refresh token for the workers, but encrypted.
	it('leaves no token in the database, in Redis, the logs and the API responses', async () => {
		await main.client.createWorkflow(chain(CANARY_NOTE));
		const dump = { where: 'the database', text: await postgres.dump() };
		const queue = await redis.traces();
		const answers = await tracesInResponses(main.client);
		const files = await Promise.all([main, ...workers].map(tracesInFiles));

		expect(queue.some(({ text }) => text.includes('"executionId":"1"'))).toBe(true);
		const more = [...queue, ...files.flat()];
		expect(tokensIn([[dump], answers], watched.secrets, more)).toEqual([]);
	});

	it("n8n's report of what n8n 3.0 removes has no findings about the examples and the settings", async () => {
		for (const file of readdirSync(EXAMPLES_FOLDER)) {
			await importWorkflow(main.client, join(EXAMPLES_FOLDER, file), credential);
		}

		const { instanceResults, workflowResults } = await migrationReport();
		expect(workflowResults).toEqual([]);
		const settings = instanceResults.map(({ ruleId }) => ruleId);
		expect(settings).not.toContain('unverified-packages-v3');
		expect(settings).not.toContain('offload-manual-executions-v3');
		// Settings were checked: this finding is not related to the package.
		expect(settings).toContain('compression-node-limits-v3');

		const removed = node('Each', 'n8n-nodes-base.executeWorkflow', 1.2, { mode: 'each' });
		await main.client.createWorkflow(chain(MANUAL_TRIGGER, removed));
		expect((await migrationReport()).workflowResults).toEqual([
			expect.objectContaining({ ruleId: 'execute-workflow-each-mode-v3', nbAffectedWorkflows: 1 }),
		]);
	});

	async function migrationReport(): Promise<MigrationReport['report']> {
		const path = '/breaking-changes/report/refresh?version=v3';
		return (await main.client.request<MigrationReport>('POST', path)).report;
	}

	function environment() {
		return {
			EXECUTIONS_MODE: 'queue',
			N8N_ENCRYPTION_KEY: ENCRYPTION_KEY,
			...DEFAULTS_OF_N8N_3,
			...postgres.environment,
			...redis.environment,
		};
	}

	async function startWorker(): Promise<N8nInstance> {
		return autoClose(
			await startN8n({
				name: `queue-worker-${workers.length + 1}`,
				command: 'worker',
				commandArguments: [`--concurrency=${SLOTS}`],
				environment: environment(),
			}),
		);
	}

	/** Runs the workflow several times at once. @returns the ids of the executions */
	async function runAtOnce(): Promise<string[]> {
		const ids = Array.from({ length: EXECUTIONS }, async () => {
			const execution = await runWithoutError(main.client, workflow);
			expect(jsonOf(execution, 'Contacts')).toHaveLength(CONTACTS);
			return execution.id;
		});
		return (await Promise.all(ids)).sort();
	}

	/** @returns the ids of the executions that a worker has finished, from its log */
	async function executionsOf({ logFile }: N8nInstance): Promise<string[]> {
		const log = await readIfPresent(logFile);
		return [...log.matchAll(/Worker finished execution (\d+)/g)].map(([, id]) => id!).sort();
	}
});
