import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const SANDBOX = join(__dirname, '../../sandbox');

/** The files of the sandbox that each of them imports, also for types only. */
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

/** @returns the files of the first import cycle, or undefined */
function findCycle(imports: Map<string, string[]>): string[] | undefined {
	const done = new Set<string>();
	const visit = (file: string, path: string[]): string[] | undefined => {
		if (path.includes(file)) {
			return [...path.slice(path.indexOf(file)), file];
		}
		if (done.has(file)) {
			return undefined;
		}
		for (const next of imports.get(file) ?? []) {
			const cycle = visit(next, [...path, file]);
			if (cycle !== undefined) {
				return cycle;
			}
		}
		done.add(file);
		return undefined;
	};
	for (const file of imports.keys()) {
		const cycle = visit(file, []);
		if (cycle !== undefined) {
			return cycle;
		}
	}
	return undefined;
}

describe('the sandbox', () => {
	const imports = readImports();

	it('has no circular imports', () => {
		expect(imports.size).toBeGreaterThan(50);
		expect(findCycle(imports)).toBeUndefined();
	});

	it('imports no hosts of the service from its storage', () => {
		const fromStorage = [...imports]
			.filter(([file]) => file.startsWith('service/storage/'))
			.flatMap(([, imported]) => imported);

		expect(fromStorage.length).toBeGreaterThan(10);
		expect(fromStorage.filter((file) => file.startsWith('service/hosts/'))).toEqual([]);
	});

	it('would fail for an import cycle', () => {
		const cycle = new Map([
			['a', ['b']],
			['b', ['c']],
			['c', ['b']],
		]);

		expect(findCycle(cycle)).toEqual(['b', 'c', 'b']);
	});
});
