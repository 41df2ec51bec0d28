import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** The files in a folder, each with the relative paths that it imports; imports of types included. */
function readImports(folder: string): Map<string, string[]> {
	const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => join(folder, file));
	return new Map(
		files.map((file) => {
			const text = readFileSync(join(ROOT, file), 'utf8');
			const imported = [...text.matchAll(/(?:from|import\() ?'(\.[^']+?)(?:\.ts)?'/g)];
			return [file, imported.map(([, path]) => `${join(dirname(file), path!)}.ts`)];
		}),
	);
}

/** @returns the import cycles found, each as files in the order in which they import each other */
function findCycles(imports: Map<string, string[]>): string[][] {
	const done = new Set<string>();
	const visit = (file: string, path: string[]): string[][] => {
		if (path.includes(file)) return [[...path.slice(path.indexOf(file)), file]];
		if (done.has(file)) return [];
		done.add(file);
		return (imports.get(file) ?? []).flatMap((next) => visit(next, [...path, file]));
	};
	return [...imports.keys()].flatMap((file) => visit(file, []));
}

describe('The files of a folder', () => {
	it.each([
		['credentials and nodes', ['credentials', 'nodes'], 40],
		['sandbox', ['sandbox'], 50],
	])('import each other without cycles: %s', (_name, folders, minimum) => {
		const imports = new Map(folders.flatMap((folder) => [...readImports(folder)]));

		expect(imports.size).toBeGreaterThan(minimum);
		expect(findCycles(imports)).toEqual([]);
	});
});

it('the storage of the sandbox service does not import its hosts', () => {
	const imported = [...readImports('sandbox/service/storage').values()].flat();

	expect(imported.length).toBeGreaterThan(10);
	expect(imported.filter((file) => file.startsWith('sandbox/service/hosts/'))).toEqual([]);
});
