import type { WithSharedN8n } from './global-setup.ts';

/**
 * Runs once after all test files. A test or hook that timed out may have left something running, which
 * would keep the run from ending: then this ends it, and n8n, the browser and the servers with it.
 */
export default async function globalTeardown(): Promise<void> {
	setTimeout(() => {
		process.stderr.write('The tests have left something running.\n');
		process.exit(1);
	}, EXIT_DEADLINE_MS).unref();
	await (globalThis as WithSharedN8n).sharedN8n?.close();
}

const EXIT_DEADLINE_MS = 30_000;
