import type { Command } from 'commander';
import { openStore, type Store } from '../storage/store.ts';
import { formatTable } from './table.ts';

/** The options that every command has. */
export interface GlobalOptions {
	dataDir: string;
	json?: boolean;
}

/** What a command prints: rows of a table for people, and any value as JSON for scripts. */
export interface Output {
	json: unknown;
	/** Without rows: a sentence. */
	text?: string;
	head?: string[];
	rows?: Array<Array<string | number>>;
}

/** Adds the action to a command: it gets the opened store, and what it returns is printed. */
export function actOnStore<Arguments extends unknown[]>(
	command: Command,
	act: (store: Store, ...args: Arguments) => Output | Promise<Output>,
): Command {
	return command.action(async (...args) => {
		const { dataDir, json = false } = command.optsWithGlobals<GlobalOptions>();
		const store = await openStore({ dataDir });
		try {
			print(await act(store, ...(args as unknown as Arguments)), json);
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
