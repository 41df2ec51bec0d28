/**
 * The tables of the documents that are derived from the code. `npm run docs` writes them;
 * documents.test.ts fails if one is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { END_REASONS, PAGE_REASONS } from '../../nodes/Contacts/list/kernel';
import { paginationFields } from '../../nodes/Contacts/list/pagination';
import { connectionTestMessages, credentialMessages, nodeMessages } from './messages';

const DOCS = join(__dirname, '../../docs');

interface Table {
	/** In the comment before the table. */
	name: string;
	file: string;
	head: string[];
	/** As they should be; one with a single cell is the title of a table of its own. */
	rows: () => string[][];
}

const [modeField, ...settings] = paginationFields as [INodeProperties, ...INodeProperties[]];
const modes = choicesOf(modeField);

const modeRows = () => modes.map(({ name, description }) => [name, description!]);
const settingRows = () => settings.map(settingRow);
const FIELD_HEAD = 'Field | Modes | Meaning | Default';

const table = (name: string, file: string, head: string, rows: Table['rows']): Table => ({
	...{ name, file: `${file}.md`, head: head.split(' | '), rows },
});
const reasonTable = (name: string, head: string, reasons: Record<string, string>) =>
	table(name, 'pagination', head, () =>
		Object.entries(reasons).map(([reason, text]) => [`\`${reason}\``, `${text}.`]),
	);
const messageTable = (name: string, rows: Table['rows']) =>
	table(name, 'troubleshooting', 'Message | What to do', rows);

export const tables: Table[] = [
	table('modes', 'pagination', 'Mode | How your service works', modeRows),
	reasonTable('page-reasons', 'Page | Why it is believed to be the next one', PAGE_REASONS),
	reasonTable('end-reasons', 'End | Why the list is believed to be complete', END_REASONS),
	table('pagination-fields', 'pagination-reference', FIELD_HEAD, settingRows),
	messageTable('credential-messages', credentialMessages),
	messageTable('test-messages', connectionTestMessages),
	messageTable('node-messages', nodeMessages),
];

/** @returns the table as it should be in its document */
export function formatTable({ head, rows }: Table): string {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	const start = ['', line(head), line(head.map(() => '---'))];
	const lines = rows().flatMap((row, n) => {
		if (row.length === 1) return ['', `#### ${row[0]}`, ...start];
		return n === 0 ? [...start, line(row)] : line(row);
	});
	const text = ['', ...lines, '', ''].join('\n');
	return `<!-- prettier-ignore-start -->${text}<!-- prettier-ignore-end -->\n`;
}

/** @returns the table as it is in its document; undefined if the document has no place for it */
export function writtenTable({ name, file }: Table): string | undefined {
	return placeOf(name).exec(readFileSync(join(DOCS, file), 'utf8'))?.[0];
}

/** Replaces the table in its document. */
export function writeTable(table: Table): void {
	const file = join(DOCS, table.file);
	const text = readFileSync(file, 'utf8').replace(placeOf(table.name), () => formatTable(table));
	writeFileSync(file, text);
}

function placeOf(name: string): RegExp {
	return new RegExp(`(?<=<!-- table: ${name} -->\n)[^]*?(?=<!-- table end -->)`);
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

function choicesOf({ type, options }: INodeProperties) {
	return type === 'options' ? (options as INodePropertyOptions[]) : [];
}
