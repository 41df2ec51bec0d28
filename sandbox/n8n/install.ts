import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { tryLock } from '../system/file-lock.ts';
import { createFolder } from '../system/files.ts';
import { UserError } from '../system/user-error.ts';
import type { Environment } from './environment.ts';
import { NpmError, runNpm } from './npm.ts';

/** An n8n that is ready to start. */
export interface N8nInstallation {
	folder: string;
	version: string;
}

interface Location {
	/** The folder with n8n's package.json, package-lock.json and .npmrc: `sandbox/n8n`. */
	manifestFolder: string;
	/** Folder of the installations, shared by all clones of the repository. */
	cacheFolder: string;
}

interface InstallOptions extends Location {
	/** Called with what is being done. */
	report: (state: string) => void;
	signal?: AbortSignal;
}

/** @returns `$XDG_CACHE_HOME/n8n-nodes-contacts-api`, by default in `~/.cache` */
export function defaultCacheFolder(environment: Environment): string {
	return join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-contacts-api');
}

/** @returns the pinned n8n if it is installed */
export async function findN8n(where: Location): Promise<N8nInstallation | undefined> {
	const { version, name } = await readManifest(where.manifestFolder);
	const folder = join(where.cacheFolder, name);
	return existsSync(folder) ? { folder, version } : undefined;
}

/**
 * Installs the pinned n8n with npm unless it is installed. The folder is renamed when it is complete, so
 * one with the final name is always complete.
 *
 * @throws UserError if it cannot be installed; the signal's reason if it aborts
 */
export async function installN8n(options: InstallOptions): Promise<N8nInstallation> {
	const { manifestFolder, cacheFolder, report, signal } = options;
	const found = await findN8n(options);
	if (found) return found;
	const { files, version, name } = await readManifest(manifestFolder);
	const folder = join(cacheFolder, name);
	const work = join(cacheFolder, 'installing');
	await createFolder(cacheFolder);
	const lock = tryLock(join(cacheFolder, 'install.lock'));
	if (!lock) throw new UserError('Another process is installing n8n.', 'Wait for it to end.');
	try {
		// An installation was interrupted.
		await rm(work, { recursive: true, force: true });
		await mkdir(work);
		for (const [file, text] of Object.entries(files)) await writeFile(join(work, file), text);
		const npm = { folder: work, logFile: join(cacheFolder, 'install.log'), signal };
		report('downloading 2,100 packages, which takes some minutes');
		// Not `npm ci`: it fails if the registry lacks optional packages for other platforms.
		await runNpm(['install', '--prefer-offline'], npm);
		report('building its database driver, sqlite3');
		await buildSqlite(npm);
		await rename(work, folder);
		return { folder, version };
	} finally {
		await rm(work, { recursive: true, force: true });
		lock.release();
	}
}

/**
 * Reads what to install.
 *
 * @returns the files for npm, n8n's version, and the name of the installation: the version, the platform,
 *   the ABI version and a hash of everything that is pinned
 */
export async function readManifest(folder: string) {
	const read = (name: string) => readFile(join(folder, name), 'utf8');
	const packageJson = await read('package.json');
	const lock = await read('package-lock.json');
	const npmrc = await read('.npmrc');
	const { dependencies } = JSON.parse(packageJson) as { dependencies: { n8n: string } };
	const version = dependencies.n8n;
	const platform = `${process.platform}-${process.arch}-abi${process.versions.modules}`;
	const pinned = JSON.stringify({ packageJson, lock, npmrc });
	const hash = createHash('sha256').update(pinned).digest('hex').slice(0, 12);
	return {
		files: { 'package.json': packageJson, 'package-lock.json': lock, '.npmrc': npmrc },
		version,
		name: `n8n-${version}-${platform}-${hash}`,
	};
}

/** sqlite3 downloads a binary, or compiles one: then it needs the headers of this Node.js. */
async function buildSqlite(npm: Parameters<typeof runNpm>[1]): Promise<void> {
	const installed = dirname(dirname(process.execPath));
	// Archives put the headers beside the executable, the npm package `node` into one for the platform.
	const headers = [
		installed,
		join(installed, `node_modules/node-${process.platform}-${process.arch}`),
	]
		.filter((folder) => existsSync(join(folder, 'include/node/node_version.h')))
		.at(0);
	const environment = headers ? { npm_config_nodedir: headers } : {};
	try {
		await runNpm(['rebuild', 'sqlite3', '--ignore-scripts=false'], { ...npm, environment });
	} catch (error) {
		if (!(error instanceof NpmError)) throw error;
		throw new UserError(
			`n8n's database driver sqlite3 could not be built. ${error.message}`,
			'Unless a binary can be downloaded, it needs Python 3, make and a C++ compiler. Install them ' +
				'(Debian, Ubuntu: sudo apt-get install python3 make g++; Fedora: sudo dnf install python3 ' +
				'make gcc-c++; macOS: xcode-select --install) and try again.',
			{ cause: error },
		);
	}
}
