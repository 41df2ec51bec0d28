import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runNpm } from './npm.ts';

export interface PackOptions {
	/** The package's folder, built. */
	packageFolder: string;
	/** A folder for the tarball; emptied first. */
	into: string;
	signal?: AbortSignal;
}

/**
 * Packs the package as it would be published.
 *
 * @returns the tarball's path. Its name changes with its content, so npm never takes one for another.
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

export interface InstallPackageOptions {
	tarball: string;
	/** n8n's user folder. */
	userFolder: string;
	signal?: AbortSignal;
}

/**
 * Installs the tarball where n8n looks for community packages, the way n8n installs one: without
 * scripts and without its peers, which n8n itself provides. Does nothing when that same tarball is
 * installed.
 *
 * @returns whether it was installed now
 */
export async function installCommunityPackage(options: InstallPackageOptions): Promise<boolean> {
	const folder = join(options.userFolder, '.n8n', 'nodes');
	if (await isInstalled(options.tarball, folder)) return false;
	await mkdir(folder, { recursive: true, mode: 0o700 });
	await ensurePackageJson(folder);
	await runNpm(
		[
			'install',
			options.tarball,
			'--ignore-scripts',
			'--legacy-peer-deps',
			'--no-audit',
			'--no-fund',
		],
		{ folder, logFile: join(folder, 'npm-install.log'), signal: options.signal },
	);
	return true;
}

/** n8n's own record of its community packages. Without it npm works in the next folder above that has one. */
async function ensurePackageJson(folder: string): Promise<void> {
	const content = { name: 'installed-nodes', private: true, dependencies: {} };
	try {
		await writeFile(join(folder, 'package.json'), JSON.stringify(content), { flag: 'wx' });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	}
}

/** npm keeps a record of what it has installed in a folder, with the hash of each tarball. */
async function isInstalled(tarball: string, folder: string): Promise<boolean> {
	const record = await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8').catch(
		(error: NodeJS.ErrnoException) => {
			if (error.code === 'ENOENT') return '{}';
			throw error;
		},
	);
	const { packages = {} } = JSON.parse(record) as {
		packages?: Record<string, { integrity?: string }>;
	};
	const hash = createHash('sha512')
		.update(await readFile(tarball))
		.digest('base64');
	return Object.values(packages).some(({ integrity }) => integrity === `sha512-${hash}`);
}
