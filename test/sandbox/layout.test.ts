import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const SANDBOX = join(__dirname, '../../sandbox');

/** What the files in a folder import from others of it; types count too. */
function readImports(): Map<string, string[]> {
	const files = readdirSync(SANDBOX, { recursive: true, encoding: 'utf8' }).filter((file) =>
		file.endsWith('.ts'),
	);
	return new Map(
		files.map((file) => {
			const text = readFileSync(join(SANDBOX, file), 'utf8');
			const imported = [...text.matchAll(/(?:from|import\() ?'(\.[^']+\.ts)'/g)];
			return [file, imported.map(([, path]) => relative('', join(dirname(file), path!)))];
		}),
	);
}

/** @returns the first circle that is found, as the files that lead round it */
function findCircle(imports: Map<string, string[]>): string[] | undefined {
	const done = new Set<string>();
	const visit = (file: string, path: string[]): string[] | undefined => {
		if (path.includes(file)) {
			return [...path.slice(path.indexOf(file)), file];
		}
		if (done.has(file)) {
			return undefined;
		}
		for (const next of imports.get(file) ?? []) {
			const circle = visit(next, [...path, file]);
			if (circle !== undefined) {
				return circle;
			}
		}
		done.add(file);
		return undefined;
	};
	for (const file of imports.keys()) {
		const circle = visit(file, []);
		if (circle !== undefined) {
			return circle;
		}
	}
	return undefined;
}

describe('the sandbox', () => {
	const imports = readImports();

	it('has no files that import each other in a circle', () => {
		expect(imports.size).toBeGreaterThan(50);
		expect(findCircle(imports)).toBeUndefined();
	});

	it('keeps storage and hosts of the service apart', () => {
		const fromStorage = [...imports]
			.filter(([file]) => file.startsWith('service/storage/'))
			.flatMap(([, imported]) => imported);

		expect(fromStorage.length).toBeGreaterThan(10);
		expect(fromStorage.filter((file) => file.startsWith('service/hosts/'))).toEqual([]);
	});

	it('would find a circle', () => {
		const circle = new Map([
			['a', ['b']],
			['b', ['c']],
			['c', ['b']],
		]);

		expect(findCircle(circle)).toEqual(['b', 'c', 'b']);
	});
});
