import type { Command } from 'commander';
import { UsageError } from '../errors.ts';
import { describeSettings } from '../settings.ts';
import { setStoreAction } from './operator-command.ts';

export function addSettingsCommand(program: Command) {
	setStoreAction(
		program
			.command('settings')
			.description('show or change settings, for example: settings pageStyle=offset')
			.argument('[changes...]', 'name=value')
			.option('--reset', 'reset all others to their defaults'),
		(store, changes: string[], { reset = false }: { reset?: boolean }) => {
			const changed = Object.fromEntries(changes.map(parseChange));
			if (reset) {
				store.settings.reset(changed);
			} else if (changes.length > 0) {
				store.settings.change(changed);
			}
			const settings = store.settings.current();
			const rows = describeSettings().map(({ name, values, description }) => [
				name,
				String(settings[name]),
				values,
				description,
			]);
			return { json: settings, head: ['Setting', 'Value', 'Possible', 'Meaning'], rows };
		},
	);
}

function parseChange(text: string): [string, unknown] {
	const at = text.indexOf('=');
	if (at < 1) {
		throw new UsageError(`${text} is not a change. Give it as name=value.`);
	}
	const name = text.slice(0, at);
	const value = text.slice(at + 1);
	// Settings of type string may have values such as 123 or true.
	const setting = describeSettings().find((described) => described.name === name);
	return [name, setting?.values === 'string' ? value : parseValue(value)];
}

/** Reads numbers, true, false and null as JSON; anything else is a string. */
function parseValue(text: string): unknown {
	const isJson = /^(-?[0-9]+(\.[0-9]+)?|true|false|null)$/.test(text);
	return isJson ? (JSON.parse(text) as unknown) : text;
}
