import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Tools that node-gyp needs to compile a native module, with the programs that provide them. */
const BUILD_TOOLS: Readonly<Record<string, string[]>> = {
	'Python 3': ['python3', 'python'],
	make: ['make', 'gmake'],
	'a C++ compiler': ['g++', 'c++', 'clang++'],
};

/**
 * @param path value of the variable PATH
 * @returns the names of the missing tools
 */
export function missingBuildTools(path: string): string[] {
	const folders = path.split(delimiter).filter(Boolean);
	return Object.entries(BUILD_TOOLS)
		.filter(([, programs]) => !programs.some((program) => isOnPath(program, folders)))
		.map(([tool]) => tool);
}

/**
 * @param node the Node.js executable
 * @param version its version, such as `v24.21.0`
 * @returns the folder with `include/node` of that version (node-gyp's nodedir); undefined if there is
 *   none. Archives and package managers put it beside the executable, the npm package `node` into a
 *   package for the platform.
 */
export function headersFolder(node: string, version: string): string | undefined {
	const installation = dirname(dirname(node));
	return [
		installation,
		join(installation, 'node_modules', `node-${process.platform}-${process.arch}`),
	].find((folder) => headersVersion(folder) === version);
}

function isOnPath(program: string, folders: string[]): boolean {
	return folders.some((folder) => {
		try {
			accessSync(join(folder, program), constants.X_OK);
			return true;
		} catch {
			return false;
		}
	});
}

function headersVersion(folder: string): string | undefined {
	try {
		const header = readFileSync(join(folder, 'include/node/node_version.h'), 'utf8');
		const part = (name: string) =>
			header.match(new RegExp(`#define NODE_${name}_VERSION (\\d+)`))?.[1];
		return `v${part('MAJOR')}.${part('MINOR')}.${part('PATCH')}`;
	} catch {
		return undefined;
	}
}
