import type { Credential, WorkflowInput } from '../../sandbox/n8n/rest-client.ts';
import { freePorts, LOOPBACK } from '../../sandbox/system/ports.ts';
import { watchedService } from './support/contacts-service.ts';
import { type N8nInstance, startN8n } from './support/n8n-instance.ts';
import { type Postgres, startPostgres } from './support/postgres.ts';
import { closeAfterAll } from './support/resources.ts';
import { CANARY_NOTE, tokensIn, tokensLeftIn } from './support/secrets.ts';
import { contactsWorkflow, jsonOf, runWithoutError } from './support/workflows.ts';

const CONTACTS = 120;

/** Engine 2.0 gives executions UUIDs; the previous engine numbers them. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('On Engine 2.0', () => {
	const autoClose = closeAfterAll();
	const watched = watchedService();
	let postgres: Postgres;
	let n8n: N8nInstance;
	let credential: Credential;

	beforeAll(async () => {
		postgres = autoClose(await startPostgres());
		n8n = autoClose(await startN8n({ name: 'engine-2', environment: await environment() }));
		const orgId = 'org_engine';
		const client = watched.provision({ orgId });
		await watched.service.operator.fillContacts({ orgId, count: CONTACTS });
		credential = await watched.credentialIn(n8n, client);
	});

	it('lists the same contacts as the previous engine, and renews a rejected token', async () => {
		const list = contactsWorkflow(credential, { returnAll: true, pageSize: 50 });
		const before = await runWithoutError(n8n.client, list);
		watched.service.requests.reset();
		watched.service.faults.set('/v1/contacts', { status: 401, times: 1 });

		const execution = await runOnEngine2(list);

		expect(before.id).not.toMatch(UUID);
		expect(execution.id).toMatch(UUID);
		expect(jsonOf(execution, 'Contacts')).toHaveLength(CONTACTS);
		expect(jsonOf(execution, 'Contacts')).toEqual(jsonOf(before, 'Contacts'));
		expect(watched.service.requests.token.count).toBe(1);
	});

	it('leaves no token in either database, the logs and the API responses', async () => {
		const workflow = contactsWorkflow(credential, { pageSize: 3 });
		await runOnEngine2({ ...workflow, nodes: [...workflow.nodes, CANARY_NOTE] });
		const dump = { where: "the engine's database", text: await postgres.dump() };

		expect(tokensIn([[dump]], watched.secrets)).toEqual([]);
		expect(await tokensLeftIn(n8n, watched.secrets)).toEqual([]);
	});

	async function environment() {
		const [enginePort, controlPlanePort] = await freePorts(2);
		return {
			N8N_ENABLED_MODULES: 'engine-v2',
			N8N_EXPRESSION_ENGINE: 'vm',
			N8N_ENGINE_HOST: LOOPBACK,
			N8N_ENGINE_PORT: String(enginePort),
			N8N_ENGINE_CONTROL_PLANE_PORT: String(controlPlanePort),
			N8N_ENGINE_DATABASE_URL: postgres.url,
		};
	}

	async function runOnEngine2(workflow: WorkflowInput) {
		const settings = { ...workflow.settings, engineType: 'v2' } as const;
		return await runWithoutError(n8n.client, { ...workflow, settings });
	}
});
