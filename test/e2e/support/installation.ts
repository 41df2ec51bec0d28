import {
	defaultCacheFolder,
	installN8n,
	type N8nInstallation,
} from '../../../sandbox/n8n/install.ts';
import { LAUNCHER_FOLDER } from './folders.ts';

/** Installs the n8n that `npm start` uses, unless it is installed. */
export async function installPinnedN8n(
	report: (state: string) => void = () => undefined,
	signal?: AbortSignal,
): Promise<N8nInstallation> {
	return await installN8n({
		manifestFolder: LAUNCHER_FOLDER,
		cacheFolder: defaultCacheFolder(process.env),
		report,
		signal,
	});
}
