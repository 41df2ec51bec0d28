import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../../.github/workflows');
const workflows = readdirSync(FOLDER).map((name): [string, string] => [
	name,
	readFileSync(join(FOLDER, name), 'utf8'),
]);

/** The values of a key, without comments. */
const valuesOf = (key: string, text: string) =>
	[...text.matchAll(new RegExp(`^[ -]*${key}: (\\S+)`, 'gm'))].map(([, value]) => value!);

describe.each(workflows)('The workflow %s', (_name, text) => {
	it('uses actions by their commit, and container images by their digest', () => {
		const actions = valuesOf('uses', text);
		expect(actions.length).toBeGreaterThan(0);
		for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40}$/);
		for (const image of valuesOf('container', text)) expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
	});
});

describe('The job that may ask for an identity', () => {
	const [, publish] = workflows.find(([name]) => name === 'publish.yml')!;
	const jobs = publish.split(/^ {2}(?=\w+:\n)/m).slice(1);
	const privileged = jobs.filter((job) => job.includes('id-token: write'));

	it('is only the one that publishes', () => {
		expect(privileged.map((job) => job.split(':')[0])).toEqual(['publish']);
		for (const [name, text] of workflows) {
			if (name !== 'publish.yml') expect(text).not.toContain('id-token');
		}
	});

	it('runs nothing but the check and the publishing of the tarball', () => {
		expect(valuesOf('uses', privileged[0]!).map((action) => action.split('@')[0])).toEqual([
			'actions/setup-node',
			'actions/download-artifact',
		]);
		expect([...privileged[0]!.matchAll(/run: (.*)/g)].map(([, command]) => command)).toEqual([
			'echo "$SHA256  package.tgz" | sha256sum --check --strict',
			'npm publish ./package.tgz --provenance --access public --ignore-scripts',
		]);
	});
});
