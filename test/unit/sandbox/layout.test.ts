import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../../..');

/** The source files with the relative paths that each imports; imports of types included. */
function readImports(): Array<[file: string, imported: string[]]> {
	return globSync('{credentials,nodes,sandbox}/**/*.ts', { cwd: ROOT }).map((file) => {
		const text = readFileSync(join(ROOT, file), 'utf8');
		const paths = [...text.matchAll(/(?:from|import\() ?'(\.[^']+?)(?:\.ts)?'/g)];
		return [file, paths.map(([, path]) => `${join(dirname(file), path!)}.ts`)];
	});
}

it('no file imports one that imports it', () => {
	const imports = new Map(readImports());
	const known = [...imports.values()].flat().filter((file) => imports.has(file));
	expect(imports.size).toBeGreaterThan(80);
	expect(known.length).toBeGreaterThan(90);
	// Without the files that import none of those that are left, again and again.
	let before: number;
	do {
		before = imports.size;
		for (const [file, imported] of imports) {
			if (!imported.some((other) => imports.has(other))) imports.delete(file);
		}
	} while (imports.size < before);
	expect([...imports.keys()]).toEqual([]);
});
