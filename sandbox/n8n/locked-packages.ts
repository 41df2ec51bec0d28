import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wholeLog } from '../system/log-file.ts';
import { type Manifest, withTarballAddresses } from './manifest.ts';
import { NpmError, runNpm } from './npm.ts';

export interface LockedPackagesOptions {
	/** The folder to make. */
	folder: string;
	/** Names the packages to install; what they need comes from the manifest's lock. */
	packageJson: string;
	manifest: Manifest;
	logFile: string;
	signal: AbortSignal;
}

/**
 * Installs packages in the versions and with the hashes of the manifest's lock, without running any
 * of their scripts.
 *
 * @throws NpmError when that fails; the signal's reason when it aborts
 */
export async function installLockedPackages(options: LockedPackagesOptions): Promise<void> {
	const { lock } = options.manifest;
	await rm(options.folder, { recursive: true, force: true });
	await mkdir(options.folder);
	const registry = await registryAddress(options);
	try {
		await install(options, withTarballAddresses(lock, registry));
	} catch (error) {
		// A registry that has its tarballs elsewhere says where when npm asks it for each package.
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
	// Not `npm ci`: it refuses a lock whose optional packages for other platforms a registry lacks.
	await runNpm(['install', ...NETWORK_ARGUMENTS], { folder, logFile, signal });
}

async function registryAddress(options: LockedPackagesOptions): Promise<string> {
	const { folder, logFile, signal } = options;
	await runNpm(['config', 'get', 'registry'], { folder, logFile, signal });
	// Warnings may come before it.
	return (await wholeLog(logFile)).trim().split('\n').at(-1)!;
}

/**
 * npm waits 10 s and then 60 s, at each address, before it says that there is no network: these wait
 * 1 s and 3 s. What the lock pins needs no fresh look at the registry.
 */
const NETWORK_ARGUMENTS = [
	'--prefer-offline',
	'--fetch-retries=2',
	'--fetch-retry-factor=3',
	'--fetch-retry-mintimeout=1000',
	'--fetch-retry-maxtimeout=10000',
];
