import { type Command, InvalidArgumentError } from 'commander';
import { resolve } from 'node:path';
import { asText, formatTable } from '../../system/format-table.ts';
import { openStore, type Store } from '../storage/store.ts';

/** @returns the options of every command; the folder as an absolute path */
export function commonOptions(command: Command): { dataDir: string; json: boolean } {
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
	action: (store: Store, ...args: Arguments) => object | Promise<object>,
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

/** Prints a result as JSON or for people: records as a table, the fields of an object as lines. */
export function print(result: object, json: boolean) {
	if (json) {
		console.log(JSON.stringify(result));
	} else if (Array.isArray(result)) {
		console.log(result.length === 0 ? 'none' : formatTable(result as object[]));
	} else {
		const lines = Object.entries(result).map(
			([name, value]) => `${name}: ${value === null ? 'null' : asText(value)}`,
		);
		console.log(lines.join('\n'));
	}
}

/** Reads the value of an option. Commander prints the error with the option's name. */
export function parseWholeNumber(text: string): number {
	if (!/^[0-9]+$/.test(text)) throw new InvalidArgumentError('Give a whole number, in digits.');
	return Number(text);
}
