import { join } from 'node:path';

import { freePorts, LOOPBACK } from '../../../sandbox/system/ports.ts';
import { OUTPUT_FOLDER } from './folders.ts';
import { inTemporaryFolder } from './resources.ts';
import { tracesInFolder } from './secrets.ts';
import { startServer } from './server-process.ts';

export type Redis = Awaited<ReturnType<typeof startRedis>>;

/** Starts an empty Redis on loopback. */
export async function startRedis() {
	const [port] = await freePorts(1);
	return await inTemporaryFolder('redis-e2e-', async (folder) => {
		const settings = {
			port: String(port),
			bind: LOOPBACK,
			dir: folder,
			save: '',
			// Logs every write and never compacts the log.
			appendonly: 'yes',
			'auto-aof-rewrite-percentage': '0',
		};
		const close = await startServer({
			command: [
				'redis-server',
				...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
			],
			probe: ['redis-cli', '-h', LOOPBACK, '-p', settings.port, 'ping'],
			logFile: join(OUTPUT_FOLDER, 'redis.log'),
		});
		return {
			/** n8n's settings for it. */
			environment: { QUEUE_BULL_REDIS_HOST: LOOPBACK, QUEUE_BULL_REDIS_PORT: settings.port },
			/** The log of all writes, including those of deleted keys. */
			traces: async () => await tracesInFolder(folder),
			close,
		};
	});
}
