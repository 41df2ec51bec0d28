/**
 * Runs once after all test files. A test or hook that timed out may have left something running, which
 * would keep the run from ending: then this ends it, and n8n, the browser and the servers with it.
 */
export default function globalTeardown(): void {
	setTimeout(() => {
		process.stderr.write('The tests have left something running.\n');
		process.exit(1);
	}, EXIT_DEADLINE_MS).unref();
}

const EXIT_DEADLINE_MS = 30_000;
