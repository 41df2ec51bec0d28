/**
 * The tables of the documents that are derived from the code. `npm run docs` writes them;
 * documents.test.ts fails if one is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { Contacts } from '../../nodes/Contacts/Contacts.node';
import { type Meaning, NAMES } from '../../nodes/Contacts/pagination/signNames';
import { connectionTestMessages, credentialMessages, type Group, nodeMessages } from './messages';

const ROOT = join(__dirname, '../..');

interface Table {
	/** In the comment before the table. */
	name: string;
	file: string;
	lines: string[];
}

/** What the names of a row say. */
const MEANINGS: Record<Meaning, string> = {
	next: 'The next page: a link, a cursor, a number, or whether there is one',
	nextLink: 'The next page, as a link',
	cursor: 'The next page, as a cursor',
	nextPage: 'The number of the next page',
	nextOffset: 'The number of contacts before the next page',
	more: 'Whether there are more pages',
	lastPage: 'The number of the last page',
	last: 'Whether this is the last page',
	total: 'The number of all contacts',
	remaining: 'The number of contacts after this page',
	pages: 'The number of pages',
	page: 'The number of this page',
	offset: 'The number of contacts before this page',
	pageSize: 'The most contacts that a page has',
	count: 'The number of contacts on this page, or of all of them',
	failure: 'That the request failed although its status is 200',
	success: 'That it succeeded, or did not',
	nothing: 'Nothing about the next page',
};

const pagination = new Contacts().description.properties
	.flatMap(({ name, options = [] }) => (name === 'options' ? (options as INodeProperties[]) : []))
	.find(({ name }) => name === 'pagination')!.options![0] as { values: INodeProperties[] };
const [modeField, ...settings] = pagination.values as [INodeProperties, ...INodeProperties[]];
const modes = choicesOf(modeField);

export const tables: Table[] = [
	{ name: 'modes', file: 'docs/pagination.md', lines: modesTable() },
	{ name: 'pagination-fields', file: 'docs/pagination.md', lines: settingsTable() },
	{ name: 'names', file: 'docs/pagination.md', lines: namesTable() },
	{
		name: 'credential-messages',
		file: 'docs/troubleshooting.md',
		lines: messageTables(credentialMessages),
	},
	{
		name: 'test-messages',
		file: 'docs/troubleshooting.md',
		lines: messageTables(connectionTestMessages),
	},
	{ name: 'node-messages', file: 'docs/troubleshooting.md', lines: messageTables(nodeMessages) },
];

/** @returns the table as it should be in its document */
export function formatTable({ lines }: Table): string {
	const ignored = ['<!-- prettier-ignore-start -->', ...lines, '', '<!-- prettier-ignore-end -->'];
	return `${ignored.join('\n')}\n`;
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
	const rows = modes.map(({ name, value, description }) => [
		name,
		description,
		settings
			.filter((field) => modesOf(field)?.includes(value))
			.map(({ displayName }) => displayName)
			.join(', '),
	]);
	return rowsToLines(['Mode', 'How your service works', 'Fields'], rows);
}

function settingsTable(): string[] {
	const rows = settings.map((field) => [
		field.displayName,
		modesOf(field)
			?.map((mode) => modes.find(({ value }) => value === mode)!.name)
			.join(', ') ?? 'All',
		[
			field.description,
			...choicesOf(field).map(({ name, description }) => `${name}: ${description}`),
		]
			.filter(Boolean)
			.join('. '),
		defaultOf(field),
	]);
	return rowsToLines(['Field', 'Modes', 'Meaning', 'Default'], rows);
}

function namesTable(): string[] {
	const rows = Object.entries(MEANINGS).map(([meaning, says]) => [
		says,
		NAMES[meaning as Meaning]
			.trim()
			.split(/\s+/)
			.map((row) => `\`${row.replace(':', ' → ')}\``)
			.join(', '),
	]);
	return rowsToLines(['What it says', 'Names'], rows);
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
