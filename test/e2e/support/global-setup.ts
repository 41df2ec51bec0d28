import { mkdir, rm } from 'node:fs/promises';

import { installCommunityPackage } from '../../../sandbox/n8n/community-package.ts';
import { installN8n } from '../../../sandbox/n8n/install.ts';
import { startService } from '../../../sandbox/service/index.ts';
import { INITIAL_CONTACTS } from './contacts-service.ts';
import { OUTPUT_FOLDER, SERVICE_FOLDER, TEMPLATE_FOLDER } from './folders.ts';

/** The first installation of n8n takes several minutes. */
const SETUP_DEADLINE_MS = 1_800_000;

/** Installs n8n, and packs and installs the package as users do, once for all test files. */
export default async function globalSetup(): Promise<void> {
	await rm(OUTPUT_FOLDER, { recursive: true, force: true });
	await mkdir(OUTPUT_FOLDER, { recursive: true });
	const signal = AbortSignal.timeout(SETUP_DEADLINE_MS);
	await installN8n(signal);
	await installCommunityPackage(TEMPLATE_FOLDER, signal);
	const service = { dataDir: SERVICE_FOLDER, initialContacts: INITIAL_CONTACTS };
	await (await startService(service)).close();
	process.stderr.write(`\nScreenshots and logs: ${OUTPUT_FOLDER}\n`);
}
