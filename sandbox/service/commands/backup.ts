import type { Command } from 'commander';
import { backUp } from '../storage/backup.ts';
import { callerPath, setStoreAction } from './operator-command.ts';

export function addBackupCommand(program: Command) {
	setStoreAction(
		program
			.command('backup')
			.description('copy the database to a folder, also while the service runs')
			.argument('<folder>', 'without a database; start the copy with --data-dir <folder>'),
		({ database }, folder: string) => {
			const file = backUp(database, callerPath(folder));
			return { json: { file }, text: `The database was copied to ${file}.` };
		},
	);
}
