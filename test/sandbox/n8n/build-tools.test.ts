import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { headersFolder, missingBuildTools } from '../../../sandbox/n8n/build-tools.ts';
import { temporaryFolder } from '../system/temporary-folder.ts';

const folder = temporaryFolder();

function program(name: string, mode = 0o755) {
	writeFileSync(join(folder.path, name), '', { mode });
}

describe('missingBuildTools', () => {
	it('names each tool that no program on the PATH provides', () => {
		program('python3');
		program('g++', 0o644);

		expect(missingBuildTools(folder.path)).toEqual(['make', 'a C++ compiler']);
	});

	it('accepts any of the programs that provide a tool, in any folder of the PATH', () => {
		program('python');
		program('gmake');
		program('clang++');

		expect(missingBuildTools(`/nowhere:${folder.path}`)).toEqual([]);
	});
});

describe('headersFolder', () => {
	function headers(at: string, [major, minor, patch]: number[]) {
		const include = join(folder.path, at, 'include/node');
		mkdirSync(include, { recursive: true });
		writeFileSync(
			join(include, 'node_version.h'),
			`#define NODE_MAJOR_VERSION ${major}\n#define NODE_MINOR_VERSION ${minor}\n#define NODE_PATCH_VERSION ${patch}\n`,
		);
		return join(folder.path, at);
	}

	it('finds the headers beside the executable', () => {
		const installation = headers('', [24, 21, 0]);

		expect(headersFolder(join(folder.path, 'bin/node'), 'v24.21.0')).toBe(installation);
	});

	it("finds the headers in the npm package for the executable's platform", () => {
		const installation = headers(
			`node_modules/node-${process.platform}-${process.arch}`,
			[24, 21, 0],
		);

		expect(headersFolder(join(folder.path, 'bin/node'), 'v24.21.0')).toBe(installation);
	});

	it('ignores the headers of another version', () => {
		headers('', [20, 20, 2]);

		expect(headersFolder(join(folder.path, 'bin/node'), 'v24.21.0')).toBeUndefined();
	});
});
