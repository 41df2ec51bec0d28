import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { tryLock } from '../system/file-lock.ts';
import { PRIVATE_FOLDER } from '../system/files.ts';
import { UserError } from '../system/user-error.ts';
import { NpmError, runNpm } from './npm.ts';

/** npm runs scripts in the root of the repository. */
const FOLDER = resolve('sandbox/n8n');

/** The files that pin n8n. */
const MANIFEST = ['package.json', 'package-lock.json', '.npmrc'];
const [packageJson, lockFile, npmrc] = MANIFEST.map((name) =>
	readFileSync(join(FOLDER, name), 'utf8'),
) as [string, string, string];
const { packages } = JSON.parse(lockFile) as { packages: Record<string, { version: string }> };

const CACHE = join(
	process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
	'n8n-nodes-contacts-api',
);

export const n8nVersion = packages['node_modules/n8n']!.version;

/**
 * Installs the pinned n8n with npm unless it is installed, for all clones of the repository, in
 * `$XDG_CACHE_HOME/n8n-nodes-contacts-api`, by default in `~/.cache`. The folder is renamed when it is
 * complete, so one with the final name is always complete. That name has the version, the platform, the
 * ABI version and a hash of everything that is pinned.
 *
 * @throws UserError if it cannot be installed; the signal's reason if it aborts
 */
export async function installN8n(signal?: AbortSignal): Promise<{ folder: string }> {
	const pinned = JSON.stringify({ packageJson, lock: lockFile, npmrc });
	const hash = createHash('sha256').update(pinned).digest('hex').slice(0, 12);
	const platform = `${process.platform}-${process.arch}-abi${process.versions.modules}`;
	const folder = join(CACHE, `n8n-${n8nVersion}-${platform}-${hash}`);
	if (existsSync(folder)) return { folder };

	await mkdir(CACHE, PRIVATE_FOLDER);
	const lock = tryLock(join(CACHE, 'install.lock'));
	if (!lock) throw new UserError('Another process is installing n8n.', 'Wait for it to end.');
	const work = join(CACHE, 'installing');
	const progress = setInterval(() => console.log(describeProgress(work)), 15_000);
	try {
		// An installation was interrupted.
		await rm(work, { recursive: true, force: true });
		await mkdir(work);
		await installIn(work, signal);
		await rename(work, folder);
		return { folder };
	} finally {
		clearInterval(progress);
		await rm(work, { recursive: true, force: true, maxRetries: 5 });
		lock.release();
	}
}

function describeProgress(work: string): string {
	const paths = Object.keys(packages).filter((path) => path !== '');
	const count = paths.filter((path) => existsSync(join(work, path, 'package.json'))).length;
	return `  ${count.toLocaleString('en')} of about ${paths.length.toLocaleString('en')} packages`;
}

/**
 * Installs what is pinned, and builds n8n's database driver in a folder of its own side by side: npm
 * waits for the network and the disk, and the compiler for the processor.
 */
async function installIn(work: string, signal?: AbortSignal) {
	const driver = join(work, 'sqlite3');
	await mkdir(driver);
	// With n8n's lock, so that the driver's dependencies have the pinned hashes, too.
	for (const name of MANIFEST) {
		for (const folder of [work, driver]) await cp(join(FOLDER, name), join(folder, name));
	}
	const dependencies = { sqlite3: packages['node_modules/sqlite3']!.version };
	await writeFile(join(driver, 'package.json'), JSON.stringify({ dependencies }));
	const stop = new AbortController();
	const both = AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]);
	const parts = [
		installPackages(work, 'install.log', both),
		buildSqlite(driver, 'install-sqlite3.log', both),
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
async function installPackages(folder: string, log: string, signal: AbortSignal) {
	const logFile = join(CACHE, log);
	await runNpm(['install', '--prefer-offline'], { folder, logFile, signal });
}

/**
 * Installs and builds sqlite3, n8n's database driver: downloads a binary, or compiles one. Then it needs
 * the headers of this Node.js.
 */
async function buildSqlite(folder: string, log: string, signal: AbortSignal): Promise<void> {
	const installed = dirname(dirname(process.execPath));
	// Archives put the headers beside the executable, the npm package `node` into one for the platform.
	const headers = [
		installed,
		join(installed, `node_modules/node-${process.platform}-${process.arch}`),
	].find((candidate) => existsSync(join(candidate, 'include/node/node_version.h')));
	const environment = {
		...(headers ? { npm_config_nodedir: headers } : {}),
		// Compiles in half the time of -O3, on all cores.
		CFLAGS: '-O1',
		CXXFLAGS: '-O1',
		JOBS: 'max',
	};
	const args = ['rebuild', 'sqlite3', '--ignore-scripts=false'];
	try {
		await installPackages(folder, log, signal);
		await runNpm(args, { folder, logFile: join(CACHE, log), environment, signal });
	} catch (error) {
		if (!(error instanceof NpmError)) throw error;
		throw new UserError(
			`n8n's database driver sqlite3 could not be built. ${error.message}`,
			'Unless a binary can be downloaded, it needs Python 3, make and a C++ compiler. Install them ' +
				'(Debian: sudo apt-get install python3 make g++) and try again.',
			{ cause: error },
		);
	}
}
