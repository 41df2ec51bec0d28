import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { installCommunityPackage, packPackage } from '../../../sandbox/n8n/community-package.ts';
import { startService } from '../../../sandbox/service/index.ts';
import { OUTPUT_FOLDER, ROOT, SERVICE_FOLDER, TEMPLATE_FOLDER } from './folders.ts';
import { installPinnedN8n, type N8nInstance, startSharedN8n } from './n8n-instance.ts';

/** Installs n8n, packs and installs the package as users do, and starts n8n, once for all test files. */
export default async function globalSetup(): Promise<void> {
	await rm(OUTPUT_FOLDER, { recursive: true, force: true });
	await mkdir(OUTPUT_FOLDER, { recursive: true });
	const signal = AbortSignal.timeout(SETUP_DEADLINE_MS);
	await installPinnedN8n(signal);
	const tarball = await packPackage({
		packageFolder: ROOT,
		into: join(OUTPUT_FOLDER, 'package'),
		signal,
	});
	await installCommunityPackage({ tarball, userFolder: TEMPLATE_FOLDER, signal });
	await (await startService({ dataDir: SERVICE_FOLDER })).close();
	(globalThis as WithSharedN8n).sharedN8n = await startSharedN8n();
	process.stderr.write(`\nScreenshots and logs: ${OUTPUT_FOLDER}\n`);
}

/** Jest gives the teardown nothing else of the setup. */
export type WithSharedN8n = typeof globalThis & { sharedN8n?: N8nInstance };

/** The first installation of n8n takes several minutes. */
const SETUP_DEADLINE_MS = 1_800_000;
