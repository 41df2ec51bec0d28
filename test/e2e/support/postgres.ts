import { globSync } from 'node:fs';
import { join } from 'node:path';

import { freePorts, LOOPBACK } from '../../../sandbox/system/ports.ts';
import { OUTPUT_FOLDER } from './folders.ts';
import { inTemporaryFolder } from './resources.ts';
import { exec, startServer } from './server-process.ts';

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** Starts an empty PostgreSQL on loopback. */
export async function startPostgres() {
	// Debian has a folder for the programs of each version.
	const programs = globSync('/usr/lib/postgresql/*/bin').sort().at(-1)!;
	const [port] = await freePorts(1);
	const connection = ['-h', LOOPBACK, '-p', String(port), '-U', USER];
	return await inTemporaryFolder('postgres-e2e-', async (folder) => {
		await initialize(programs, folder);
		const close = await startServer({
			command: [
				...AS_SERVER_USER,
				join(programs, 'postgres'),
				...['-D', folder, '-h', LOOPBACK, '-p', String(port)],
				// Only TCP, and no durability.
				...['-c', 'unix_socket_directories=', '-c', 'fsync=off'],
			],
			probe: [join(programs, 'pg_isready'), ...connection],
			logFile: join(OUTPUT_FOLDER, 'postgres.log'),
		});
		return {
			/** n8n's settings for it. */
			environment: {
				DB_TYPE: 'postgresdb',
				DB_POSTGRESDB_HOST: LOOPBACK,
				DB_POSTGRESDB_PORT: String(port),
				DB_POSTGRESDB_USER: USER,
				DB_POSTGRESDB_DATABASE: DATABASE,
			},
			url: `postgres://${USER}@${LOOPBACK}:${port}/${DATABASE}`,
			/** @returns the whole database as SQL */
			dump: async () => {
				const options = { encoding: 'latin1', maxBuffer: LARGEST_DUMP_BYTES } as const;
				return (await exec(join(programs, 'pg_dump'), [...connection, DATABASE], options)).stdout;
			},
			close,
		};
	});
}

/** PostgreSQL refuses to run as root. Debian's package creates this user. */
const SERVER_USER = 'postgres';
const IS_ROOT = process.getuid!() === 0;
const AS_SERVER_USER = IS_ROOT
	? ['--reuid', SERVER_USER, '--regid', SERVER_USER, '--clear-groups']
	: [];

const USER = 'n8n';

/** Exists in every new PostgreSQL. */
const DATABASE = 'postgres';

/** For hundreds of executions with thousands of contacts; close to the longest string in Node.js. */
const LARGEST_DUMP_BYTES = 500_000_000;

async function initialize(programs: string, folder: string): Promise<void> {
	if (IS_ROOT) await exec('chown', [SERVER_USER, folder]);
	await exec('setpriv', [
		...AS_SERVER_USER,
		join(programs, 'initdb'),
		...['-D', folder, '--username', USER, '--auth', 'trust'],
		...['--encoding', 'UTF8', '--locale', 'C.UTF-8', '--no-sync'],
	]);
}
