import { SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { actOnStore } from './operator-command.ts';
import { parseWholeNumber } from './parse.ts';

export function addContactCommands(program: Command) {
	actOnStore(
		program
			.command('fill')
			.description('add made-up contacts to an organization, all or none')
			.argument('<count>', 'how many', parseWholeNumber)
			.option('--org <orgId>', 'the organization', 'org_demo')
			.option('--seed <number>', 'the same seed makes the same contacts', parseWholeNumber, 1),
		async ({ operator }, count: number, { org: orgId, seed }: { org: string; seed: number }) => {
			// Draws nothing when the error output is not a terminal.
			const bar = new SingleBar({
				format: '{bar} {percentage}%  {value} of {total} contacts',
				stream: process.stderr,
				clearOnComplete: true,
			});
			bar.start(count, 0);
			try {
				const contacts = await operator.fillContacts({
					orgId,
					count,
					seed,
					onProgress: (made) => bar.update(made),
				});
				return {
					json: { orgId, contacts },
					text: `Added ${count} contacts. The organization ${orgId} has ${contacts} now.`,
				};
			} finally {
				bar.stop();
			}
		},
	);
}
