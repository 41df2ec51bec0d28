import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import type { INodeProperties as Field } from 'n8n-workflow';

import manifest from '../../package.json';
import { dependencies as pinned } from '../../sandbox/n8n/package.json';
import { ContactsApi } from '../../credentials/ContactsApi.credentials';
import { Contacts } from '../../nodes/Contacts/Contacts.node';
import { formatTable, tables, writeTable, writtenTable } from './tables';

const ROOT = join(__dirname, '../..');

const documents = ['.', 'docs', '.github', 'sandbox/service'].flatMap((folder) =>
	readdirSync(join(ROOT, folder))
		.filter((file) => file.endsWith('.md'))
		.map((file) => normalize(join(folder, file))),
);

/** How the release check completes addresses in the README. */
const OWN_ADDRESS = /^https:\/\/[^/]+\/[^/]+\/[^/]+\/(?:blob|raw)\/HEAD\//;

describe('The README', () => {
	const readme = read('README.md');
	const fields = [...new ContactsApi().properties, ...new Contacts().description.properties];
	const names = fields
		.filter(({ name }) => name !== 'resource' && name !== 'operation')
		.flatMap((field) => (field.type === 'collection' ? (field.options as Field[]) : field))
		.map(({ displayName }) => displayName.replace(/ \(ms\)$/i, ''));

	it.each(names)('explains the field %s', (name) => {
		expect(readme).toMatch(new RegExp(`^\\| (.* )?${name}( \\([Mm]s\\))? +\\|`, 'm'));
	});

	it('lists every example', () => {
		const listed = [...readme.matchAll(/\(\S*examples\/([^)]+)\)/g)].map(([, file]) => file);
		expect(listed.sort()).toEqual(readdirSync(join(ROOT, 'examples')));
	});

	it("has the section that the credential's Docs link opens", () => {
		const { hash } = new URL(new ContactsApi().documentationUrl);
		expect(anchorsOf(readme)).toContain(hash.slice(1));
	});
});

describe('The table', () => {
	if (process.env.UPDATE_DOCS === '1') tables.forEach(writeTable);

	it.each(tables)('$name in docs/$file is that of the code (npm run docs)', (table) => {
		expect(writtenTable(table)).toBe(formatTable(table));
	});
});

describe('The documents', () => {
	it('name the n8n versions that are tested, and the version of this package', () => {
		const text = read('docs/installation.md');
		const [, oldest] = /'n8n-core': '([\d.]+)'/.exec(read('test/package/oldest-n8n.mjs'))!;
		const [, oldestN8n] = new RegExp(`([\\d.]+) \\(n8n-core ${oldest}\\)`).exec(text)!;
		expect(read('README.md')).toContain(`n8n ${oldestN8n} or newer`);
		expect(text).toContain(`\n| ${pinned.n8n} `);
		expect(text).toContain(`image: docker.n8n.io/n8nio/n8n:${pinned.n8n}\n`);
		expect(text).toContain(`"name": "${manifest.name}", "version": "${manifest.version}"`);
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
});

/** @returns the anchors of the headings as GitHub and npm make them */
function anchorsOf(text: string): string[] {
	const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!.toLowerCase());
	return headings.map((heading) => heading.replace(/[^\w\- ]/g, '').replaceAll(' ', '-'));
}

function read(file: string): string {
	return readFileSync(join(ROOT, file), 'utf8');
}
