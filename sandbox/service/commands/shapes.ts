import type { Command } from 'commander';
import { UsageError } from '../errors.ts';
import { allShapes, shapesLike } from '../shapes/find-shape.ts';
import { commonOptions, print } from './operator-command.ts';

export function addShapesCommand(program: Command) {
	const command = program
		.command('shapes')
		.description('list the public APIs that the service can be like: settings like="GitHub"')
		.argument('[name]', 'only those with this in their names')
		.action((name: string | undefined) => {
			const shapes = name === undefined ? allShapes : shapesLike(name);
			if (shapes.length === 0) {
				throw new UsageError(`No API has ${name} in its name. Without a name, all are listed.`);
			}
			print(
				{
					json: shapes.map(({ name: api, source = null, documented }) => ({
						name: api,
						source,
						documented,
					})),
					head: ['API', 'Documentation'],
					rows: shapes.map(({ name: api, source = '' }) => [api, source]),
				},
				commonOptions(command).json,
			);
		});
}
