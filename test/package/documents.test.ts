import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties as Field } from 'n8n-workflow';

import manifest from '../../package.json';
import { dependencies as pinned } from '../../sandbox/n8n/package.json';
import { ContactsApi } from '../../credentials/ContactsApi.credentials';
import { Contacts } from '../../nodes/Contacts/Contacts.node';
import { formatTable, tables, writeTable, writtenTable } from './tables';

const read = (file: string) => readFileSync(join(__dirname, '../..', file), 'utf8');

const fields = [...new ContactsApi().properties, ...new Contacts().description.properties];
const names = fields
	.filter(({ name }) => name !== 'resource' && name !== 'operation')
	.flatMap((field) => (field.type === 'collection' ? (field.options as Field[]) : field))
	.map(({ displayName }) => displayName.replace(/ \(ms\)$/i, ''));

it('The README explains every field', () => {
	const isExplained = (name: string) =>
		new RegExp(`^\\| (.* )?${name}( \\([Mm]s\\))? +\\|`, 'm').test(read('README.md'));
	expect(names.filter((name) => !isExplained(name))).toEqual([]);
});

if (process.env.UPDATE_DOCS === '1') tables.forEach(writeTable);

it.each(tables)('The table $name in docs/$file is that of the code (npm run docs)', (table) => {
	expect(writtenTable(table)).toBe(formatTable(table));
});

it('The documents name the n8n versions that are tested, and the version of this package', () => {
	const text = read('docs/installation.md');
	const [, oldest] = /'n8n-core': '([\d.]+)'/.exec(read('test/package/oldest-n8n.mjs'))!;
	const [, oldestN8n] = new RegExp(`([\\d.]+) \\(n8n-core ${oldest}\\)`).exec(text)!;
	expect(read('README.md')).toContain(`n8n ${oldestN8n} or newer`);
	expect(text).toContain(`\n| ${pinned.n8n} `);
	expect(text).toContain(`image: docker.n8n.io/n8nio/n8n:${pinned.n8n}\n`);
	expect(text).toContain(`"name": "${manifest.name}", "version": "${manifest.version}"`);
});
