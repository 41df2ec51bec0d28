import type { Command } from 'commander';
import { openStore, type Store } from '../storage/store.ts';
import { formatTable } from './table.ts';

/** Options of every command. */
export interface GlobalOptions {
	dataDir: string;
	json?: boolean;
}

/** What a command prints: a table or text for people, JSON for scripts. */
export interface Output {
	json: unknown;
	/** Below the table, if there is one. */
	text?: string;
	head?: string[];
	rows?: Array<Array<string | number>>;
}

/** Sets the action of a command: it receives the open store and the arguments, and its result is printed. */
export function setStoreAction<Arguments extends unknown[]>(
	command: Command,
	action: (store: Store, ...args: Arguments) => Output | Promise<Output>,
): Command {
	return command.action(async (...args) => {
		const { dataDir, json = false } = command.optsWithGlobals<GlobalOptions>();
		const store = await openStore({ dataDir });
		try {
			print(await action(store, ...(args as unknown as Arguments)), json);
		} finally {
			store.close();
		}
	});
}

function print({ json: value, text, head, rows }: Output, json: boolean) {
	if (json) {
		console.log(JSON.stringify(value));
	} else if (rows === undefined || head === undefined) {
		console.log(text);
	} else {
		console.log(formatTable(head, rows));
		if (text !== undefined) {
			console.log(text);
		}
	}
}
