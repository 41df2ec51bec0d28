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

/** @returns the files of the first import cycle found, in the order in which they import each other */
function findCycle(imports: Map<string, string[]>): string[] | undefined {
	const done = new Set<string>();
	const visit = (file: string, path: string[]): string[] | undefined => {
		if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
		if (done.has(file)) return undefined;
		done.add(file);
		return firstOf(imports.get(file) ?? [], (next) => visit(next, [...path, file]));
	};
	return firstOf([...imports.keys()], (file) => visit(file, []));
}

function firstOf<T>(files: string[], find: (file: string) => T | undefined): T | undefined {
	for (const file of files) {
		const found = find(file);
		if (found !== undefined) return found;
	}
	return undefined;
}

describe('The files of a folder', () => {
	it.each([
		['credentials and nodes', ['credentials', 'nodes'], 40],
		['sandbox', ['sandbox'], 50],
	])('import each other without cycles: %s', (_name, folders, minimum) => {
		const imports = new Map(folders.flatMap((folder) => [...readImports(folder)]));

		expect(imports.size).toBeGreaterThan(minimum);
		expect(findCycle(imports)).toBeUndefined();
	});
});

it('the storage of the sandbox service does not import its hosts', () => {
	const imported = [...readImports('sandbox/service/storage').values()].flat();

	expect(imported.length).toBeGreaterThan(10);
	expect(imported.filter((file) => file.startsWith('sandbox/service/hosts/'))).toEqual([]);
});
