/**
 * Once after all test files. A test or hook that has passed its deadline may have left something
 * running that nobody holds any more, and the run would not end because of it: then this ends it.
 * n8n, the browser and the servers end with this process.
 */
export default function globalTeardown(): void {
	setTimeout(() => {
		process.stderr.write('The tests have left something running.\n');
		process.exit(1);
	}, LEFT_RUNNING_MS).unref();
}

const LEFT_RUNNING_MS = 30_000;
