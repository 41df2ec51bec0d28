/** Servers beside n8n, on loopback. They end when this process ends, however that happens. */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { execa } from 'execa';

import { describeLog } from '../../../sandbox/system/files.ts';
import { LOOPBACK, onFreePorts } from '../../../sandbox/system/ports.ts';
import { OUTPUT_FOLDER } from './folders.ts';
import { inTemporaryFolder } from './resources.ts';
import { tracesInFolder } from './secrets.ts';

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;
export type Redis = Awaited<ReturnType<typeof startRedis>>;

const exec = promisify(execFile);

const START_DEADLINE_MS = 120_000;
const PROBE_DEADLINE_MS = 5_000;
const SERVER_GRACE_MS = 10_000;

/** For hundreds of executions with thousands of contacts; close to the longest string in Node.js. */
const LARGEST_DUMP_BYTES = 500_000_000;

/** PostgreSQL refuses to run as root. Debian's package creates this user. */
const SERVER_USER = 'postgres';
const IS_ROOT = process.getuid!() === 0;
const AS_SERVER_USER = IS_ROOT
	? ['--reuid', SERVER_USER, '--regid', SERVER_USER, '--clear-groups']
	: [];

/** The arguments of a command, none of which has a blank. */
const split = (text: string) => text.split(' ');

export const startPostgres = async () => await onFreePorts(1, startPostgresOn);
export const startRedis = async () => await onFreePorts(1, startRedisOn);

async function startPostgresOn([portNumber]: number[]) {
	// Debian has a folder for the programs of each version.
	const programs = globSync('/usr/lib/postgresql/*/bin').sort().at(-1)!;
	const port = String(portNumber);
	// The database exists in every new PostgreSQL.
	const [user, database] = ['n8n', 'postgres'];
	const connection = split(`-h ${LOOPBACK} -p ${port} -U ${user}`);
	return await inTemporaryFolder('postgres-e2e-', async (folder) => {
		if (IS_ROOT) await exec('chown', [SERVER_USER, folder]);
		const commandOf = (program: string, options: string) =>
			AS_SERVER_USER.concat(join(programs, program), '-D', folder, split(options));
		const form = `--username ${user} --auth trust --encoding UTF8 --locale C.UTF-8 --no-sync`;
		await exec('setpriv', commandOf('initdb', form));
		// Only TCP, and no durability.
		const options = `-h ${LOOPBACK} -p ${port} -c unix_socket_directories= -c fsync=off`;
		const command = commandOf('postgres', options);
		const probe = [join(programs, 'pg_isready'), ...connection];
		const close = await startServer('postgres', command, probe);
		return {
			/** n8n's settings for it. */
			environment: {
				DB_TYPE: 'postgresdb',
				DB_POSTGRESDB_HOST: LOOPBACK,
				DB_POSTGRESDB_PORT: port,
				DB_POSTGRESDB_USER: user,
				DB_POSTGRESDB_DATABASE: database,
			},
			url: `postgres://${user}@${LOOPBACK}:${port}/${database}`,
			/** The whole database as SQL. */
			traces: async () => {
				const options = { encoding: 'latin1', maxBuffer: LARGEST_DUMP_BYTES } as const;
				const dump = await exec(join(programs, 'pg_dump'), [...connection, database], options);
				return [{ where: 'PostgreSQL', text: dump.stdout }];
			},
			close,
		};
	});
}

async function startRedisOn([portNumber]: number[]) {
	const port = String(portNumber);
	return await inTemporaryFolder('redis-e2e-', async (folder) => {
		// Logs every write and never compacts the log.
		const log = split('--appendonly yes --auto-aof-rewrite-percentage 0');
		const address = split(`redis-server --port ${port} --bind ${LOOPBACK}`);
		const command = [...address, '--dir', folder, '--save', '', ...log];
		const probe = split(`redis-cli -h ${LOOPBACK} -p ${port} ping`);
		const close = await startServer('redis', command, probe);
		return {
			environment: { QUEUE_BULL_REDIS_HOST: LOOPBACK, QUEUE_BULL_REDIS_PORT: port },
			/** The log of all writes, including those of deleted keys. */
			traces: async () => await tracesInFolder(folder),
			close,
		};
	});
}

/**
 * Starts a server and waits until it accepts requests.
 *
 * @param program of a probe, which succeeds if the server does
 * @returns a function that stops it
 */
async function startServer(name: string, command: string[], [program, ...args]: string[]) {
	const logFile = join(OUTPUT_FOLDER, `${name}.log`);
	const server = execa('setpriv', ['--pdeathsig', 'INT', ...command], {
		stdio: ['ignore', { file: logFile }, { file: logFile }],
		buffer: false,
		reject: false,
		killSignal: 'SIGINT',
		forceKillAfterDelay: SERVER_GRACE_MS,
	});
	let hasEnded = false;
	void server.then(() => (hasEnded = true));
	const signal = AbortSignal.timeout(START_DEADLINE_MS);
	const isReady = async () =>
		await exec(program!, args, { timeout: PROBE_DEADLINE_MS }).then(Boolean, () => false);
	while (!(await isReady())) {
		if (hasEnded) throw new Error(`The server ended. ${await describeLog(logFile)}`);
		await delay(20, undefined, { signal });
	}
	return async () => {
		server.kill();
		await server;
	};
}
