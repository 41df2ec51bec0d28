/**
 * The tables of the documents that are derived from the code. `npm run docs` writes them;
 * documents.test.ts fails if one is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { Contacts } from '../../nodes/Contacts/Contacts.node';
import { END_REASONS, PAGE_REASONS } from '../../nodes/Contacts/list/kernel';
import type { Meaning } from '../../nodes/Contacts/response/meanings';
import { readSigns } from '../../nodes/Contacts/response/readSigns';
import { FAMILIES, familyOf, split } from '../../nodes/Contacts/response/words';
import { connectionTestMessages, credentialMessages, type Group, nodeMessages } from './messages';

const ROOT = join(__dirname, '../..');

interface Table {
	/** In the comment before the table. */
	name: string;
	file: string;
	/** The table as it should be, in Markdown. */
	lines: () => string[];
}

/** Fields that say something about pages. */
const EXAMPLES: Record<Meaning, object> = {
	link: {
		next: 'https://contacts.example.com/v1/contacts?page=2',
		nextPageUrl: '/v1/contacts?page=2',
		'@odata.nextLink': '?$skip=20',
		links: { next: { href: '/v1/contacts?page=2' } },
	},
	cursor: {
		next_cursor: 'eyJpZCI6MjB9',
		nextPageToken: 'CAUQAA',
		paging: { next: { after: 'NTI1Cg' } },
		continuationToken: 'b3BhcXVl',
		bookmark: 'b3BhcXVl',
	},
	nextPage: { nextPage: 2, next: 2 },
	nextOffset: { next_offset: 20, nextStart: 20 },
	noNext: { next: null, nextCursor: '', next_page: 0 },
	more: { hasMore: true, isLastPage: false, truncated: 'true', has_next: 1 },
	total: { total: 230, meta: { total_count: 230 }, numFound: 230 },
	count: { count: 20, numberOfElements: 20, returned: 20 },
	remaining: { remaining: 210, itemsLeft: 210 },
	pages: { totalPages: 12, page_count: 12, nbPages: 12 },
	lastPage: { last_page: 12 },
	page: { page: 1, currentPage: 1, pageNumber: 0 },
	offset: { offset: 0, startIndex: 1, from: 0 },
	size: { per_page: 20, limit: 20, itemsPerPage: 20 },
	failure: { error: 'not permitted', success: false, ok: false },
	unread: { pageKey: 'b3BhcXVl20', pos2: 'b3BhcXVl20' },
};

const pagination = new Contacts().description.properties
	.flatMap(({ name, options = [] }) => (name === 'options' ? (options as INodeProperties[]) : []))
	.find(({ name }) => name === 'pagination')!.options![0] as { values: INodeProperties[] };
const [modeField, ...settings] = pagination.values as [INodeProperties, ...INodeProperties[]];
const modes = choicesOf(modeField);

const PAGINATION = 'docs/pagination.md';
const REFERENCE = 'docs/pagination-reference.md';
const TROUBLESHOOTING = 'docs/troubleshooting.md';

const table = (name: string, file: string, head: string[], rows: () => string[][]): Table => ({
	name,
	file,
	lines: () => rowsToLines(head, rows()),
});
/** Of messages; each group is a table of its own. */
const messageTable = (name: string, groups: () => Group[]): Table => ({
	name,
	file: TROUBLESHOOTING,
	lines: () =>
		groups().flatMap(({ title, rows }) => [
			...(title ? ['', `#### ${title}`] : []),
			...rowsToLines(['Message', 'What to do'], rows),
		]),
});

export const tables: Table[] = [
	table('modes', PAGINATION, ['Mode', 'How your service works'], () =>
		modes.map(({ name, description }) => [name, description!]),
	),
	table('page-reasons', PAGINATION, ['Page', 'Why it is believed to be the next one'], () =>
		reasonRows('page-reasons', PAGE_REASONS),
	),
	table('end-reasons', PAGINATION, ['End', 'Why the list is believed to be complete'], () =>
		reasonRows('end-reasons', END_REASONS),
	),
	table('pagination-fields', REFERENCE, ['Field', 'Modes', 'Meaning', 'Default'], () =>
		settings.map(settingRow),
	),
	table('meanings', REFERENCE, ['What it says', 'Fields such as'], () =>
		Object.entries(EXAMPLES).map(meaningRow),
	),
	table('families', REFERENCE, ['What they refer to', 'Words'], () =>
		Object.entries(FAMILIES).map(familyRow),
	),
	messageTable('credential-messages', credentialMessages),
	messageTable('test-messages', connectionTestMessages),
	messageTable('node-messages', nodeMessages),
];

/** @returns the table as it should be in its document */
export function formatTable({ lines }: Table): string {
	const text = ['', ...lines(), '', ''].join('\n');
	return `<!-- prettier-ignore-start -->${text}<!-- prettier-ignore-end -->\n`;
}

/** @returns the table as it is in its document; undefined if the document has no place for it */
export function writtenTable({ name, file }: Omit<Table, 'lines'>): string | undefined {
	return placeOf(name).exec(readFileSync(join(ROOT, file), 'utf8'))?.[2];
}

/** Replaces the table in its document. */
export function writeTable(table: Table): void {
	const file = join(ROOT, table.file);
	const text = readFileSync(file, 'utf8').replace(
		placeOf(table.name),
		(_place, start: string, _old, end: string) => start + formatTable(table) + end,
	);
	writeFileSync(file, text);
}

function placeOf(name: string): RegExp {
	return new RegExp(`(<!-- table: ${name} -->\n)([^]*?)(<!-- table end -->)`);
}

function reasonRows(table: string, reasons: object): string[][] {
	return Object.keys(reasons).map((name) => {
		const [, text] = writtenRow(table, PAGINATION, [name]);
		return [`\`${name}\``, text];
	});
}

function meaningRow([meaning, examples]: [string, object]): string[] {
	const fields = Object.entries(examples).map((field) => formatExample(field, meaning));
	const [text] = writtenRow('meanings', REFERENCE, fields);
	return [text, asCode(fields)];
}

function familyRow([family, list]: [string, string]): string[] {
	// A word of two families belongs to the last one.
	const words = [...new Set(split(list))].filter((word) => familyOf(word) === family);
	const [text] = writtenRow('families', REFERENCE, words);
	return [text, asCode(words)];
}

/**
 * Only the documents explain reasons, meanings and words.
 *
 * @returns the row of a table in its document that has most of these names or fields
 * @throws Error when there is none
 */
function writtenRow(name: string, file: string, names: string[]): [string, string] {
	const rows = writtenTable({ name, file })!.split('\n');
	const shared = (line: string) => names.filter((name) => line.includes(asCode([name]))).length;
	const [row] = rows.filter((line) => shared(line) > 0).sort((a, b) => shared(b) - shared(a));
	if (row === undefined) throw new Error(`${file} does not explain ${names.join(', ')}.`);
	return row.slice(2, -2).split(' | ') as [string, string];
}

function settingRow(field: INodeProperties): string[] {
	const choices = choicesOf(field);
	const value = field.default as string | number | boolean;
	const shown =
		typeof value === 'boolean' ? (value ? 'On' : 'Off') : value === '' ? '' : `\`${value}\``;
	const ofModes = field.displayOptions?.show?.[modeField.name];
	const nameOf = (mode: unknown) => modes.find((choice) => choice.value === mode)!.name;
	return [
		field.displayName,
		ofModes?.map(nameOf).join(', ') ?? 'All',
		[field.description!, choices.map(({ name }) => name).join(', ')].filter(Boolean).join(': '),
		choices.find((choice) => choice.value === value)?.name ?? shown,
	];
}

/** @throws Error when the node reads the example otherwise than the table would say */
function formatExample([name, value]: [string, unknown], meaning: string): string {
	const example = { [name]: value };
	const body = { contacts: [], ...example };
	const [sign] = readSigns(200, body, new Headers(), { path: ['contacts'] });
	const text = JSON.stringify(example).slice(1, -1).replaceAll('":', '": ');
	if (sign?.meaning === meaning) return text;
	throw new Error(`The node reads ${text} as ${sign?.meaning ?? 'nothing'}, not as ${meaning}.`);
}

function asCode(texts: string[]): string {
	return texts.map((text) => `\`${text}\``).join(', ');
}

function rowsToLines(head: string[], rows: string[][]): string[] {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return ['', line(head), line(head.map(() => '---')), ...rows.map(line)];
}

function choicesOf({ type, options }: INodeProperties) {
	return type === 'options' ? (options as INodePropertyOptions[]) : [];
}
