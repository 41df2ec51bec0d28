import type { Command } from 'commander';
import { resolve } from 'node:path';
import { asText } from '../../system/format-table.ts';
import { openStore, type Store } from '../storage/store.ts';

/** @returns the options of every command; the folder as an absolute path */
export function commonOptions(command: Command): { dataDir: string; json: boolean } {
	const { dataDir, json = false } = command.optsWithGlobals<{ dataDir: string; json?: boolean }>();
	// npm runs scripts in another folder than that of the caller.
	return { dataDir: resolve(process.env['INIT_CWD'] ?? '', dataDir), json };
}

/** Sets the action of a command: it receives the open store and the arguments, and its result is printed. */
export function setStoreAction<Arguments extends unknown[]>(
	command: Command,
	action: (store: Store, ...args: Arguments) => object | Promise<object>,
): Command {
	return command.action(async (...args) => {
		const { dataDir, json } = commonOptions(command);
		const store = openStore({ dataDir, mustExist: true });
		try {
			const result = await action(store, ...(args as unknown as Arguments));
			console.log(json ? JSON.stringify(result) : formatFields(result));
		} finally {
			store.close();
		}
	});
}

function formatFields(result: object): string {
	return Object.entries(result)
		.map(([name, value]) => `${name}: ${value === null ? 'null' : asText(value)}`)
		.join('\n');
}
