import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../../../.github/workflows');
const workflows = readdirSync(FOLDER).map((name): [string, string] => [
	name,
	readFileSync(join(FOLDER, name), 'utf8'),
]);

it.each(workflows)('%s uses actions by their commit, and images by their digest', (_name, text) => {
	const used = [...text.matchAll(/^[ -]*(?:uses|container): (\S+)/gm)].map(([, name]) => name);
	expect(used.length).toBeGreaterThan(0);
	for (const name of used) expect(name).toMatch(/@([0-9a-f]{40}|sha256:[0-9a-f]{64})$/);
});

it('only the job that publishes may ask for an identity, and it runs no code of others', () => {
	const jobs = workflows.flatMap(([, text]) => text.split(/^ {2}(?=[\w-]+:\n)/m));
	const [publish, ...others] = jobs.filter((job) => job.includes('id-token'));
	expect(others).toEqual([]);
	expect([...publish!.matchAll(/(?:uses|run): ([^@\n]*)/g)].map(([, step]) => step)).toEqual([
		'actions/setup-node',
		'actions/download-artifact',
		'echo "$SHA256  package.tgz" | sha256sum --check --strict',
		'npm publish ./package.tgz --provenance --access public --ignore-scripts',
	]);
});
