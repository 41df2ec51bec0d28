import type { Command } from 'commander';
import { formatTable } from '../../system/format-table.ts';
import { UsageError } from '../errors.ts';
import { settingsSchema } from '../settings.ts';
import { allShapes, shapesLike } from '../shapes/find-shape.ts';
import { commonOptions, setStoreAction } from './store-command.ts';

export function addSettingsCommands(program: Command) {
	setStoreAction(
		program
			.command('settings')
			.description('show or change settings, for example: settings like="GitHub" maxPageSize=20')
			.argument('[changes...]', 'name=value')
			.addHelpText('after', () => `\n${formatTable(describeSettings())}`),
		({ settings }, changes: string[]) =>
			settings.change(Object.fromEntries(changes.map(parseChange))),
	);

	const shapes = program
		.command('shapes')
		.description('list what the service can be like, public APIs first of all')
		.argument('[name]', 'show those with this in their names, with what is documented')
		.action((text: string | undefined) => {
			const found = text === undefined ? allShapes : shapesLike(text);
			if (found.length === 0) {
				throw new UsageError(`No API has ${text} in its name. Without a name, all are listed.`);
			}
			const rows = found.map(({ name, source = null, documented }) => ({
				name,
				source,
				documented,
			}));
			if (commonOptions(shapes).json) console.log(JSON.stringify(rows));
			else if (text !== undefined) console.log(formatTable(rows));
			else console.log(rows.map(({ name }) => name).join('\n'));
		});
}

function describeSettings() {
	return Object.entries(settingsSchema.shape).map(([name, { description }]) => ({
		name,
		description,
	}));
}

function parseChange(text: string): [name: string, value: unknown] {
	const [, name, value] = /^(\w+)=(.*)$/s.exec(text) ?? [];
	if (name === undefined || value === undefined) {
		throw new UsageError(`${text} is not a change. Give it as name=value.`);
	}
	return [name, /^(\d+|null)$/.test(value) ? JSON.parse(value) : value];
}
