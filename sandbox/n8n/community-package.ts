import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PRIVATE_FOLDER } from '../system/files.ts';
import { runNpm } from './npm.ts';

/** n8n's folder for community packages. */
const packagesIn = (userFolder: string) => join(userFolder, '.n8n/nodes');

/** @returns where the compiled code of the installed package is */
export const installedCode = (userFolder: string) =>
	join(packagesIn(userFolder), 'node_modules/n8n-nodes-contacts-api/dist');

/**
 * Packs the package, which has been built, as it would be published, and installs the tarball as n8n
 * does: without install scripts and without peer dependencies, which n8n provides.
 *
 * @param userFolder n8n's
 */
export async function installCommunityPackage(
	userFolder: string,
	signal?: AbortSignal,
): Promise<void> {
	const tarball = await pack(userFolder, signal);
	const folder = packagesIn(userFolder);
	await mkdir(folder, PRIVATE_FOLDER);
	// n8n records its community packages in it. Without one, npm would use that of a parent folder.
	const manifest = join(folder, 'package.json');
	if (!existsSync(manifest)) {
		const content = { name: 'installed-nodes', private: true, dependencies: {} };
		await writeFile(manifest, JSON.stringify(content));
	}
	// `npm run dev` has changed what was installed.
	await rm(join(folder, 'node_modules'), { recursive: true, force: true });
	const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
	const logFile = join(folder, 'npm-install.log');
	await runNpm(['install', tarball, ...flags], { folder, logFile, signal });
}

/** @returns path of the tarball; its name has a hash, so that npm does not use an older one's cache */
async function pack(userFolder: string, signal?: AbortSignal): Promise<string> {
	const into = join(userFolder, 'package');
	await rm(into, { recursive: true, force: true });
	await mkdir(into, PRIVATE_FOLDER);
	const args = ['pack', '--ignore-scripts', '--pack-destination', into];
	// npm runs scripts in the root of the repository.
	await runNpm(args, { folder: resolve(), logFile: join(into, 'npm-pack.log'), signal });
	const packed = (await readdir(into)).find((file) => file.endsWith('.tgz'))!;
	const hash = createHash('sha256').update(await readFile(join(into, packed)));
	const tarball = join(into, packed.replace('.tgz', `-${hash.digest('hex').slice(0, 12)}.tgz`));
	await rename(join(into, packed), tarball);
	return tarball;
}
