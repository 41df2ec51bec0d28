import { LOOPBACK, onFreePorts } from '../../sandbox/system/ports.ts';
import { watchedService } from './support/contacts-service.ts';
import { type N8n, startN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';
import { tokensIn, tokensLeftIn } from './support/secrets.ts';
import { type Postgres, startPostgres } from './support/servers.ts';
import { contactsWorkflow, jsonOf, runWithoutError } from './support/workflows.ts';

const CONTACTS = 120;

/** Engine 2.0 gives executions UUIDs; the previous engine numbers them. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('On Engine 2.0', () => {
	const autoClose = closeAfterAll();
	const watched = watchedService();
	let postgres: Postgres;
	let n8n: N8n;

	beforeAll(async () => {
		postgres = autoClose(await startPostgres());
		const start = async ([enginePort, controlPlanePort]: number[]) => {
			const environment = {
				N8N_ENABLED_MODULES: 'engine-v2',
				N8N_EXPRESSION_ENGINE: 'vm',
				N8N_ENGINE_HOST: LOOPBACK,
				N8N_ENGINE_PORT: String(enginePort),
				N8N_ENGINE_CONTROL_PLANE_PORT: String(controlPlanePort),
				N8N_ENGINE_DATABASE_URL: postgres.url,
			};
			return await startN8n({ name: 'engine-2', environment });
		};
		n8n = autoClose(await onFreePorts(2, start));
	});

	it('lists the same contacts as the previous engine, and renews a rejected token', async () => {
		const { service } = watched;
		const client = await watched.provisionWith('org_engine', CONTACTS);
		const credential = await watched.credentialIn(n8n, client);
		const list = contactsWorkflow(credential, { returnAll: true, pageSize: 50 });
		const before = await runWithoutError(n8n.client, list);
		service.requests.reset();
		service.faults.set('/v1/contacts', { status: 401, times: 1 });

		const settings = { ...list.settings, engineType: 'v2' } as const;
		const execution = await runWithoutError(n8n.client, { ...list, settings });

		expect(before.id).not.toMatch(UUID);
		expect(execution.id).toMatch(UUID);
		expect(jsonOf(execution, 'Contacts')).toHaveLength(CONTACTS);
		expect(jsonOf(execution, 'Contacts')).toEqual(jsonOf(before, 'Contacts'));
		expect(service.requests.token.count).toBe(1);
	});

	it('leaves no token in either database and the logs', async () => {
		expect(tokensIn(watched.secrets, await postgres.traces())).toEqual([]);
		expect(await tokensLeftIn(n8n, watched.secrets)).toEqual([]);
	});
});
