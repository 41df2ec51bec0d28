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
	signal?: AbortSignal | undefined;
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
	const { manifestFolder, cacheFolder, signal } = options;
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
		await mkdir(join(work, 'sqlite3'), { recursive: true });
		await writeFiles(work, files);
		// Side by side: npm waits for the network and the disk, and the compiler for the processor.
		const stop = new AbortController();
		const stopped = AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]);
		const run = { folder: work, logFile: join(cacheFolder, 'install.log'), signal: stopped };
		const parts = [
			// Not `npm ci`: it fails if the registry lacks optional packages for other platforms.
			runNpm(['install', '--prefer-offline'], run),
			buildSqlite(files, join(work, 'sqlite3'), join(cacheFolder, 'install-sqlite3.log'), stopped),
		];
		try {
			await Promise.all(parts);
		} finally {
			stop.abort();
			await Promise.allSettled(parts);
		}
		const build = 'node_modules/sqlite3/build';
		await rename(join(work, 'sqlite3', build), join(work, build));
		await rm(join(work, 'sqlite3'), { recursive: true });
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

async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
	for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

type Manifest = Awaited<ReturnType<typeof readManifest>>;

/**
 * Installs and builds the pinned sqlite3, n8n's database driver, in a folder of its own. It downloads a
 * binary, or compiles one: then it needs the headers of this Node.js.
 */
async function buildSqlite(
	files: Manifest['files'],
	folder: string,
	logFile: string,
	signal: AbortSignal,
): Promise<void> {
	const { packages } = JSON.parse(files['package-lock.json']) as {
		packages: Record<string, { version: string }>;
	};
	const sqlite3 = packages['node_modules/sqlite3']!.version;
	// With n8n's lock, so that its dependencies have the pinned hashes, too.
	await writeFiles(folder, {
		...files,
		'package.json': JSON.stringify({ dependencies: { sqlite3 } }),
	});
	const installed = dirname(dirname(process.execPath));
	// Archives put the headers beside the executable, the npm package `node` into one for the platform.
	const headers = [
		installed,
		join(installed, `node_modules/node-${process.platform}-${process.arch}`),
	]
		.filter((folder) => existsSync(join(folder, 'include/node/node_version.h')))
		.at(0);
	const environment = {
		...(headers ? { npm_config_nodedir: headers } : {}),
		// Compiles in half the time of -O3, on all cores.
		...{ CFLAGS: '-O1', CXXFLAGS: '-O1', JOBS: 'max' },
	};
	const npm = { folder, logFile, environment, signal };
	try {
		await runNpm(['install', '--prefer-offline'], npm);
		await runNpm(['rebuild', 'sqlite3', '--ignore-scripts=false'], npm);
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
