import { type Command, Option } from 'commander';
import { type FileFormat, fileFormats, formatOf } from '../contact-files/formats.ts';
import { readContacts } from '../contact-files/read-contacts.ts';
import { callerPath, setStoreAction } from './operator-command.ts';
import { parseWholeNumber } from './parse.ts';

export function addContactCommands(program: Command) {
	setStoreAction(
		program
			.command('fill')
			.description('add generated contacts to an organization, all or none')
			.argument('<count>', 'number of contacts', parseWholeNumber)
			.option('--org <orgId>', 'id of the organization', 'org_demo')
			.option('--seed <number>', 'the same seed generates the same contacts', parseWholeNumber, 1),
		async ({ operator }, count: number, { org: orgId, seed }: { org: string; seed: number }) => {
			const contacts = await operator.fillContacts({ orgId, count, seed });
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
				'JSON (an array), NDJSON (one object per line) or CSV (with a header line; commas, semicolons or tabs)',
			)
			.option('--org <orgId>', 'id of the organization', 'org_demo')
			.addOption(formatOption()),
		async ({ operator }, file: string, { org: orgId, format = formatOf(file) }: FileOptions) => {
			const contacts = readContacts(callerPath(file), format);
			const { added, total } = await operator.importContacts(orgId, contacts);
			return {
				json: { orgId, added, contacts: total },
				text: `Added ${added} contacts. The organization ${orgId} now has ${total}.`,
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
