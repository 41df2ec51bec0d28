import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { INodeProperties as Field, INodePropertyOptions } from 'n8n-workflow';

import manifest from '../../../package.json';
import { dependencies as pinned } from '../../../sandbox/n8n/package.json';
import { ContactsApi } from '../../../credentials/ContactsApi.credentials';
import { Contacts } from '../../../nodes/Contacts/Contacts.node';
import { paginationFields } from '../../../nodes/Contacts/operations/paginationForm';

const ROOT = join(__dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const fields = [...new ContactsApi().properties, ...new Contacts().description.properties];
const names = fields
	.filter(({ name }) => name !== 'resource' && name !== 'operation')
	.flatMap((field) => (field.type === 'collection' ? (field.options as Field[]) : field))
	.map(({ displayName }) => displayName);

it('The README explains every field', () => {
	const rows = read('README.md').match(/^\| [^|]+/gm)!;
	const explained = rows.map((row) => row.replace(/^\| (Options → )?/, '').trim());
	expect(names.filter((name) => !explained.includes(name))).toEqual([]);
});

it('docs/pagination.md explains every mode and setting of Pagination', () => {
	const text = read('docs/pagination.md');
	const [mode, ...settings] = paginationFields;
	const modes = (mode!.options as INodePropertyOptions[]).map(({ name }) => `| ${name} `);
	const labels = settings.map(({ displayName }) => `**${displayName}**`);
	expect([...modes, ...labels].filter((name) => !text.includes(name))).toEqual([]);
});

/** How the release check completes addresses in the README. */
const OWN_ADDRESS = /^https:\/\/[^/]+\/[^/]+\/[^/]+\/(?:blob|raw)\/HEAD\//;

/** Whether a document has a heading with this anchor, as GitHub and npm make them. */
function hasAnchor(text: string, anchor: string): boolean {
	const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!.toLowerCase());
	const anchors = headings.map((heading) => heading.replace(/[^\w\- ]/g, '').replaceAll(' ', '-'));
	return anchors.includes(anchor);
}

it('Links within the documents, and from the credential, lead to files and sections that exist', () => {
	const documents = globSync('{.,docs,.github,sandbox/service}/*.md', { cwd: ROOT });
	expect(documents.length).toBeGreaterThan(10);
	const links = documents.flatMap((file) =>
		[...read(file).matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => ({ file, link: link! })),
	);
	links.push({ file: 'README.md', link: new URL(new ContactsApi().documentationUrl).hash });
	const broken = links.filter(({ file, link }) => {
		const [path, anchor] = link.replace(OWN_ADDRESS, '').split('#') as [string, string?];
		const target = path === '' ? file : join(dirname(file), path);
		if (/^https?:/.test(path)) return false;
		return !existsSync(join(ROOT, target)) || (anchor && !hasAnchor(read(target), anchor));
	});
	expect(broken).toEqual([]);
});

it('The documents name the n8n versions that are tested, and the version of this package', () => {
	const text = read('docs/installation.md');
	const [, oldest] = /'n8n-core': '([\d.]+)'/.exec(read('test/oldest-n8n.mjs'))!;
	const [, oldestN8n] = new RegExp(`([\\d.]+) \\(n8n-core ${oldest}\\)`).exec(text)!;
	expect(read('README.md')).toContain(`n8n ${oldestN8n} or newer`);
	expect(text).toContain(`\n| ${pinned.n8n} `);
	expect(manifest.devDependencies['n8n-core']).toBe(pinned.n8n);
	expect(text).toContain(`image: docker.n8n.io/n8nio/n8n:${pinned.n8n}\n`);
	expect(text).toContain(`"name": "${manifest.name}", "version": "${manifest.version}"`);
});
