import type { Command } from 'commander';
import { setStoreAction } from './operator-command.ts';
import { formatTime } from './table.ts';

export function addAuditCommand(program: Command) {
	setStoreAction(
		program
			.command('audit')
			.description('show the audit trail, oldest first')
			.argument('[id]', 'only the records of this client, organization or resource server'),
		({ operator }, id: string | undefined) => {
			const records = operator.listAudit(id);
			return {
				json: records,
				head: ['Time', 'Event', 'Subject', 'Detail'],
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
