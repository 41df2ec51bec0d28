/**
 * Preloaded into n8n: stops n8n, as SIGTERM would, when its parent process has ended without stopping
 * it. The IPC channel to the parent closes, however the parent ended.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.channel) {
	process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
	// The channel must not keep the process running.
	process.channel.unref();
}
