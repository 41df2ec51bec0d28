import { DatabaseSync } from 'node:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAudit } from '../../../sandbox/service/storage/audit.ts';
import { openDatabase } from '../../../sandbox/service/storage/database.ts';
import { migrations } from '../../../sandbox/service/storage/migrations.ts';
import { createOperator } from '../../../sandbox/service/storage/operator.ts';
import { hashSecret } from '../../../sandbox/service/storage/secrets.ts';
import { startTestService } from './test-service.ts';

const isTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);

describe('the audit trail', () => {
	it('records every change with its time and subject, without secrets', async () => {
		const test = await startTestService();
		const { operator } = test.service;
		const client = await test.newClient({ orgId: 'org_a', scopes: ['contacts.read'] });
		const { clientId } = client;
		const rotated = operator.issueRefreshToken(clientId);
		await test.exchange(client);
		const [first, second] = operator
			.listClients()
			.find((record) => record.clientId === clientId)!
			.refreshTokens.map(({ id }) => id);
		operator.revokeRefreshToken({ refreshTokenId: first! });
		operator.setClientStatus(clientId, 'suspended');
		operator.setClientScopes(clientId, ['a', 'b']);
		operator.blockClient(clientId);
		operator.setOrganizationPermission('org_a', 'denied');
		const server = operator.provisionResourceServer();
		operator.removeResourceServer(server.id);

		const trail = operator.listAudit();
		const { accessToken } = client;
		await test.close();

		const records = trail.map(({ event, subject, detail }) => [event, subject, detail]);
		const lastExchange = ['last exchanged', clientId, first];
		expect(records).toContainEqual(lastExchange);
		expect(records.filter(([event]) => event !== 'last exchanged')).toEqual([
			['client provisioned', clientId, 'org_a: contacts.read'],
			['refresh token issued', clientId, first],
			['first exchanged', clientId, first],
			['refresh token issued', clientId, second],
			['refresh token revoked', clientId, first],
			['status set', clientId, 'suspended'],
			['scopes set', clientId, 'a b'],
			['status set', clientId, 'revoked'],
			['refresh token revoked', clientId, second],
			['permission set', 'org_a', 'denied'],
			['resource server added', server.id, ''],
			['resource server removed', server.id, ''],
		]);
		expect(trail.map(({ at }) => at)).toEqual(trail.map(() => isTime));
		expect(trail.map(({ at }) => at)).toEqual(trail.map(({ at }) => at).sort());
		for (const secret of [client.refreshToken, rotated.refreshToken, accessToken, server.secret]) {
			expect(JSON.stringify(trail)).not.toContain(secret);
		}
	});

	it('can be limited to one client, organization or resource server', () => {
		const database = openDatabase(undefined);
		const operator = createOperator(database);
		const [one] = [operator.provisionClient(), operator.provisionClient()];

		const subjects = operator.listAudit(one.clientId).map(({ subject }) => subject);
		database.close();

		expect(subjects).toEqual([one.clientId, one.clientId]);
	});

	it('cannot be changed', () => {
		const database = openDatabase(undefined);
		createOperator(database).provisionClient();

		for (const statement of ["UPDATE audit SET subject = 'x'", 'DELETE FROM audit']) {
			expect(() => database.execute(statement)).toThrow('the audit trail is append-only');
		}
		expect(createAudit(database).list()).toHaveLength(2);
		database.close();
	});

	it('has no record of a failed change, and a change fails if it cannot be recorded', () => {
		const database = openDatabase(undefined);
		const operator = createOperator(database);
		const client = operator.provisionClient({ orgId: 'org_a' });
		const server = operator.provisionResourceServer();
		const state = () =>
			JSON.stringify([
				operator.listClients(),
				operator.listOrganizations(),
				operator.listResourceServers(),
				operator.listAudit(),
			]);
		const before = state();
		database.execute(`CREATE TRIGGER full_disk BEFORE INSERT ON audit
			BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END`);

		for (const act of [
			() => operator.provisionClient(),
			() => operator.issueRefreshToken(client.clientId),
			() => operator.revokeRefreshToken({ clientId: client.clientId }),
			() => operator.blockClient(client.clientId),
			() => operator.setClientScopes(client.clientId, ['x']),
			() => operator.setClientStatus(client.clientId, 'suspended'),
			() => operator.setOrganizationPermission('org_a', 'denied'),
			() => operator.provisionResourceServer(),
			() => operator.removeResourceServer(server.id),
		]) {
			expect(act).toThrow('database or disk is full');
			expect(state()).toBe(before);
		}
		database.close();
	});
});

describe('a database of the first version', () => {
	it('is migrated and keeps its data', async () => {
		const dataDir = mkdtempSync(join(tmpdir(), 'contacts-service-test-'));
		const old = new DatabaseSync(join(dataDir, 'contacts.sqlite'));
		old.exec(`${migrations[0]}
			PRAGMA user_version = 1;
			INSERT INTO organizations (key, id) VALUES (1, 'org_old');
			INSERT INTO clients (id, organization, scopes, created_at)
				VALUES ('client_old', 1, '["contacts.read"]', '2025-01-01T00:00:00.000Z');`);
		old
			.prepare('INSERT INTO refresh_tokens (id, client, hash, created_at) VALUES (?, ?, ?, ?)')
			.run('rt_old', 'client_old', hashSecret('kept-secret'), '2025-01-01T00:00:00.000Z');
		old.prepare('INSERT INTO resource_servers VALUES (?, ?)').run('rs_old', hashSecret('secret'));
		old.close();

		const test = await startTestService({ dataDir });
		const { status } = await test.exchange({
			clientId: 'client_old',
			refreshToken: 'kept-secret',
		});
		const { operator } = test.service;
		const [server] = operator.listResourceServers();
		const [client] = operator.listClients();
		const trail = operator.listAudit('client_old').map(({ event }) => event);
		await test.close();
		rmSync(dataDir, { recursive: true });

		expect(status).toBe(200);
		expect(server).toEqual({ id: 'rs_old', createdAt: null });
		expect(client!.refreshTokens[0]).toMatchObject({ id: 'rt_old', lastUsedAt: isTime });
		expect(trail).toEqual(['first exchanged', 'last exchanged']);
	});
});
