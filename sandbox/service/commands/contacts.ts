import { type Command, Option } from 'commander';
import { statSync } from 'node:fs';
import { type FileFormat, fileFormats, formatOf } from '../contact-files/formats.ts';
import { readContacts } from '../contact-files/read-contacts.ts';
import { writeContacts } from '../contact-files/write-contacts.ts';
import { setStoreAction } from './operator-command.ts';
import { parseWholeNumber } from './parse.ts';
import { withProgressBar } from './progress-bar.ts';

export function addContactCommands(program: Command) {
	setStoreAction(
		program
			.command('fill')
			.description('add generated contacts to an organization, all or none')
			.argument('<count>', 'number of contacts', parseWholeNumber)
			.option('--org <orgId>', 'id of the organization', 'org_demo')
			.option('--seed <number>', 'the same seed generates the same contacts', parseWholeNumber, 1),
		async ({ operator }, count: number, { org: orgId, seed }: { org: string; seed: number }) => {
			const contacts = await withProgressBar(count, 'contacts', (onProgress) =>
				operator.fillContacts({ orgId, count, seed, onProgress }),
			);
			return {
				json: { orgId, contacts },
				text: `Added ${count} contacts. The organization ${orgId} now has ${contacts}.`,
			};
		},
	);

	setStoreAction(
		program
			.command('import')
			.description('import contacts from a file into an organization, all or none')
			.argument(
				'<file>',
				'JSON (an array), NDJSON (one object per line) or CSV (with a header line)',
			)
			.option('--org <orgId>', 'id of the organization', 'org_demo')
			.addOption(formatOption()),
		async ({ operator }, file: string, { org: orgId, format = formatOf(file) }: FileOptions) => {
			const { added, total } = await withProgressBar(sizeOf(file), 'bytes', (onProgress) => {
				let read = 0;
				const contacts = readContacts(file, format, (count) => onProgress((read += count)));
				return operator.importContacts(orgId, contacts);
			});
			return {
				json: { orgId, added, contacts: total },
				text: `Added ${added} contacts. The organization ${orgId} now has ${total}.`,
			};
		},
	);

	setStoreAction(
		program
			.command('export')
			.description("write an organization's contacts to a file")
			.argument('<file>', 'overwritten; in CSV, values other than strings are written as JSON')
			.option('--org <orgId>', 'id of the organization', 'org_demo')
			.addOption(formatOption()),
		async ({ operator }, file: string, { org: orgId, format = formatOf(file) }: FileOptions) => {
			const [{ contacts } = { contacts: 0 }] = operator
				.listOrganizations()
				.filter((organization) => organization.orgId === orgId);
			await withProgressBar(contacts, 'contacts', (onProgress) =>
				writeContacts(file, format, () => reportEach(operator.exportContacts(orgId), onProgress)),
			);
			return {
				json: { orgId, contacts, file },
				text: `Wrote ${contacts} contacts of ${orgId} to ${file}.`,
			};
		},
	);
}

interface FileOptions {
	org: string;
	format?: FileFormat;
}

function formatOption() {
	return new Option('--format <format>', 'by default, the extension of the file decides').choices(
		fileFormats,
	);
}

function sizeOf(file: string): number {
	return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function* reportEach<Value>(values: Iterable<Value>, onProgress: (done: number) => void) {
	let done = 0;
	for (const value of values) {
		yield value;
		onProgress((done += 1));
	}
}
