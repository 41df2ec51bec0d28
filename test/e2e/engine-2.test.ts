import { errorMessages as credentialMessages } from '../../credentials/contactsApi/errors';
import { errorMessages } from '../../nodes/Contacts/errors';
import type { WorkflowInput } from '../../sandbox/n8n/rest-client.ts';
import { freePorts, LOOPBACK } from '../../sandbox/system/ports.ts';
import { startWatchedService, type WatchedService } from './support/contacts-service.ts';
import { type N8nInstance, startN8n } from './support/n8n-instance.ts';
import { type Postgres, startPostgres } from './support/postgres.ts';
import { closeAfterAll } from './support/resources.ts';
import { createCanary, tokensIn, tokensLeftIn } from './support/secrets.ts';
import {
	chain,
	contacts,
	type CredentialReference,
	errorOf,
	jsonOf,
	MANUAL_TRIGGER,
	run,
} from './support/workflows.ts';

const CONTACTS = 120;

/** Engine 2.0 gives executions UUIDs; the previous engine numbers them. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('On Engine 2.0', () => {
	const autoClose = closeAfterAll();
	let watched: WatchedService;
	let postgres: Postgres;
	let n8n: N8nInstance;
	let credential: CredentialReference;

	beforeAll(async () => {
		watched = autoClose(await startWatchedService());
		postgres = autoClose(await startPostgres());
		n8n = autoClose(await startN8n({ name: 'engine-2', environment: await environment() }));
		const client = watched.provision({ orgId: 'org_engine' });
		await watched.service.operator.fillContacts({ orgId: 'org_engine', count: CONTACTS });
		credential = await createCredential(client);
	});

	beforeEach(() => {
		watched.service.faults.clear();
		watched.service.requests.reset();
	});

	it('lists the same contacts as the previous engine', async () => {
		const list = chain(MANUAL_TRIGGER, contacts(credential, { returnAll: true, pageSize: 50 }));

		const execution = await runOnEngine2(list);

		expect(execution.id).toMatch(UUID);
		expect(errorOf(execution)).toEqual({});
		expect(jsonOf(execution, 'Contacts')).toHaveLength(CONTACTS);
		const before = await run(n8n.client, list);
		expect(before.id).not.toMatch(UUID);
		expect(jsonOf(execution, 'Contacts')).toEqual(jsonOf(before, 'Contacts'));
	});

	it('gets page after page', async () => {
		const page = { operation: 'getPage', pageSize: 100 };
		const first = contacts(credential, page);
		const second = contacts(credential, { ...page, continuation: '={{ $json.continuation }}' });

		const execution = await runOnEngine2(
			chain(MANUAL_TRIGGER, { ...first, name: 'First' }, { ...second, name: 'Second' }),
		);

		expect(errorOf(execution)).toEqual({});
		expect(jsonOf(execution, 'First')).toEqual([
			{ contacts: expect.any(Array), continuation: expect.any(String) },
		]);
		expect(jsonOf(execution, 'Second')).toEqual([
			{ contacts: expect.any(Array), continuation: null },
		]);
		const ids = ['First', 'Second'].flatMap((name) =>
			(jsonOf(execution, name) as Array<{ contacts: Array<{ id: string }> }>).flatMap((item) =>
				item.contacts.map(({ id }) => id),
			),
		);
		expect(new Set(ids).size).toBe(CONTACTS);
		expect(ids).toHaveLength(CONTACTS);
	});

	it('renews a rejected access token and sends the request again', async () => {
		watched.service.faults.set('/v1/contacts', { status: 401, times: 1 });

		const execution = await runOnEngine2(
			chain(MANUAL_TRIGGER, contacts(credential, { pageSize: 3 })),
		);

		expect(errorOf(execution)).toEqual({});
		expect(jsonOf(execution, 'Contacts')).toHaveLength(3);
		const { token, contacts: listed } = watched.service.requests;
		expect({ exchanges: token.count, requests: listed.count }).toEqual({
			exchanges: 1,
			requests: 2,
		});
	});

	// Engine 2.0 stores only the name and the message of an error.
	it('says what happened when a request is refused', async () => {
		watched.service.faults.set('/v1/contacts', { status: 404 });

		const execution = await runOnEngine2(chain(MANUAL_TRIGGER, contacts(credential)));

		expect(execution.status).toBe('error');
		expect(execution.id).toMatch(UUID);
		expect(errorOf(execution).message).toBe(errorMessages.notFound(1, { status: 404 }).message);
	});

	it('says what happened when no token can be obtained', async () => {
		const client = watched.provision();
		const revoked = await createCredential(client);
		watched.service.operator.revokeRefreshToken({ clientId: client.clientId });

		const execution = await runOnEngine2(chain(MANUAL_TRIGGER, contacts(revoked)));

		expect(execution.status).toBe('error');
		expect(execution.id).toMatch(UUID);
		expect(errorOf(execution).message).toBe(
			credentialMessages.unauthorized({ status: 401 }).message,
		);
	});

	it('leaves no token in either database, the logs and the API responses', async () => {
		const { canary, note } = createCanary();
		const workflow = chain(MANUAL_TRIGGER, contacts(credential, { pageSize: 3 }));
		await runOnEngine2({ ...workflow, nodes: [...workflow.nodes, note] });
		const dump = { where: "the engine's database", text: await postgres.dump() };

		expect(tokensIn([[dump]], canary, watched.secrets, [])).toEqual([]);
		expect(await tokensLeftIn(n8n, watched.secrets)).toEqual([]);
	});

	async function environment() {
		const [enginePort, controlPlanePort] = await freePorts(2);
		return {
			NODE_EXTRA_CA_CERTS: watched.service.caFile,
			N8N_ENABLED_MODULES: 'engine-v2',
			N8N_EXPRESSION_ENGINE: 'vm',
			N8N_ENGINE_HOST: LOOPBACK,
			N8N_ENGINE_PORT: String(enginePort),
			N8N_ENGINE_CONTROL_PLANE_PORT: String(controlPlanePort),
			N8N_ENGINE_DATABASE_URL: postgres.url,
		};
	}

	async function createCredential(
		client: Parameters<WatchedService['credentialData']>[0],
	): Promise<CredentialReference> {
		const { id, name } = await n8n.client.createCredential({
			name: 'Contacts API',
			type: 'contactsApi',
			data: { ...watched.credentialData(client) },
		});
		return { id, name };
	}

	async function runOnEngine2(workflow: WorkflowInput) {
		return await run(n8n.client, {
			...workflow,
			settings: { ...workflow.settings, engineType: 'v2' },
		});
	}
});
