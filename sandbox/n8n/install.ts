import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { waitForLock } from '../system/file-lock.ts';
import { createFolder } from '../system/files.ts';
import { UserError } from '../system/user-error.ts';
import type { Environment } from './environment.ts';
import { NpmError, runNpm } from './npm.ts';

/** An n8n that is ready to start. */
export interface N8nInstallation {
	folder: string;
	version: string;
}

interface InstallOptions {
	/** The folder with n8n's package.json, package-lock.json and .npmrc: `sandbox/n8n`. */
	manifestFolder: string;
	/** Folder of the installations, shared by all clones of the repository. */
	cacheFolder: string;
	/** Called with what is being done. */
	report: (state: string) => void;
	signal?: AbortSignal;
}

/** @returns `$XDG_CACHE_HOME/n8n-nodes-contacts-api`, by default in `~/.cache` */
export function defaultCacheFolder(environment: Environment): string {
	return join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-contacts-api');
}

/**
 * Installs the pinned n8n with npm unless it is installed. The folder is renamed when it is complete, so
 * one with the final name is always complete. Processes that install at the same time wait for each
 * other.
 *
 * @throws UserError if it cannot be installed; the signal's reason if it aborts
 */
export async function installN8n(options: InstallOptions): Promise<N8nInstallation> {
	const { cacheFolder, report, signal } = options;
	const { files, version, name } = await readManifest(options.manifestFolder);
	const folder = join(cacheFolder, name);
	const installation = { folder, version };
	if (existsSync(folder)) return installation;

	await createFolder(cacheFolder, 'Choose another folder with XDG_CACHE_HOME and try again.');
	const lock = await waitForLock(
		join(cacheFolder, 'install.lock'),
		() => report('waiting for another process that is installing it'),
		signal,
	);
	try {
		if (existsSync(folder)) return installation;
		await removeInterruptedInstallations(cacheFolder);
		const work = await mkdtemp(join(cacheFolder, INTERRUPTED_PREFIX));
		for (const [file, text] of Object.entries(files)) await writeFile(join(work, file), text);
		const npm = { folder: work, logFile: join(cacheFolder, 'install.log'), signal };
		report('downloading 2,100 packages, which takes some minutes');
		// Not `npm ci`: it fails if the registry lacks optional packages for other platforms.
		await runNpm(['install', '--prefer-offline'], npm);
		report('building its database driver, sqlite3');
		await buildSqlite(npm);
		await rename(work, folder);
		return installation;
	} finally {
		await removeInterruptedInstallations(cacheFolder);
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

const INTERRUPTED_PREFIX = 'installing-';

async function removeInterruptedInstallations(cacheFolder: string): Promise<void> {
	for (const name of await readdir(cacheFolder)) {
		if (name.startsWith(INTERRUPTED_PREFIX)) {
			await rm(join(cacheFolder, name), { recursive: true, force: true });
		}
	}
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
