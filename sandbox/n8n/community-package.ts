import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readIfPresent } from '../system/files.ts';
import { PRIVATE_FOLDER } from '../system/platform.ts';
import { runNpm } from './npm.ts';

interface InstallOptions {
	/** Folder of the package, which has been built. */
	packageFolder: string;
	/** n8n's user folder. */
	userFolder: string;
	signal?: AbortSignal;
}

/**
 * Packs the package as it would be published, and installs the tarball in n8n's folder for community
 * packages as n8n does, unless it is installed: without install scripts and without peer dependencies,
 * which n8n provides.
 */
export async function installCommunityPackage(options: InstallOptions): Promise<void> {
	const { userFolder, signal } = options;
	const tarball = await pack(options);
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

/** @returns path of the tarball; its name has a hash, so that npm does not use an older one's cache */
async function pack({ packageFolder, userFolder, signal }: InstallOptions): Promise<string> {
	const into = join(userFolder, 'package');
	await rm(into, { recursive: true, force: true });
	await mkdir(into, PRIVATE_FOLDER);
	const args = ['pack', '--ignore-scripts', '--pack-destination', into];
	await runNpm(args, { folder: packageFolder, logFile: join(into, 'npm-pack.log'), signal });
	const packed = join(
		into,
		(await readdir(into)).find((file) => file.endsWith('.tgz'))!,
	);
	const hash = createHash('sha256').update(await readFile(packed));
	const tarball = packed.replace(/\.tgz$/, `-${hash.digest('hex').slice(0, 12)}.tgz`);
	await rename(packed, tarball);
	return tarball;
}
