import type { Command } from 'commander';
import { backUp } from '../storage/backup.ts';
import { readContacts } from '../storage/read-contacts.ts';
import { callerPath, parseWholeNumber, setStoreAction } from './store-command.ts';

export function addDataCommands(program: Command) {
	setStoreAction(
		program
			.command('fill')
			.description('add generated contacts to an organization, all or none')
			.argument('<count>', 'number of contacts', parseWholeNumber)
			.option('--org <orgId>', 'id of the organization', 'org_demo')
			.option('--seed <number>', 'the same seed generates the same contacts', parseWholeNumber, 1),
		async ({ operator }, count: number, { org: orgId, seed }: { org: string; seed: number }) => {
			const contacts = await operator.fillContacts({ orgId, count, seed });
			return { orgId, added: count, contacts };
		},
	);

	setStoreAction(
		program
			.command('import')
			.description('import contacts from a file into an organization, all or none')
			.argument('<file>', '.csv with a header line, or else NDJSON, with one object per line')
			.option('--org <orgId>', 'id of the organization', 'org_demo'),
		async ({ operator }, file: string, { org: orgId }: { org: string }) => ({
			orgId,
			...(await operator.importContacts(orgId, readContacts(callerPath(file)))),
		}),
	);

	setStoreAction(
		program
			.command('backup')
			.description('copy the database to a folder, also while the service runs')
			.argument('<folder>', 'without a database; start the copy with --data-dir <folder>'),
		({ database }, folder: string) => ({ file: backUp(database, callerPath(folder)) }),
	);
}
