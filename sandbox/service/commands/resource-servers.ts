import type { Command } from 'commander';
import { actOnStore } from './operator-command.ts';
import { formatTime } from './table.ts';

export function addResourceServerCommands(program: Command) {
	const resourceServers = program
		.command('resource-servers')
		.description('list, add and remove what may ask /introspect');

	actOnStore(
		resourceServers.command('list', { isDefault: true }).description('list them'),
		({ operator }) => {
			const servers = operator.listResourceServers();
			return {
				json: servers,
				head: ['Id', 'Created'],
				rows: servers.map(({ id, createdAt }) => [id, formatTime(createdAt)]),
				text: 'Times are in UTC.',
			};
		},
	);

	actOnStore(
		resourceServers.command('add').description('create one, and print its secret this once'),
		({ operator }) => {
			const server = operator.provisionResourceServer();
			return {
				json: server,
				head: ['Id', 'Secret'],
				rows: [[server.id, server.secret]],
				text: 'For HTTP Basic at /introspect. The secret is not shown again.',
			};
		},
	);

	actOnStore(
		resourceServers
			.command('remove')
			.description('remove one; it can no longer ask /introspect')
			.argument('<id>'),
		({ operator }, id: string) => {
			operator.removeResourceServer(id);
			return { json: { removed: id }, text: `Removed the resource server ${id}.` };
		},
	);
}
