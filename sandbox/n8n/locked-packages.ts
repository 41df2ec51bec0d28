import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readLog } from '../system/log-file.ts';
import { type Manifest, withTarballAddresses } from './manifest.ts';
import { NpmError, runNpm } from './npm.ts';

interface LockedPackagesOptions {
	/** Folder to create; an existing one is deleted. */
	folder: string;
	/** Text of package.json with the packages to install; the manifest's lock has the versions. */
	packageJson: string;
	manifest: Manifest;
	logFile: string;
	signal: AbortSignal;
}

/**
 * Installs packages with the versions and hashes of the manifest's lock, without install scripts.
 *
 * @throws NpmError if that fails; the signal's reason if it aborts
 */
export async function installLockedPackages(options: LockedPackagesOptions): Promise<void> {
	const { lock } = options.manifest;
	await rm(options.folder, { recursive: true, force: true });
	await mkdir(options.folder);
	const registry = await registryAddress(options);
	try {
		await install(options, withTarballAddresses(lock, registry));
	} catch (error) {
		// This registry has other addresses: without any in the lock, npm asks the registry for each.
		if (!(error instanceof NpmError && error.code === 'E404')) throw error;
		await install(options, lock);
	}
}

async function install(options: LockedPackagesOptions, lock: string): Promise<void> {
	const { folder, packageJson, manifest, logFile, signal } = options;
	const files = {
		'package.json': packageJson,
		'package-lock.json': lock,
		'.npmrc': manifest.npmrc,
	};
	for (const [name, content] of Object.entries(files)) {
		await writeFile(join(folder, name), content);
	}
	// Not `npm ci`: it fails if the registry lacks optional packages for other platforms.
	await runNpm(['install', ...NETWORK_ARGUMENTS], { folder, logFile, signal });
}

async function registryAddress(options: LockedPackagesOptions): Promise<string> {
	const { folder, logFile, signal } = options;
	await runNpm(['config', 'get', 'registry'], { folder, logFile, signal });
	// npm may print warnings first.
	return (await readLog(logFile)).trim().split('\n').at(-1)!;
}

/**
 * Without a network, npm's defaults wait 10 s and then 60 s for each address; these wait 1 s and 3 s.
 * Cached packages are used without asking the registry, because the lock pins them.
 */
const NETWORK_ARGUMENTS = [
	'--prefer-offline',
	'--fetch-retries=2',
	'--fetch-retry-factor=3',
	'--fetch-retry-mintimeout=1000',
	'--fetch-retry-maxtimeout=10000',
];
