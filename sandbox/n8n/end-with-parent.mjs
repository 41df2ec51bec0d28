/**
 * Preloaded into n8n: lets it stop as on SIGTERM when the process that started it is gone without
 * having stopped it. The channel to that process closes then, however it ended.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.channel) {
	process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
	// The channel alone is no reason to go on running.
	process.channel.unref();
}
