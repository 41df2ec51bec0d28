import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openDatabase } from '../../../sandbox/service/storage/database.ts';
import { numRuns } from '../../support/runs';
import { temporaryFolder } from '../system/temporary-folder.ts';
import { startTestService } from './test-service.ts';

const STORE = join(__dirname, '../../../sandbox/service/storage/store.ts');
const FILL = 150;
const FIRST_CONTACTS = 40;
/** The lines of a worker's first rounds: the kills come after each of them in turn. */
const LINES = 4;
const KILLS = Math.max(LINES, numRuns(50));
/** A kill comes up to so many milliseconds after the line, in turn too. */
const DELAYS_MS = 40;
/** When the first start is killed. */
const FIRST_KILLS_MS = [110, 60, 90, 130, 150, 170].slice(0, numRuns(20));

/** Provisions and fills without end, and says what is done after it is done. */
const WORKER = `
	const { openStore } = await import(process.argv[1]);
	const store = await openStore({ dataDir: process.argv[2], initialContacts: ${FIRST_CONTACTS} });
	for (let count = 0; count < Number(process.argv[3]); count += 1) {
		console.log(JSON.stringify(store.operator.provisionClient()));
		await store.operator.fillContacts({ orgId: 'org_demo', count: ${FILL} });
		console.log(JSON.stringify({ filled: ${FILL} }));
	}
	store.close();`;

// Up to fifty processes start and end.
jest.setTimeout(180_000);

const temporary = temporaryFolder();
let dataDir: string;
beforeEach(() => {
	dataDir = join(temporary.path, 'data');
});

/** Runs a worker to its end, or kills it. @returns what it said it has done */
async function runWorker(rounds: number, kill?: { afterLine: number; delayMs: number }) {
	const script = ['--input-type=module', '--eval', WORKER, '--', STORE, dataDir, String(rounds)];
	const worker = spawn(process.execPath, script, { stdio: ['ignore', 'pipe', 'inherit'] });
	const exit = once(worker, 'exit');
	const clients: Array<{ clientId: string; refreshToken: string }> = [];
	let fills = 0;
	const killIfDue = () => {
		if (clients.length + fills !== kill?.afterLine) return;
		setTimeout(() => worker.kill('SIGKILL'), kill.delayMs);
	};
	killIfDue();
	for await (const line of createInterface(worker.stdout)) {
		const value = JSON.parse(line);
		if ('filled' in value) fills += 1;
		else clients.push(value);
		killIfDue();
	}
	expect(await exit).toEqual(kill === undefined ? [0, null] : [null, 'SIGKILL']);
	return { clients, fills };
}

/** Reads the database as it is on the disk, and expects nothing in it to be in pieces. */
function inspect() {
	const database = openDatabase(dataDir);
	const value = (sql: string) => Object.values(database.prepare(sql).get()!)[0];
	const contacts = Number(value('SELECT count(*) FROM contacts'));
	const clients = Number(value('SELECT count(*) FROM clients'));
	expect({
		integrity: value('PRAGMA integrity_check'),
		counted: value('SELECT coalesce(sum(contact_count), 0) FROM organizations'),
		lastNumber: value('SELECT coalesce(max(number), 0) FROM contacts'),
		brokenContacts: value('SELECT count(*) FROM contacts WHERE NOT json_valid(document)'),
		refreshTokens: value('SELECT count(*) FROM refresh_tokens'),
	}).toEqual({
		integrity: 'ok',
		counted: contacts,
		lastNumber: contacts,
		brokenContacts: 0,
		refreshTokens: clients,
	});
	const fills = contacts === 0 ? 0 : (contacts - FIRST_CONTACTS) / FILL;
	expect(fills).toBe(Math.floor(fills));
	database.close();
	return { contacts, clients, fills };
}

describe('data is never lost', () => {
	it(`is whole after each of ${KILLS} kills while clients are provisioned and contacts filled`, async () => {
		const known: Awaited<ReturnType<typeof runWorker>> = { clients: [], fills: 0 };

		for (let kill = 0; kill < KILLS; kill += 1) {
			const afterLine = 1 + (kill % LINES);
			const done = await runWorker(1000, { afterLine, delayMs: kill % DELAYS_MS });
			known.clients.push(...done.clients);
			known.fills += done.fills;

			// The last ones may be done and not yet said.
			const { clients, fills } = inspect();
			expect(fills).toBeGreaterThanOrEqual(known.fills);
			expect(clients).toBeGreaterThanOrEqual(known.clients.length);
		}

		expect(known.fills).toBeGreaterThan(0);
		const test = await startTestService({ dataDir });
		for (const client of known.clients) {
			expect((await test.exchange(client)).status).toBe(200);
		}
		await test.close();
	});

	it('is a new database or a whole one when the first start is killed', async () => {
		for (const delayMs of FIRST_KILLS_MS) {
			await runWorker(1000, { afterLine: 0, delayMs });
			inspect();
			rmSync(dataDir, { recursive: true });
		}
	});

	it('stays whole when processes work on one database file at the same time', async () => {
		// All of them find an empty folder.
		const [test, ...done] = await Promise.all([
			startTestService({ dataDir, initialContacts: FIRST_CONTACTS }),
			runWorker(4),
			runWorker(4),
		]);

		expect(inspect()).toEqual({ contacts: FIRST_CONTACTS + 8 * FILL, clients: 8, fills: 8 });
		for (const client of done.flatMap(({ clients }) => clients)) {
			expect((await test.exchange(client)).status).toBe(200);
		}
		await test.close();
	});
});
