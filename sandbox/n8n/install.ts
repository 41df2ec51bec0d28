import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { tryLock } from '../system/file-lock.ts';
import { PRIVATE_FOLDER } from '../system/platform.ts';
import { UserError } from '../system/user-error.ts';
import { NpmError, runNpm } from './npm.ts';

/** An n8n that is ready to start. */
export interface N8nInstallation {
	folder: string;
	version: string;
	/** Path of a module to preload into it. */
	preload: string;
}

/** The files that pin it. */
const MANIFEST = ['package.json', 'package-lock.json', '.npmrc'];

/**
 * Installs the pinned n8n with npm unless it is installed, for all clones of the repository, in
 * `$XDG_CACHE_HOME/n8n-nodes-contacts-api`, by default in `~/.cache`. The folder is renamed when it is
 * complete, so one with the final name is always complete. That name has the version, the platform, the
 * ABI version and a hash of everything that is pinned.
 *
 * @param manifestFolder the folder `sandbox/n8n`
 * @throws UserError if it cannot be installed; the signal's reason if it aborts
 */
export async function installN8n(
	manifestFolder: string,
	signal?: AbortSignal,
): Promise<N8nInstallation> {
	const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
	const cacheFolder = join(cache, 'n8n-nodes-contacts-api');
	const read = (name: string) => readFile(join(manifestFolder, name), 'utf8');
	const [packageJson, lockFile, npmrc] = await Promise.all(MANIFEST.map(read));
	const manifest = JSON.parse(packageJson!) as { dependencies: { n8n: string } };
	const version = manifest.dependencies.n8n;
	const pinned = JSON.stringify({ packageJson, lock: lockFile, npmrc });
	const hash = createHash('sha256').update(pinned).digest('hex').slice(0, 12);
	const platform = `${process.platform}-${process.arch}-abi${process.versions.modules}`;
	const folder = join(cacheFolder, `n8n-${version}-${platform}-${hash}`);
	const installation = { folder, version, preload: join(manifestFolder, 'end-with-parent.mjs') };
	if (existsSync(folder)) return installation;

	await mkdir(cacheFolder, PRIVATE_FOLDER);
	const lock = tryLock(join(cacheFolder, 'install.lock'));
	if (!lock) throw new UserError('Another process is installing n8n.', 'Wait for it to end.');
	const work = join(cacheFolder, 'installing');
	try {
		// An installation was interrupted.
		await rm(work, { recursive: true, force: true });
		await mkdir(work);
		for (const name of MANIFEST) await cp(join(manifestFolder, name), join(work, name));
		await installIn(work, lockFile!, cacheFolder, signal);
		await rename(work, folder);
		return installation;
	} finally {
		await rm(work, { recursive: true, force: true });
		lock.release();
	}
}

/**
 * Installs what the files in a folder pin, and builds n8n's database driver in a folder of its own side by
 * side: npm waits for the network and the disk, and the compiler for the processor.
 */
async function installIn(work: string, lockFile: string, logs: string, signal?: AbortSignal) {
	const driver = join(work, 'sqlite3');
	await mkdir(driver);
	// With n8n's lock, so that its dependencies have the pinned hashes, too.
	for (const name of MANIFEST) await cp(join(work, name), join(driver, name));
	const { packages } = JSON.parse(lockFile) as { packages: Record<string, { version: string }> };
	const dependencies = { sqlite3: packages['node_modules/sqlite3']!.version };
	await writeFile(join(driver, 'package.json'), JSON.stringify({ dependencies }));
	const stop = new AbortController();
	const both = AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]);
	const parts = [
		installPackages(work, join(logs, 'install.log'), both),
		buildSqlite(driver, join(logs, 'install-sqlite3.log'), both),
	];
	await Promise.all(parts).finally(async () => {
		stop.abort();
		await Promise.allSettled(parts);
	});
	const build = 'node_modules/sqlite3/build';
	await rename(join(driver, build), join(work, build));
	await rm(driver, { recursive: true });
}

/** Not with `npm ci`: it fails if the registry lacks optional packages for other platforms. */
async function installPackages(folder: string, logFile: string, signal: AbortSignal) {
	await runNpm(['install', '--prefer-offline'], { folder, logFile, signal });
}

/**
 * Installs and builds sqlite3, n8n's database driver: downloads a binary, or compiles one. Then it needs
 * the headers of this Node.js.
 */
async function buildSqlite(folder: string, logFile: string, signal: AbortSignal): Promise<void> {
	const installed = dirname(dirname(process.execPath));
	// Archives put the headers beside the executable, the npm package `node` into one for the platform.
	const headers = [
		installed,
		join(installed, `node_modules/node-${process.platform}-${process.arch}`),
	].find((candidate) => existsSync(join(candidate, 'include/node/node_version.h')));
	const environment = {
		...(headers ? { npm_config_nodedir: headers } : {}),
		// Compiles in half the time of -O3, on all cores.
		...{ CFLAGS: '-O1', CXXFLAGS: '-O1', JOBS: 'max' },
	};
	const args = ['rebuild', 'sqlite3', '--ignore-scripts=false'];
	try {
		await installPackages(folder, logFile, signal);
		await runNpm(args, { folder, logFile, environment, signal });
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
