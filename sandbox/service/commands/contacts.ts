import type { Command } from 'commander';
import { actOnStore } from './operator-command.ts';
import { parseWholeNumber } from './parse.ts';
import { withProgressBar } from './progress-bar.ts';

export function addContactCommands(program: Command) {
	actOnStore(
		program
			.command('fill')
			.description('add made-up contacts to an organization, all or none')
			.argument('<count>', 'how many', parseWholeNumber)
			.option('--org <orgId>', 'the organization', 'org_demo')
			.option('--seed <number>', 'the same seed makes the same contacts', parseWholeNumber, 1),
		async ({ operator }, count: number, { org: orgId, seed }: { org: string; seed: number }) => {
			const contacts = await withProgressBar(count, 'contacts', (onProgress) =>
				operator.fillContacts({ orgId, count, seed, onProgress }),
			);
			return {
				json: { orgId, contacts },
				text: `Added ${count} contacts. The organization ${orgId} has ${contacts} now.`,
			};
		},
	);
}
