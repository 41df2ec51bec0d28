import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { ContactsApi } from '../../credentials/ContactsApi.credentials';
import { Contacts } from '../../nodes/Contacts/Contacts.node';
import { NAMES } from '../../nodes/Contacts/pagination/signNames';
import { textsOf } from './form-texts';
import { connectionTestMessages, credentialMessages, nodeMessages, type Row } from './messages';

const ROOT = join(__dirname, '../..');
const readme = read('README.md');

describe('The README', () => {
	it('has every message of the credential and of the node, and what to do', () => {
		const rows = rowsIn(section('Messages')).filter(([first]) => first !== 'Message');
		expect(rows).toEqual([...credentialMessages, ...connectionTestMessages, ...nodeMessages]);
	});

	const { names } = textsOf([
		...new ContactsApi().properties,
		...new Contacts().description.properties,
	]);
	// The single resource and the scopes, with the contract's names, need no explanation.
	it.each(names.filter(([path]) => !/^(resource\b|operation$|scopes\.)/.test(path)))(
		'explains %s: %s',
		(_path, name) => {
			const sections = ['Credential', 'List', 'Get Page', 'Big lists'].map(section);
			expect(sections.join()).toContain(name);
		},
	);

	it('has exactly the names for paging that are recognized', () => {
		const rows = rowsIn(section('What is recognized')).slice(1);
		const inReadme = rows.map(([, names]) =>
			[...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
		);
		const inSource = Object.values(NAMES).map((names) => names.trim().split(/\s+/));
		expect(inReadme).toEqual(
			inSource.map((rowsOf) => rowsOf.map((row) => row.replace(':', ' → '))),
		);
	});

	it('names the n8n versions that are tested', () => {
		const rows = rowsIn(section('Compatibility')).map(([n8n]) => n8n);
		const { dependencies } = JSON.parse(read('sandbox/n8n/package.json')) as {
			dependencies: { n8n: string };
		};
		const [, oldest] = /'n8n-core': '([\d.]+)'/.exec(read('test/package/oldest-n8n.mjs'))!;
		expect(rows).toContain(dependencies.n8n);
		expect(rows).toContainEqual(expect.stringContaining(`(n8n-core ${oldest})`));
	});
});

describe('A link', () => {
	const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
	const links = documents.flatMap((file) =>
		[...read(file).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to]) => [file, to!] as const),
	);

	it.each(links)('of %s leads to a file: %s', (file, to) => {
		expect(existsSync(join(ROOT, dirname(file), to))).toBe(true);
	});
});

function read(file: string): string {
	return readFileSync(join(ROOT, file), 'utf8');
}

/** @returns the text of a section with its subsections */
function section(title: string): string {
	const [heading] = new RegExp(`^#+ ${title}$`, 'm').exec(readme)!;
	const level = heading.indexOf(' ');
	const [text] = readme
		.slice(readme.indexOf(`\n${heading}\n`) + heading.length + 2)
		.split(new RegExp(`^#{1,${level}} `, 'm'));
	return text!;
}

/** @returns the rows of all tables, without their dividers */
function rowsIn(markdown: string): Row[] {
	return [...markdown.matchAll(/^\| (.*) \|$/gm)]
		.map(([, row]) => row!.split(' | ').map((cell) => cell.trim()) as Row)
		.filter(([first]) => !/^-+$/.test(first));
}
