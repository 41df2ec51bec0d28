import type { Command } from 'commander';
import { resolve } from 'node:path';
import { openStore, type Store } from '../storage/store.ts';
import { formatTable } from './table.ts';

/** Options of every command. */
interface CommonOptions {
	/** Absolute path. */
	dataDir: string;
	json: boolean;
}

/** What a command prints: a table or text for people, JSON for scripts. */
export interface Output {
	json: unknown;
	/** Below the table, if there is one. */
	text?: string;
	head?: string[];
	rows?: Array<Array<string | number>>;
}

export function commonOptions(command: Command): CommonOptions {
	const { dataDir, json = false } = command.optsWithGlobals<{ dataDir: string; json?: boolean }>();
	return { dataDir: callerPath(dataDir), json };
}

/** @returns the absolute path of a file that the caller has named: npm runs scripts in another folder */
export function callerPath(path: string): string {
	return resolve(process.env['INIT_CWD'] ?? '', path);
}

/** Sets the action of a command: it receives the open store and the arguments, and its result is printed. */
export function setStoreAction<Arguments extends unknown[]>(
	command: Command,
	action: (store: Store, ...args: Arguments) => Output | Promise<Output>,
): Command {
	return command.action(async (...args) => {
		const { dataDir, json } = commonOptions(command);
		const store = await openStore({ dataDir, mustExist: true });
		try {
			print(await action(store, ...(args as unknown as Arguments)), json);
		} finally {
			store.close();
		}
	});
}

export function print({ json: value, text, head, rows }: Output, json: boolean) {
	if (json) {
		console.log(JSON.stringify(value));
		return;
	}
	if (head !== undefined && rows !== undefined) {
		console.log(formatTable(head, rows));
	}
	if (text !== undefined) {
		console.log(text);
	}
}
