import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { headersFolder, missingBuildTools } from './build-tools.ts';
import { npmEnvironment } from './environment.ts';
import { UserError } from '../system/user-error.ts';
import { installLockedPackages } from './locked-packages.ts';
import { lastLines } from '../system/log-file.ts';
import type { Manifest } from './manifest.ts';
import { NpmError, runNpm } from './npm.ts';

/** Path of sqlite3's compiled module in the folder where sqlite3 is installed. */
export const SQLITE_MODULE = 'node_modules/sqlite3/build/Release/node_sqlite3.node';

/**
 * Builds sqlite3, n8n's only native module that is published without a binary. Its install script
 * downloads a binary if possible and compiles otherwise.
 *
 * @param folder where to install and build it
 * @throws UserError if it cannot be built; the signal's reason if it aborts
 */
export async function buildSqlite(
	folder: string,
	manifest: Manifest,
	logFile: string,
	signal: AbortSignal,
): Promise<void> {
	const packageJson = JSON.stringify({
		private: true,
		dependencies: { sqlite3: manifest.sqliteVersion },
	});
	await installLockedPackages({ folder, packageJson, manifest, logFile, signal });
	const headers = headersFolder(process.execPath, process.version);
	try {
		await runNpm(['rebuild', 'sqlite3', '--ignore-scripts=false'], {
			folder,
			logFile,
			signal,
			environment: headers ? { npm_config_nodedir: headers } : {},
		});
	} catch (error) {
		if (!(error instanceof NpmError)) throw error;
		throw await buildError(error, logFile);
	}
	await assertLoads(folder);
}

async function buildError(cause: NpmError, logFile: string): Promise<UserError> {
	const missing = missingBuildTools(npmEnvironment(process.env, process.execPath).PATH ?? '');
	const what = "n8n's database driver sqlite3 could not be built";
	if (missing.length > 0) {
		return new UserError(
			`${what}: no binary could be downloaded, and ${missing.join(' and ')}, needed to compile it, ` +
				`${missing.length > 1 ? 'are' : 'is'} missing.`,
			'Install the missing tools (Debian, Ubuntu: sudo apt-get install python3 make g++; ' +
				'Fedora: sudo dnf install python3 make gcc-c++; macOS: xcode-select --install) and try again.',
			{ cause },
		);
	}
	return new UserError(
		`${what}. Last lines of the log:\n${await lastLines(logFile, 15)}`,
		`Full log: ${logFile}`,
		{ cause },
	);
}

/** A downloaded binary may need a newer C library than the system has. */
async function assertLoads(folder: string): Promise<void> {
	try {
		await promisify(execFile)(process.execPath, ['-e', "require('sqlite3')"], { cwd: folder });
	} catch (error) {
		throw new UserError(
			`n8n's database driver sqlite3 does not work here:\n${(error as Error).message}`,
			'Set npm_config_build_from_source=sqlite3 to compile it, and try again.',
			{ cause: error },
		);
	}
}
