import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSqlite, SQLITE_MODULE } from './build-sqlite.ts';
import type { Environment } from './environment.ts';
import { UserError } from '../system/user-error.ts';
import { waitForLock } from '../system/file-lock.ts';
import { createFolder } from '../system/folder.ts';
import { installLockedPackages } from './locked-packages.ts';
import { type Manifest, readManifest } from './manifest.ts';

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
	/** Called about twice a second with the progress, as a line to show. */
	report: (state: string) => void;
	signal?: AbortSignal;
}

/** @returns `$XDG_CACHE_HOME/n8n-nodes-contacts-api`, by default in `~/.cache` */
export function defaultCacheFolder(environment: Environment): string {
	return join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-contacts-api');
}

/**
 * Installs the pinned n8n unless it is installed. The folder is renamed when it is complete, so one
 * with the final name is always complete. Processes that install at the same time wait for each other.
 *
 * @throws UserError if it cannot be installed; the signal's reason if it aborts
 */
export async function installN8n(options: InstallOptions): Promise<N8nInstallation> {
	const manifest = await readManifest(options.manifestFolder);
	const folder = join(options.cacheFolder, manifest.installationName);
	const installation = { folder, version: manifest.n8nVersion };
	if (existsSync(folder)) return installation;

	await createFolder(options.cacheFolder, CHOOSE_CACHE_FOLDER);
	const lock = await waitForLock(
		join(options.cacheFolder, 'install.lock'),
		() => options.report('waiting for another process that is installing it'),
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

const INTERRUPTED_PREFIX = 'installing-';

async function removeInterruptedInstallations(cacheFolder: string): Promise<void> {
	for (const name of await readdir(cacheFolder)) {
		if (name.startsWith(INTERRUPTED_PREFIX)) {
			await rm(join(cacheFolder, name), { recursive: true, force: true });
		}
	}
}

/** @returns the folder of the complete installation, below `work` */
async function installInto(
	work: string,
	manifest: Manifest,
	options: InstallOptions,
): Promise<string> {
	// A failure of one stops the other: a missing compiler shows long before the download ends.
	const failed = new AbortController();
	const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])]);
	const [n8n, sqlite] = [join(work, 'n8n'), join(work, 'sqlite3')];
	const logFile = (name: string) => join(options.cacheFolder, `install-${name}.log`);
	const state = { sqlite: 'building sqlite3' };
	const watch = watchProgress(n8n, manifest, state, options.report);
	const parts = [
		installLockedPackages({
			folder: n8n,
			packageJson: manifest.packageJson,
			manifest,
			logFile: logFile('n8n'),
			signal,
		}),
		buildSqlite(sqlite, manifest, logFile('sqlite3'), signal).then(() => {
			state.sqlite = 'sqlite3 built';
		}),
	];
	try {
		await Promise.all(parts);
	} catch (error) {
		failed.abort(error);
		throw error;
	} finally {
		await Promise.allSettled(parts);
		clearInterval(watch);
	}
	await mkdir(dirname(join(n8n, SQLITE_MODULE)), { recursive: true });
	await copyFile(join(sqlite, SQLITE_MODULE), join(n8n, SQLITE_MODULE));
	return n8n;
}

function watchProgress(
	folder: string,
	{ packagePaths }: Manifest,
	state: { sqlite: string },
	report: InstallOptions['report'],
): NodeJS.Timeout {
	// Every version of npm writes package.json when it unpacks a package.
	const pending = new Set(packagePaths);
	return setInterval(() => {
		for (const path of pending) {
			if (existsSync(join(folder, path, 'package.json'))) pending.delete(path);
		}
		const done = packagePaths.length - pending.size;
		report(
			done === 0
				? `requesting ${packagePaths.length} packages from the npm registry, ${state.sqlite}`
				: `${done} of ${packagePaths.length} packages, ${state.sqlite}`,
		);
	}, 500);
}

/** The installed n8n takes 2.2 GB; npm's cache of it, 0.4 GB, is often on the same disk. */
const NEEDED_BYTES = 3_000_000_000;

async function assertFreeSpace(folder: string): Promise<void> {
	const { bavail, bsize } = await statfs(folder);
	if (bavail * bsize < NEEDED_BYTES) {
		throw new UserError(
			`There is not enough space for n8n in ${folder}: ` +
				`${gigabytes(bavail * bsize)} free, ${gigabytes(NEEDED_BYTES)} needed.`,
			`Free some space and try again. ${CHOOSE_CACHE_FOLDER}`,
		);
	}
}

const CHOOSE_CACHE_FOLDER =
	'Choose another folder with --cache (or CONTACTS_SANDBOX_CACHE) and try again.';

function gigabytes(bytes: number): string {
	return `${(bytes / 1e9).toFixed(1)} GB`;
}
