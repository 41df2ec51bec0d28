/**
 * The tables of the documents that are derived from the code. `npm run docs` writes them;
 * documents.test.ts fails if one is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { Contacts } from '../../nodes/Contacts/Contacts.node';
import type { Meaning } from '../../nodes/Contacts/response/meanings';
import { readSigns } from '../../nodes/Contacts/response/readSigns';
import { FAMILIES, type Family, familyOf } from '../../nodes/Contacts/response/words';
import { connectionTestMessages, credentialMessages, type Group, nodeMessages } from './messages';

const ROOT = join(__dirname, '../..');

interface Table {
	/** In the comment before the table. */
	name: string;
	file: string;
	lines: () => string[];
}

/** What the words of a family refer to. */
const REFERENTS: Record<Family, string> = {
	next: 'The next page',
	previous: 'The page before, which says nothing about the end',
	first: 'The first page or contact',
	last: 'The last page or contact',
	end: 'The end of the list',
	link: 'An address',
	cursor: 'A cursor',
	more: 'More contacts',
	complete: 'Completeness',
	limited: 'A limit that was reached',
	has: 'Whether something is so',
	remaining: 'What is left',
	page: 'A page',
	neutral: 'Pages in general',
	plain: 'Nothing: words that names of all kinds have',
	naming: 'Something else, in names of all kinds',
	current: 'This page',
	total: 'The whole list',
	number: 'A number',
	offset: 'A position in the list',
	size: 'The most that a page has',
	received: 'What has come',
	item: 'Contacts, as the entries of any list are called',
	failure: 'A failure',
	success: 'Success',
};

/** What a field says, and fields that say it. */
const MEANINGS: Record<Meaning, [says: string, examples: object]> = {
	link: [
		'The address of the next page',
		{
			next: 'https://contacts.example.com/v1/contacts?page=2',
			nextPageUrl: '/v1/contacts?page=2',
			'@odata.nextLink': '?$skip=20',
			links: { next: { href: '/v1/contacts?page=2' } },
		},
	],
	cursor: [
		'A cursor: the value to send for the next page',
		{
			next_cursor: 'eyJpZCI6MjB9',
			nextPageToken: 'CAUQAA',
			paging: { next: { after: 'NTI1Cg' } },
			continuationToken: 'b3BhcXVl',
			bookmark: 'b3BhcXVl',
		},
	],
	nextPage: ['The number of the next page', { nextPage: 2, next: 2 }],
	nextOffset: ['The number of contacts before the next page', { next_offset: 20, nextStart: 20 }],
	noNext: [
		'That there is no next page: such a field, empty',
		{ next: null, nextCursor: '', next_page: 0 },
	],
	more: [
		'Whether there are more pages',
		{ hasMore: true, isLastPage: false, truncated: 'true', has_next: 1 },
	],
	total: ['The number of all contacts', { total: 230, meta: { total_count: 230 }, numFound: 230 }],
	count: [
		'The number of contacts on this page, or of all of them',
		{ count: 20, numberOfElements: 20, returned: 20 },
	],
	remaining: ['The number of contacts after this page', { remaining: 210, itemsLeft: 210 }],
	pages: ['The number of pages', { totalPages: 12, page_count: 12, nbPages: 12 }],
	lastPage: ['The number of the last page', { last_page: 12 }],
	page: ['The number of this page', { page: 1, currentPage: 1, pageNumber: 0 }],
	offset: ['The number of contacts before this page', { offset: 0, startIndex: 1, from: 0 }],
	size: ['The most contacts that a page has', { per_page: 20, limit: 20, itemsPerPage: 20 }],
	failure: [
		'That the request failed, although its status says success',
		{ error: 'not permitted', success: false, ok: false },
	],
	unread: [
		'Something about pages that is not understood: it is tried as a cursor',
		{ pageKey: 'b3BhcXVl20', pos2: 'b3BhcXVl20' },
	],
};

const pagination = new Contacts().description.properties
	.flatMap(({ name, options = [] }) => (name === 'options' ? (options as INodeProperties[]) : []))
	.find(({ name }) => name === 'pagination')!.options![0] as { values: INodeProperties[] };
const [modeField, ...settings] = pagination.values as [INodeProperties, ...INodeProperties[]];
const modes = choicesOf(modeField);

export const tables: Table[] = [
	{ name: 'modes', file: 'docs/pagination.md', lines: modesTable },
	{ name: 'pagination-fields', file: 'docs/pagination.md', lines: settingsTable },
	{ name: 'meanings', file: 'docs/pagination.md', lines: meaningsTable },
	{ name: 'families', file: 'docs/pagination.md', lines: familiesTable },
	...[
		{ name: 'credential-messages', lines: () => messageTables(credentialMessages()) },
		{ name: 'test-messages', lines: () => messageTables(connectionTestMessages()) },
		{ name: 'node-messages', lines: () => messageTables(nodeMessages()) },
	].map((table) => ({ ...table, file: 'docs/troubleshooting.md' })),
];

/** @returns the table as it should be in its document */
export function formatTable({ lines }: Table): string {
	const text = ['', ...lines(), '', ''].join('\n');
	return `<!-- prettier-ignore-start -->${text}<!-- prettier-ignore-end -->\n`;
}

/** @returns the table as it is in its document; undefined if the document has no place for it */
export function writtenTable({ name, file }: Table): string | undefined {
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

function modesTable(): string[] {
	const rows = modes.map(({ name, value, description }) => {
		const fields = settings.filter((field) => modesOf(field)?.includes(value));
		return [name, description, fields.map(({ displayName }) => displayName).join(', ')];
	});
	return rowsToLines(['Mode', 'How your service works', 'Fields'], rows);
}

function settingsTable(): string[] {
	const nameOf = (mode: unknown) => modes.find(({ value }) => value === mode)!.name;
	const rows = settings.map((field) => {
		const choices = choicesOf(field).map(({ name }) => name);
		return [
			field.displayName,
			modesOf(field)?.map(nameOf).join(', ') ?? 'All',
			[field.description, choices.join(', ')].filter(Boolean).join('. '),
			defaultOf(field),
		];
	});
	return rowsToLines(['Field', 'Modes', 'Meaning', 'Default'], rows);
}

function meaningsTable(): string[] {
	const rows = Object.entries(MEANINGS).map(([meaning, [says, examples]]) => {
		const fields = Object.entries(examples).map(([name, value]) =>
			formatExample({ [name]: value as unknown }, meaning as Meaning),
		);
		return [says, asCode(fields)];
	});
	return rowsToLines(['What it says', 'Fields such as'], rows);
}

/** @throws Error when the node reads the example otherwise than the table would say */
function formatExample(example: object, meaning: Meaning): string {
	const body = { contacts: [], ...example };
	const [sign] = readSigns(200, body, new Headers(), { path: ['contacts'] });
	const text = JSON.stringify(example).slice(1, -1).replaceAll('":', '": ');
	if (sign?.meaning !== meaning) {
		throw new Error(`The node reads ${text} as ${sign?.meaning ?? 'nothing'}, not as ${meaning}.`);
	}
	return text;
}

function familiesTable(): string[] {
	const wordsOf = (text: string) => [...new Set(text.trim().split(/\s+/))];
	const rows = Object.entries(FAMILIES).map(([family, words]) => [
		REFERENTS[family as Family],
		// A word of two families belongs to the last one.
		asCode(wordsOf(words).filter((word) => familyOf(word) === family)),
	]);
	return rowsToLines(['What they refer to', 'Words'], rows);
}

function asCode(texts: string[]): string {
	return texts.map((text) => `\`${text}\``).join(', ');
}

function messageTables(groups: Group[]): string[] {
	return groups.flatMap(({ title, rows }) => [
		...(title ? ['', `#### ${title}`] : []),
		...rowsToLines(['Message', 'What to do'], rows),
	]);
}

function rowsToLines(head: string[], rows: string[][]): string[] {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return ['', line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/** @returns the values of the modes that the field is for; undefined if it is for all */
function modesOf({ displayOptions }: INodeProperties): unknown[] | undefined {
	return displayOptions?.show?.[modeField.name];
}

interface Choice {
	name: string;
	value: string;
	description: string;
}

function choicesOf({ type, options }: INodeProperties): Choice[] {
	return type === 'options' ? (options as Choice[]) : [];
}

function defaultOf(field: INodeProperties): string {
	const value = field.default as string | number | boolean;
	if (typeof value === 'boolean') return value ? 'On' : 'Off';
	const choice = choicesOf(field).find((candidate) => candidate.value === value);
	return choice?.name ?? (value === '' ? '' : `\`${value}\``);
}
