import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
	copyFile,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	rename,
	rm,
	statfs,
	writeFile,
} from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { headersFolder, missingBuildTools } from './build-tools.ts';
import { npmEnvironment, type Environment } from './environment.ts';
import { SandboxFailure } from './failure.ts';
import { waitForLock } from './file-lock.ts';
import { makeFolder } from './folder.ts';
import { lastLines } from './log-file.ts';
import { NpmFailure, runNpm } from './npm.ts';

/** An n8n that is ready to be started. */
export interface N8nInstallation {
	folder: string;
	version: string;
}

export interface InstallOptions {
	/** The folder with n8n's package.json, package-lock.json and .npmrc: `sandbox/n8n`. */
	manifestFolder: string;
	/** Where installations are kept, for any clone of the repository. */
	cacheFolder: string;
	/** Gets the state of the installation, as a line to show, about twice a second. */
	report: (state: string) => void;
	signal?: AbortSignal;
}

/** @returns `$XDG_CACHE_HOME/n8n-nodes-contacts-api`, by default in `~/.cache` */
export function defaultCacheFolder(environment: Environment): string {
	return join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-contacts-api');
}

/**
 * Installs the pinned n8n unless it is there. The folder gets its name when it is complete, so one
 * that has the name is complete; of two that install at once, one waits for the other.
 *
 * @throws SandboxFailure when it cannot be installed; the signal's reason when it aborts
 */
export async function installN8n(options: InstallOptions): Promise<N8nInstallation> {
	const manifest = await readManifest(options.manifestFolder);
	const folder = join(options.cacheFolder, manifest.installationName);
	const installation = { folder, version: manifest.n8nVersion };
	if (existsSync(folder)) return installation;

	await makeFolder(options.cacheFolder, CHOOSE_CACHE_FOLDER);
	const lock = await waitForLock(
		join(options.cacheFolder, 'install.lock'),
		() => options.report('waiting for another start that is installing it'),
		options.signal,
	);
	try {
		if (existsSync(folder)) return installation;
		await removeInterruptedInstallations(options.cacheFolder);
		await assertFreeSpace(options.cacheFolder);
		const work = await mkdtemp(join(options.cacheFolder, INTERRUPTED_PREFIX));
		try {
			await rename(await installInto(work, manifest, options), folder);
		} finally {
			options.report('cleaning up');
			await rm(work, { recursive: true, force: true });
		}
		return installation;
	} finally {
		lock.release();
	}
}

export interface Manifest {
	n8nVersion: string;
	sqliteVersion: string;
	/** Path in the installation of every package that belongs on this platform. */
	packagePaths: string[];
	/** Says version, platform and binary interface, and changes whenever anything pinned does. */
	installationName: string;
	files: Record<(typeof MANIFEST_FILES)[number], string>;
}

const MANIFEST_FILES = ['package.json', 'package-lock.json', '.npmrc'] as const;

export async function readManifest(folder: string): Promise<Manifest> {
	const [packageJson, lock, npmrc] = await Promise.all(
		MANIFEST_FILES.map((name) => readFile(join(folder, name), 'utf8')),
	);
	const files = {
		'package.json': packageJson!,
		'package-lock.json': lock!,
		'.npmrc': npmrc!,
	};
	const { packages } = JSON.parse(files['package-lock.json']) as { packages: LockedPackages };
	const n8nVersion = packages['node_modules/n8n']!.version;
	const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
	const platform = `${process.platform}-${process.arch}-abi${process.versions.modules}`;
	return {
		n8nVersion,
		sqliteVersion: packages['node_modules/sqlite3']!.version,
		packagePaths: Object.keys(packages).filter(
			(path) => path && isForThisPlatform(packages[path]!),
		),
		installationName: `n8n-${n8nVersion}-${platform}-${hash}`,
		files,
	};
}

type LockedPackages = Record<string, { version: string; os?: string[]; cpu?: string[] }>;

function isForThisPlatform({ os, cpu }: LockedPackages[string]): boolean {
	return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch));
}

const INTERRUPTED_PREFIX = 'installing-';

async function removeInterruptedInstallations(cacheFolder: string): Promise<void> {
	for (const name of await readdir(cacheFolder)) {
		if (name.startsWith(INTERRUPTED_PREFIX)) {
			await rm(join(cacheFolder, name), { recursive: true, force: true });
		}
	}
}

/** @returns the complete installation's folder in the work folder */
async function installInto(
	work: string,
	manifest: Manifest,
	options: InstallOptions,
): Promise<string> {
	// One that fails stops the other: a missing compiler is known long before all is downloaded.
	const failed = new AbortController();
	const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])]);
	const state = { sqlite: 'building sqlite3' };
	const watch = watchProgress(work, manifest, state, options.report);
	const parts = [
		downloadPackages(work, manifest, options.cacheFolder, signal),
		buildSqlite(work, manifest, options.cacheFolder, signal).then((addon) => {
			state.sqlite = 'sqlite3 built';
			return addon;
		}),
	] as const;
	try {
		const [folder, addon] = await Promise.all(parts);
		const release = join(folder, 'node_modules/sqlite3/build/Release');
		await mkdir(release, { recursive: true });
		await copyFile(addon, join(release, 'node_sqlite3.node'));
		await assertSqliteLoads(folder);
		return folder;
	} catch (error) {
		failed.abort(error);
		throw error;
	} finally {
		await Promise.allSettled(parts);
		clearInterval(watch);
	}
}

async function downloadPackages(
	work: string,
	{ files }: Manifest,
	cacheFolder: string,
	signal: AbortSignal,
): Promise<string> {
	const folder = join(work, 'n8n');
	await mkdir(folder);
	for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
	// Not `npm ci`: it refuses a lock whose optional packages for other platforms a registry lacks.
	await runNpm(['install', ...NETWORK_ARGUMENTS], {
		folder,
		logFile: join(cacheFolder, 'install-n8n.log'),
		signal,
	});
	return folder;
}

/**
 * npm waits 10 s and then 60 s before it says that there is no network. These give up after about
 * 15 s, with one try more. What the lock pins needs no fresh look at the registry.
 */
const NETWORK_ARGUMENTS = [
	'--prefer-offline',
	'--fetch-retries=3',
	'--fetch-retry-factor=3',
	'--fetch-retry-mintimeout=1000',
	'--fetch-retry-maxtimeout=10000',
];

/**
 * Builds n8n's one native module that comes without a binary, from the same lock, beside the
 * download: its install script fetches a binary where it can and compiles otherwise.
 *
 * @returns path of the compiled module
 */
async function buildSqlite(
	work: string,
	{ files, sqliteVersion }: Manifest,
	cacheFolder: string,
	signal: AbortSignal,
): Promise<string> {
	const folder = join(work, 'sqlite3');
	await mkdir(folder);
	const packageJson = { private: true, dependencies: { sqlite3: sqliteVersion } };
	await writeFile(join(folder, 'package.json'), JSON.stringify(packageJson));
	await writeFile(join(folder, 'package-lock.json'), files['package-lock.json']);
	await writeFile(join(folder, '.npmrc'), files['.npmrc']);
	const logFile = join(cacheFolder, 'install-sqlite3.log');
	await runNpm(['install', ...NETWORK_ARGUMENTS], { folder, logFile, signal });
	try {
		const headers = headersFolder(process.execPath, process.version);
		await runNpm(['rebuild', 'sqlite3', '--ignore-scripts=false'], {
			folder,
			logFile,
			signal,
			environment: headers ? { npm_config_nodedir: headers } : {},
		});
	} catch (error) {
		if (!(error instanceof NpmFailure)) throw error;
		throw await sqliteFailure(error, logFile);
	}
	return join(folder, 'node_modules/sqlite3/build/Release/node_sqlite3.node');
}

async function sqliteFailure(failure: NpmFailure, logFile: string): Promise<SandboxFailure> {
	const missing = missingBuildTools(npmEnvironment(process.env, process.execPath).PATH ?? '');
	const what = "n8n's database driver sqlite3 could not be built";
	if (missing.length > 0) {
		return new SandboxFailure(
			`${what}: no binary could be fetched, and to compile it, ${missing.join(' and ')} ` +
				`${missing.length > 1 ? 'are' : 'is'} missing.`,
			'Install what is missing (Debian, Ubuntu: sudo apt-get install python3 make g++; ' +
				'Fedora: sudo dnf install python3 make gcc-c++; macOS: xcode-select --install) and try again.',
			{ cause: failure },
		);
	}
	return new SandboxFailure(
		`${what}. The last lines of the build:\n${await lastLines(logFile, 15)}`,
		`The whole log: ${logFile}`,
		{ cause: failure },
	);
}

/** A binary that was fetched may want a newer C library than the system's. */
async function assertSqliteLoads(folder: string): Promise<void> {
	try {
		await promisify(execFile)(process.execPath, ['-e', "require('sqlite3')"], { cwd: folder });
	} catch (error) {
		throw new SandboxFailure(
			`n8n's database driver sqlite3 does not work here:\n${(error as Error).message}`,
			'Set npm_config_build_from_source=sqlite3 to have it compiled and try again.',
			{ cause: error },
		);
	}
}

function watchProgress(
	work: string,
	{ packagePaths }: Manifest,
	state: { sqlite: string },
	report: InstallOptions['report'],
): NodeJS.Timeout {
	// A package whose package.json is there has been unpacked; that holds for every version of npm.
	const pending = new Set(packagePaths);
	return setInterval(() => {
		for (const path of pending) {
			if (existsSync(join(work, 'n8n', path, 'package.json'))) pending.delete(path);
		}
		const done = packagePaths.length - pending.size;
		report(
			done === 0
				? `asking the npm registry for ${packagePaths.length} packages, ${state.sqlite}`
				: `${done} of ${packagePaths.length} packages, ${state.sqlite}`,
		);
	}, 500);
}

/** n8n takes 2.2 GB when it is installed; npm's own cache of it, 0.6 GB, is often on the same disk. */
const NEEDED_BYTES = 3_000_000_000;

async function assertFreeSpace(folder: string): Promise<void> {
	const { bavail, bsize } = await statfs(folder);
	if (bavail * bsize < NEEDED_BYTES) {
		throw new SandboxFailure(
			`There is not enough space for n8n in ${folder}: ` +
				`${gigabytes(bavail * bsize)} are free and ${gigabytes(NEEDED_BYTES)} needed.`,
			`Free some space and try again. ${CHOOSE_CACHE_FOLDER}`,
		);
	}
}

const CHOOSE_CACHE_FOLDER =
	'Choose another folder with --cache (or CONTACTS_SANDBOX_CACHE) and try again.';

function gigabytes(bytes: number): string {
	return `${(bytes / 1e9).toFixed(1)} GB`;
}
