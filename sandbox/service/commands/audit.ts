import type { Command } from 'commander';
import { actOnStore } from './operator-command.ts';
import { formatTime } from './table.ts';

export function addAuditCommand(program: Command) {
	actOnStore(
		program
			.command('audit')
			.description('show who was given, used and lost what, oldest first')
			.argument('[id]', 'of a client, an organization or a resource server: only what concerns it'),
		({ operator }, id: string | undefined) => {
			const records = operator.listAudit(id);
			return {
				json: records,
				head: ['When', 'What', 'On whom', 'Detail'],
				rows: records.map(({ at, event, subject, detail }) => [
					formatTime(at),
					event,
					subject,
					detail,
				]),
				text: 'Times are in UTC.',
			};
		},
	);
}
