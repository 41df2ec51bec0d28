import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import manifest from '../../package.json';
import { dependencies as pinned } from '../../sandbox/n8n/package.json';
import { ContactsApi } from '../../credentials/ContactsApi.credentials';
import { Contacts } from '../../nodes/Contacts/Contacts.node';
import { RESPONSE_LIMITS } from '../../nodes/Contacts/response/parseWithinBudget';
import { partsOf } from './form-texts';
import { connectionTestMessages, credentialMessages, nodeMessages } from './messages';
import { formatTable, tables, writeTable, writtenTable } from './tables';

const ROOT = join(__dirname, '../..');

const documents = ['.', 'docs', '.github', 'sandbox/service'].flatMap((folder) =>
	readdirSync(join(ROOT, folder))
		.filter((file) => file.endsWith('.md'))
		.map((file) => normalize(join(folder, file))),
);

/** How the release check completes addresses in the README. */
const OWN_ADDRESS = /^https:\/\/[^/]+\/[^/]+\/[^/]+\/(?:blob|raw)\/HEAD\//;

/** Messages of n8n that people see with this package. */
const N8N_MESSAGES = ['Domain not allowed'];

const allMessages = () =>
	[credentialMessages, connectionTestMessages, nodeMessages].flatMap((groups) =>
		groups().flatMap(({ rows }) => rows.map(([message]) => message)),
	);

describe('The README', () => {
	const readme = read('README.md');

	it('is short enough for a front page', () => {
		expect(readme.split('\n').length).toBeLessThanOrEqual(125);
		expect(readme.split(/\s+/).length).toBeLessThanOrEqual(1_800);
	});

	it.each([
		...namesOf('Credential', new ContactsApi(), /^scopes\./),
		...namesOf('Operations', new Contacts().description, /^operation/),
	])('explains in %s the field %s', (title, name) => {
		const row = new RegExp(`^\\| (.* )?${name}( \\([Mm]s\\))? +\\|`, 'm');
		expect(section(readme, title)).toMatch(row);
	});

	it('explains both operations, and lists every example', () => {
		const operations = section(readme, 'Operations');
		for (const name of ['List', 'Get Page']) expect(operations).toContain(`**Contact → ${name}**`);
		const listed = [...section(readme, 'Examples').matchAll(/\(\S*examples\/([^)]+)\)/g)];
		expect(listed.map(([, file]) => file).sort()).toEqual(readdirSync(join(ROOT, 'examples')));
	});

	it("has the section that the credential's Docs link opens", () => {
		const { hash } = new URL(new ContactsApi().documentationUrl);
		expect(anchorsOf(readme)).toContain(hash.slice(1));
	});
});

describe('The table', () => {
	if (process.env.UPDATE_DOCS === '1') tables.forEach(writeTable);

	it.each(tables)('$name in $file is that of the code (npm run docs)', (table) => {
		expect(writtenTable(table)).toBe(formatTable(table));
	});
});

describe('The documents', () => {
	it('name the n8n versions that are tested', () => {
		const rows = section(read('docs/installation.md'), 'Compatibility').match(/^\| \S.*/gm)!;
		const [, oldest] = /'n8n-core': '([\d.]+)'/.exec(read('test/package/oldest-n8n.mjs'))!;
		expect(rows).toContainEqual(expect.stringMatching(`^\\| ${pinned.n8n} `));
		expect(rows).toContainEqual(expect.stringContaining(`(n8n-core ${oldest})`));
		const [, oldestN8n] = new RegExp(`([\\d.]+) \\(n8n-core ${oldest}\\)`).exec(rows.join('\n'))!;
		expect(read('README.md')).toContain(`n8n ${oldestN8n} or newer`);
	});

	it('install the pinned n8n and the version of this package with Docker', () => {
		const text = section(read('docs/installation.md'), 'With Docker');
		const [, image] = /image: docker\.n8n\.io\/n8nio\/n8n:(\S+)/.exec(text)!;
		const [, packages] = /N8N_COMMUNITY_PACKAGES: '(.*)'/.exec(text)!;
		expect(image).toBe(pinned.n8n);
		expect(JSON.parse(packages!)).toEqual([{ name: manifest.name, version: manifest.version }]);
	});

	const problems = [
		section(read('README.md'), 'Troubleshooting'),
		section(read('docs/troubleshooting.md'), 'Troubleshooting'),
		section(read('docs/pagination.md'), 'If a list fails'),
	].flatMap((text) => text.match(/^\|[^|]+/gm)!);
	const quotes = problems.flatMap((problem) => [...problem.matchAll(/"([^"]+)"/g)]);

	it.each(quotes.map(([, quote]) => quote!))('quote a message of the package: %s', (quote) => {
		expect([...allMessages(), ...N8N_MESSAGES]).toContainEqual(expect.stringContaining(quote));
	});

	it('name npm scripts that exist', () => {
		const named = documents.flatMap((file) => [...read(file).matchAll(/npm run ([\w:]+)/g)]);
		expect(Object.keys(manifest.scripts)).toEqual(
			expect.arrayContaining(named.map(([, script]) => script)),
		);
		expect(named).not.toEqual([]);
	});

	it('name the limits of the form and of the code', () => {
		const text = read('docs/limits-and-speed.md');
		const parts = partsOf(new Contacts().description.properties);
		const concurrency = parts.find(({ path }) => path === 'options.concurrency')!;
		const { default: usual, typeOptions } = concurrency;
		expect(text).toContain(`${usual as number} by default and at most ${typeOptions!.maxValue}`);
		expect(text).toContain(`${RESPONSE_LIMITS.mebibytes} MiB for a page`);
	});

	const links = documents.flatMap((file) =>
		[...read(file).matchAll(/\]\(([^)]+)\)/g)]
			.map(([, address]) => address!.replace(OWN_ADDRESS, ''))
			.filter((address) => !/^https?:/.test(address))
			.map((address) => [file, address] as const),
	);

	it.each(links)('%s links to an existing file and section: %s', (file, address) => {
		const [path, anchor] = address.split('#') as [string, string?];
		const target = path === '' ? file : join(dirname(file), path);
		expect(existsSync(join(ROOT, target))).toBe(true);
		if (anchor !== undefined) expect(anchorsOf(read(target))).toContain(anchor);
	});

	it('show every screenshot', () => {
		const shown = links.flatMap(([, address]) => /screenshots\/(.+)/.exec(address)?.[1] ?? []);
		expect([...new Set(shown)].sort()).toEqual(readdirSync(join(ROOT, 'docs/screenshots')));
	});
});

/** @returns a section, and the name of each field and direct option that it explains */
function namesOf(title: string, { properties }: Pick<ContactsApi, 'properties'>, others: RegExp) {
	return partsOf(properties)
		.filter(({ path }) => path.split('.').length <= 2 && !/^(resource\b|options$)/.test(path))
		.filter(({ path }) => !others.test(path))
		.map(({ displayName }): [string, string] => [title, displayName.replace(/ \(ms\)$/i, '')]);
}

/** @returns the text of a section with its subsections */
function section(text: string, title: string): string {
	const [heading] = new RegExp(`^#+ ${title}$`, 'm').exec(text)!;
	const level = heading.indexOf(' ');
	const [content] = text
		.slice(text.indexOf(`\n${heading}\n`) + heading.length + 2)
		.split(new RegExp(`^#{1,${level}} `, 'm'));
	return content!;
}

/** @returns the anchors of the headings as GitHub and npm make them */
function anchorsOf(text: string): string[] {
	const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!.toLowerCase());
	return headings.map((heading) => heading.replace(/[^\w\- ]/g, '').replaceAll(' ', '-'));
}

function read(file: string): string {
	return readFileSync(join(ROOT, file), 'utf8');
}
