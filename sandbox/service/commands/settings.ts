import type { Command } from 'commander';
import { formatTable } from '../../system/format-table.ts';
import { UsageError } from '../errors.ts';
import { describeSettings } from '../settings.ts';
import { allShapes, shapesLike } from '../shapes/find-shape.ts';
import { commonOptions, print, setStoreAction } from './store-command.ts';

export function addSettingsCommands(program: Command) {
	setStoreAction(
		program
			.command('settings')
			.description('show or change settings, for example: settings pageStyle=offset')
			.argument('[changes...]', 'name=value')
			.option('--reset', 'reset all others to their defaults')
			.addHelpText('after', () => `\n${formatTable(describeSettings())}`),
		({ settings }, changes: string[], { reset = false }: { reset?: boolean }) => {
			const changed = Object.fromEntries(changes.map(parseChange));
			if (reset) {
				settings.reset(changed);
			} else if (changes.length > 0) {
				settings.change(changed);
			}
			return settings.current();
		},
	);

	const shapes = program
		.command('shapes')
		.description('list the public APIs that the service can be like: settings like="GitHub"')
		.argument('[name]', 'only those with this in their names')
		.action((text: string | undefined) => {
			const found = text === undefined ? allShapes : shapesLike(text);
			if (found.length === 0) {
				throw new UsageError(`No API has ${text} in its name. Without a name, all are listed.`);
			}
			print(
				found.map(({ name, source = null, documented }) => ({ name, source, documented })),
				commonOptions(shapes).json,
			);
		});
}

function parseChange(text: string): [string, unknown] {
	const at = text.indexOf('=');
	if (at < 1) throw new UsageError(`${text} is not a change. Give it as name=value.`);
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
