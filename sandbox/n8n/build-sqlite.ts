import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { headersFolder, missingBuildTools } from './build-tools.ts';
import { npmEnvironment } from './environment.ts';
import { UserError } from '../system/user-error.ts';
import { installLockedPackages } from './locked-packages.ts';
import { lastLines } from '../system/log-file.ts';
import type { Manifest } from './manifest.ts';
import { NpmError, runNpm } from './npm.ts';

/** Where sqlite3 has its compiled module, in any folder that it is installed in. */
export const SQLITE_MODULE = 'node_modules/sqlite3/build/Release/node_sqlite3.node';

/**
 * Builds n8n's one native module that comes without a binary. Its install script fetches a binary
 * where it can and compiles otherwise.
 *
 * @param folder where to install and build it
 * @throws UserError when it cannot be built; the signal's reason when it aborts
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
			`${what}: no binary could be fetched, and to compile it, ${missing.join(' and ')} ` +
				`${missing.length > 1 ? 'are' : 'is'} missing.`,
			'Install what is missing (Debian, Ubuntu: sudo apt-get install python3 make g++; ' +
				'Fedora: sudo dnf install python3 make gcc-c++; macOS: xcode-select --install) and try again.',
			{ cause },
		);
	}
	return new UserError(
		`${what}. The last lines of the build:\n${await lastLines(logFile, 15)}`,
		`The whole log: ${logFile}`,
		{ cause },
	);
}

/** A binary that was fetched may want a newer C library than the system's. */
async function assertLoads(folder: string): Promise<void> {
	try {
		await promisify(execFile)(process.execPath, ['-e', "require('sqlite3')"], { cwd: folder });
	} catch (error) {
		throw new UserError(
			`n8n's database driver sqlite3 does not work here:\n${(error as Error).message}`,
			'Set npm_config_build_from_source=sqlite3 to have it compiled and try again.',
			{ cause: error },
		);
	}
}
