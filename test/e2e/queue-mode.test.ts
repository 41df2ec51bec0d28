import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { importWorkflow } from '../../sandbox/seed.ts';
import { readIfPresent } from '../../sandbox/system/files.ts';
import { startWatchedService, type WatchedService } from './support/contacts-service.ts';
import { EXAMPLES_FOLDER } from './support/folders.ts';
import { type N8nInstance, startN8n } from './support/n8n-instance.ts';
import { type Postgres, startPostgres } from './support/postgres.ts';
import { type Redis, startRedis } from './support/redis.ts';
import { closeAfterAll } from './support/resources.ts';
import { plantCanary, tokensIn, tracesInFiles, tracesInResponses } from './support/secrets.ts';
import { waitFor } from './support/wait-for.ts';
import { publish, type WebhookResponse } from './support/webhook.ts';
import {
	chain,
	contacts,
	type CredentialReference,
	errorOf,
	items,
	jsonOf,
	MANUAL_TRIGGER,
	node,
	run,
} from './support/workflows.ts';

const CONTACTS = 2_000;

/** Executions that a worker runs at the same time; n8n advises against fewer. */
const SLOTS = 5;

/** Enough to keep two workers busy, with some left in the queue. */
const CALLERS = 3 * SLOTS;

/** With each number of workers. */
const EXECUTIONS = 40;

const ENCRYPTION_KEY = randomBytes(24).toString('base64');

/** In ms: jobs of a lost worker fail sooner than by default, but not those on a busy machine. */
const STALLED_JOBS = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

/** Page sizes of the input items of an execution, each of which lists all contacts. */
const PAGE_SIZES = [500, 400];

const COMPLETE: WebhookResponse = {
	status: 200,
	body: { unique_count_id: CONTACTS, count_id: PAGE_SIZES.length * CONTACTS },
};

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
	let watched: WatchedService;
	let postgres: Postgres;
	let redis: Redis;
	let main: N8nInstance;
	let credential: CredentialReference;
	let call: () => Promise<WebhookResponse>;

	beforeAll(async () => {
		watched = autoClose(await startWatchedService());
		watched.service.configure({ pageStyle: 'pageNumber' });
		postgres = autoClose(await startPostgres());
		redis = autoClose(await startRedis());
		main = autoClose(await startN8n({ name: 'queue-main', environment: environment() }));
		workers.push(await startWorker());
		const client = watched.provision({ orgId: 'org_queue' });
		await watched.service.operator.fillContacts({ orgId: 'org_queue', count: CONTACTS });
		credential = await watched.credentialIn(main, client);
		const saved = {
			...credential,
			type: 'contactsApi',
			data: { ...watched.credentialData(client) },
		};
		// In queue mode, the main process requests contacts only for this test.
		expect(await main.client.testCredential(credential.id, saved)).toMatchObject({ status: 'OK' });
		call = await publish(main, [
			...items(PAGE_SIZES.map((size) => ({ size }))),
			contacts(credential, { returnAll: true, pageSize: '={{ $json.size }}' }),
			node('Count', 'n8n-nodes-base.summarize', 1.1, {
				fieldsToSummarize: {
					values: ['countUnique', 'count'].map((aggregation) => ({ aggregation, field: 'id' })),
				},
				options: {},
			}),
		]);
	});

	it('a worker runs an execution that is started in the editor', async () => {
		const execution = await run(
			main.client,
			chain(MANUAL_TRIGGER, contacts(credential, { pageSize: 3 })),
		);

		expect(errorOf(execution)).toEqual({});
		expect(jsonOf(execution, 'Contacts')).toHaveLength(3);
		expect((await executionsOf(workers[0]!)).finished).toEqual([execution.id]);
	});

	it('one worker runs all executions, each with all contacts', async () => {
		expect(await calls(EXECUTIONS)).toEqual(Array(EXECUTIONS).fill(COMPLETE));
		expect(await statuses()).toEqual({ success: 1 + EXECUTIONS });
	});

	it('two workers share the executions, and none is lost', async () => {
		workers.push(await startWorker());

		expect(await calls(EXECUTIONS)).toEqual(Array(EXECUTIONS).fill(COMPLETE));
		expect(await statuses()).toEqual({ success: 1 + 2 * EXECUTIONS });
		for (const worker of workers) expect((await executionsOf(worker)).finished).not.toEqual([]);
	});

	it('each process has requested one access token', () => {
		expect(watched.service.requests.token.count).toBe([main, ...workers].length);
	});

	// n8n fails the jobs of a lost worker and does not retry them (Bull's maxStalledCount is 0), because
	// parts of the workflow may already have run.
	it('when a worker is killed, its executions fail with an error that says so, and all others succeed', async () => {
		const before = await statuses();
		const killed = workers[0]!;
		watched.service.faults.set('/v1/contacts', { latencyMs: 2_000 });
		const answering = calls(2 * CALLERS);
		await waitFor(async () => (await executionsOf(killed)).unfinished.length === SLOTS);
		process.kill(killed.running.pid, 'SIGKILL');
		await killed.running.exited;
		watched.service.faults.clear();
		const answers = await answering;

		const interrupted = (await executionsOf(killed)).unfinished;
		expect(interrupted).toHaveLength(SLOTS);
		const failed = await postgres.query("SELECT id FROM execution_entity WHERE status = 'error'");
		expect(failed.flat().sort()).toEqual(interrupted.sort());
		for (const id of interrupted) {
			expect(errorOf(await main.client.execution(id)).message).toMatch(
				/^This execution failed to be processed too many times/,
			);
		}
		expect(answers.filter(({ status }) => status === 500)).toHaveLength(SLOTS);
		expect(answers.filter(({ status }) => status !== 500)).toEqual(
			Array(answers.length - SLOTS).fill(COMPLETE),
		);

		expect(await calls(SLOTS)).toEqual(Array(SLOTS).fill(COMPLETE));
		expect(await statuses()).toEqual({
			success: before.success! + answers.length,
			error: SLOTS,
		});
		expect(watched.service.requests.token.count).toBe([main, ...workers].length);
	});

	// The database has the refresh token for the workers, but encrypted.
	it('leaves no token in the database, in Redis, the logs and the API responses', async () => {
		const canary = await plantCanary(main.client);
		const dump = { where: 'the database', text: await postgres.dump() };
		const queue = await redis.traces();
		// The executions since the worker was killed; the dump has the others, which are similar.
		const answers = await tracesInResponses(main.client, 2 * CALLERS + SLOTS);
		const files = await Promise.all(
			[main, ...workers].map(({ userFolder, logFiles }) => tracesInFiles(userFolder, logFiles)),
		);

		expect(queue.some(({ text }) => text.includes('"executionId":"1"'))).toBe(true);
		expect(
			tokensIn([[dump], answers], canary, watched.secrets, [...queue, ...files.flat()]),
		).toEqual([]);
	});

	it("n8n's report of what n8n 3.0 removes has no findings about the examples and the settings", async () => {
		for (const file of readdirSync(EXAMPLES_FOLDER)) {
			await importWorkflow(main.client, join(EXAMPLES_FOLDER, file), {
				...credential,
				type: 'contactsApi',
			});
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
		const { report } = await main.client.request<MigrationReport>(
			'POST',
			'/breaking-changes/report/refresh?version=v3',
		);
		return report;
	}

	function environment() {
		return {
			EXECUTIONS_MODE: 'queue',
			N8N_ENCRYPTION_KEY: ENCRYPTION_KEY,
			...DEFAULTS_OF_N8N_3,
			...STALLED_JOBS,
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

	/** Calls the webhook that many times, with several callers. */
	async function calls(count: number): Promise<WebhookResponse[]> {
		const answers: WebhookResponse[] = [];
		let left = count;
		await Promise.all(
			Array.from({ length: CALLERS }, async () => {
				while (left-- > 0) answers.push(await call());
			}),
		);
		return answers;
	}

	async function statuses(): Promise<Record<string, number>> {
		const rows = await postgres.query(
			'SELECT status, count(*) FROM execution_entity GROUP BY status',
		);
		return Object.fromEntries(rows.map(([status, count]) => [status!, Number(count)]));
	}

	/** @returns the ids of a worker's executions, from its log */
	async function executionsOf({ running }: N8nInstance) {
		const log = await readIfPresent(running.logFile);
		const ids = (event: string) =>
			[...log.matchAll(new RegExp(`Worker ${event} execution (\\d+)`, 'g'))].map(([, id]) => id!);
		const finished = ids('finished');
		return { finished, unfinished: ids('started').filter((id) => !finished.includes(id)) };
	}
});
