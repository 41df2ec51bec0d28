import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readIfPresent } from '../system/files.ts';
import { PRIVATE_FOLDER } from '../system/platform.ts';
import { runNpm } from './npm.ts';

interface PackOptions {
	/** Folder of the package, which has been built. */
	packageFolder: string;
	/** Folder for the tarball; emptied first. */
	into: string;
	signal?: AbortSignal;
}

/**
 * Packs the package as it would be published.
 *
 * @returns path of the tarball; its name has a hash, so that npm does not use an older one's cache
 */
export async function packPackage({ packageFolder, into, signal }: PackOptions): Promise<string> {
	await rm(into, { recursive: true, force: true });
	await mkdir(into, { recursive: true });
	await runNpm(['pack', '--ignore-scripts', '--pack-destination', into], {
		folder: packageFolder,
		logFile: join(into, 'npm-pack.log'),
		signal,
	});
	const name = (await readdir(into)).find((file) => file.endsWith('.tgz'))!;
	const hash = createHash('sha256')
		.update(await readFile(join(into, name)))
		.digest('hex');
	const tarball = join(into, name.replace(/\.tgz$/, `-${hash.slice(0, 12)}.tgz`));
	await rename(join(into, name), tarball);
	return tarball;
}

interface InstallPackageOptions {
	tarball: string;
	/** n8n's user folder. */
	userFolder: string;
	signal?: AbortSignal;
}

/**
 * Installs the tarball in n8n's folder for community packages as n8n does, unless it is installed:
 * without install scripts and without peer dependencies, which n8n provides.
 */
export async function installCommunityPackage(options: InstallPackageOptions): Promise<void> {
	const { tarball, userFolder, signal } = options;
	const folder = join(userFolder, '.n8n', 'nodes');
	await mkdir(folder, PRIVATE_FOLDER);
	// n8n records its community packages in it. Without one, npm would use that of a parent folder.
	const manifest = join(folder, 'package.json');
	const installed = await readIfPresent(manifest);
	if (installed.includes(`/${basename(tarball)}"`)) return;
	if (installed === '') {
		const content = { name: 'installed-nodes', private: true, dependencies: {} };
		await writeFile(manifest, JSON.stringify(content));
	}
	const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
	const logFile = join(folder, 'npm-install.log');
	await runNpm(['install', tarball, ...flags], { folder, logFile, signal });
}
