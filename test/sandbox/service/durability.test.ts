import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

interface Acknowledged {
	clients: Array<{ clientId: string; refreshToken: string }>;
	fills: number;
}

// Up to fifty processes start and end.
jest.setTimeout(180_000);

interface Kill {
	/** 0: from the start. */
	afterLine: number;
	delayMs: number;
}

// What the workers compile, they compile once.
const compileCache = mkdtempSync(join(tmpdir(), 'contacts-service-test-'));
afterAll(() => rmSync(compileCache, { recursive: true }));

const temporary = temporaryFolder();
let dataDir: string;
beforeEach(() => {
	dataDir = join(temporary.path, 'data');
});

/** Runs a worker to its end, or kills it. @returns what it said it has done */
async function runWorker({ rounds = 1000, kill }: { rounds?: number; kill?: Kill }) {
	const script = ['--input-type=module', '--eval', WORKER, '--', STORE, dataDir, String(rounds)];
	const worker = spawn(process.execPath, script, {
		stdio: ['ignore', 'pipe', 'inherit'],
		env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
	});
	const exit = once(worker, 'exit');
	const done: Acknowledged = { clients: [], fills: 0 };
	const lines = createInterface(worker.stdout);
	const closed = once(lines, 'close');
	let count = 0;
	const countLine = () => {
		if (count++ === kill?.afterLine) setTimeout(() => worker.kill('SIGKILL'), kill.delayMs);
	};
	countLine();
	lines.on('line', (line) => {
		const value = JSON.parse(line);
		if ('filled' in value) done.fills++;
		else done.clients.push(value);
		countLine();
	});
	await closed;
	expect(await exit).toEqual(kill === undefined ? [0, null] : [null, 'SIGKILL']);
	return done;
}

/** Reads the database as it is on the disk. */
function inspect() {
	const database = openDatabase(dataDir);
	const value = (sql: string) => Object.values(database.prepare(sql).get()!)[0];
	const found = {
		integrity: value('PRAGMA integrity_check'),
		contacts: Number(value('SELECT count(*) FROM contacts')),
		counted: Number(value('SELECT coalesce(sum(contact_count), 0) FROM organizations')),
		lastNumber: Number(value('SELECT coalesce(max(number), 0) FROM contacts')),
		clients: Number(value('SELECT count(*) FROM clients')),
		refreshTokens: Number(value('SELECT count(*) FROM refresh_tokens')),
		brokenContacts: Number(value('SELECT count(*) FROM contacts WHERE NOT json_valid(document)')),
	};
	database.close();
	return found;
}

describe('data is never lost', () => {
	it(`is whole after each of ${KILLS} kills while clients are provisioned and contacts filled`, async () => {
		const known: Acknowledged = { clients: [], fills: 0 };

		for (let kill = 0; kill < KILLS; kill += 1) {
			const done = await runWorker({
				kill: { afterLine: 1 + (kill % LINES), delayMs: kill % DELAYS_MS },
			});
			known.clients.push(...done.clients);
			known.fills += done.fills;

			const found = inspect();
			expect(found).toMatchObject({ integrity: 'ok', brokenContacts: 0 });
			expect(found.counted).toBe(found.contacts);
			expect(found.lastNumber).toBe(found.contacts);
			expect(found.refreshTokens).toBe(found.clients);
			// Whole fillings only; the last one may be done and not yet said.
			expect((found.contacts - FIRST_CONTACTS) % FILL).toBe(0);
			expect((found.contacts - FIRST_CONTACTS) / FILL).toBeGreaterThanOrEqual(known.fills);
			expect(found.clients).toBeGreaterThanOrEqual(known.clients.length);
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
			await runWorker({ kill: { afterLine: 0, delayMs } });
			const { integrity, contacts, counted } = inspect();

			expect(integrity).toBe('ok');
			expect(counted).toBe(contacts);
			expect(contacts === 0 ? 0 : (contacts - FIRST_CONTACTS) % FILL).toBe(0);
			rmSync(dataDir, { recursive: true });
		}
		await runWorker({ rounds: 1 });
		expect(inspect()).toMatchObject({ contacts: FIRST_CONTACTS + FILL, clients: 1 });
	});

	it('stays whole when processes work on one database file at the same time', async () => {
		const rounds = 4;

		// All of them find an empty folder.
		const [test, ...done] = await Promise.all([
			startTestService({ dataDir, initialContacts: FIRST_CONTACTS }),
			runWorker({ rounds }),
			runWorker({ rounds }),
		]);

		const clients = done.flatMap((worker) => worker.clients);
		expect(clients).toHaveLength(2 * rounds);
		const total = FIRST_CONTACTS + 2 * rounds * FILL;
		const counts = { contacts: total, counted: total, lastNumber: total };
		expect(inspect()).toMatchObject({ integrity: 'ok', ...counts });
		for (const client of clients) {
			expect((await test.exchange(client)).status).toBe(200);
		}
		const { accessToken } = await test.newClient();
		const { contacts } = (await test.list(accessToken, '?pageSize=1000')).json;
		expect(new Set(contacts.map(({ id }: { id: string }) => id)).size).toBe(1000);
		await test.close();
	});
});
