import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from './system/files.ts';

/** Paths of everything that is kept between starts. */
export type DataFolder = Awaited<ReturnType<typeof openDataFolder>>;

/**
 * Creates the folders in the data folder that are missing.
 *
 * @param isFresh delete everything first
 */
export async function openDataFolder(dataFolder: string, isFresh: boolean) {
	if (isFresh) await rm(dataFolder, { recursive: true, force: true });
	const folders = {
		/** n8n's user folder. */
		n8n: join(dataFolder, 'n8n'),
		service: join(dataFolder, 'service'),
		tarballs: join(dataFolder, 'package'),
	};
	for (const folder of Object.values(folders)) await createFolder(folder);
	return {
		...folders,
		/** Login of n8n's owner. */
		login: join(dataFolder, 'n8n-login.json'),
		/** The client that was provisioned for the credential. */
		client: join(dataFolder, 'contacts-client.json'),
		certificates: join(dataFolder, 'trusted-certificates.pem'),
		n8nLog: join(dataFolder, 'n8n.log'),
		buildLog: join(dataFolder, 'build.log'),
	};
}
