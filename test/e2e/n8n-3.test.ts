import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { importWorkflow } from '../../sandbox/seed.ts';
import { readIfPresent } from '../../sandbox/system/files.ts';
import { startWatchedService, type WatchedService } from './support/contacts-service.ts';
import { ROOT } from './support/folders.ts';
import { type N8nInstance, startN8n } from './support/n8n-instance.ts';
import { type Postgres, startPostgres } from './support/postgres.ts';
import { type Redis, startRedis } from './support/redis.ts';
import { closeAfterAll } from './support/resources.ts';
import {
	chain,
	contacts,
	errorOf,
	jsonOf,
	MANUAL_TRIGGER,
	node,
	run,
} from './support/workflows.ts';

const EXAMPLES = join(ROOT, 'examples');

/** The parts of n8n's migration report that this test reads. */
interface MigrationReport {
	report: {
		instanceResults: Array<{ ruleId: string }>;
		workflowResults: Array<{ ruleId: string; nbAffectedWorkflows: number }>;
	};
}

// n8n 3.0 is not on npm. The pinned n8n has its new defaults as settings, and reports what will no
// longer work.
describe('With the settings that n8n 3.0 uses by default', () => {
	const autoClose = closeAfterAll();
	const encryptionKey = randomBytes(24).toString('base64');
	let watched: WatchedService;
	let postgres: Postgres;
	let redis: Redis;
	let main: N8nInstance;
	let worker: N8nInstance;
	let credential: { id: string; name: string; type: string };

	beforeAll(async () => {
		watched = autoClose(await startWatchedService());
		postgres = autoClose(await startPostgres());
		redis = autoClose(await startRedis());
		main = autoClose(await startN8n({ name: 'n8n-3-main', environment: environment() }));
		worker = autoClose(
			await startN8n({ name: 'n8n-3-worker', command: 'worker', environment: environment() }),
		);
		credential = await main.client.createCredential({
			name: 'Contacts API',
			type: 'contactsApi',
			data: { ...watched.credentialData(watched.provision()) },
		});
	});

	it('a worker runs an execution that is started in the editor', async () => {
		const { id, name } = credential;

		const execution = await run(
			main.client,
			chain(MANUAL_TRIGGER, contacts({ id, name }, { pageSize: 3 })),
		);

		expect(errorOf(execution)).toEqual({});
		expect(jsonOf(execution, 'Contacts')).toHaveLength(3);
		expect(await readIfPresent(worker.running.logFile)).toContain(
			`Worker finished execution ${execution.id} `,
		);
	});

	it("n8n's migration report has no findings about the example workflows and the settings", async () => {
		for (const file of readdirSync(EXAMPLES)) {
			await importWorkflow(main.client, join(EXAMPLES, file), credential);
		}

		const { instanceResults, workflowResults } = await migrationReport();

		expect(workflowResults).toEqual([]);
		const settings = instanceResults.map(({ ruleId }) => ruleId);
		expect(settings).not.toContain('unverified-packages-v3');
		expect(settings).not.toContain('offload-manual-executions-v3');
		// Settings were checked: this finding is not related to the package.
		expect(settings).toContain('compression-node-limits-v3');
	});

	it("n8n's migration report finds a workflow that uses a removed feature", async () => {
		await main.client.createWorkflow(
			chain(MANUAL_TRIGGER, node('Each', 'n8n-nodes-base.executeWorkflow', 1.2, { mode: 'each' })),
		);

		const { workflowResults } = await migrationReport();

		expect(workflowResults).toEqual([
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
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
			N8N_RUNNERS_TASK_TIMEOUT: '60',
			N8N_ENCRYPTION_KEY: encryptionKey,
			NODE_EXTRA_CA_CERTS: watched.service.caFile,
			...postgres.environment,
			...redis.environment,
		};
	}
});
