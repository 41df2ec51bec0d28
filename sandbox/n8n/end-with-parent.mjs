/**
 * Preloaded into n8n: stops n8n, as SIGTERM would, when the IPC channel to its parent closes. The parent
 * closes it to stop n8n, also on Windows, where there is no SIGTERM; or it has ended without doing so.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.channel) {
	process.once('disconnect', () => {
		// Until n8n listens, there is nothing to stop.
		if (!process.emit('SIGTERM', 'SIGTERM', 15)) process.exit(143);
	});
	// The channel must not keep the process running.
	process.channel.unref();
}
