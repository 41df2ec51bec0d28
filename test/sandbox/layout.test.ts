import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** The files in a folder, each with the relative paths that it imports; imports of types included. */
function readImports(folder: string): Array<[file: string, imported: string[]]> {
	return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => {
			const file = join(folder, name);
			const text = readFileSync(join(ROOT, file), 'utf8');
			const paths = [...text.matchAll(/(?:from|import\() ?'(\.[^']+?)(?:\.ts)?'/g)];
			return [file, paths.map(([, path]) => `${join(dirname(file), path!)}.ts`)];
		});
}

it('no file imports one that imports it', () => {
	const imports = new Map(['credentials', 'nodes', 'sandbox'].flatMap(readImports));
	expect(imports.size).toBeGreaterThan(80);
	expect([...imports.values()].flat().filter((file) => imports.has(file)).length).toBeGreaterThan(
		90,
	);
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
