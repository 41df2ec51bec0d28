import type { WithSharedN8n } from './global-setup.ts';

/** Runs once after all test files. */
export default async function globalTeardown(): Promise<void> {
	await (globalThis as WithSharedN8n).sharedN8n?.close();
}
