import type { Command } from 'commander';
import { setStoreAction } from './operator-command.ts';

export function addResourceServerCommands(program: Command) {
	const resourceServers = program
		.command('resource-servers')
		.description('add and remove resource servers, which may call /introspect');

	setStoreAction(
		resourceServers
			.command('add')
			.description('create a resource server and print its secret, which is shown only once'),
		({ operator }) => {
			const server = operator.provisionResourceServer();
			return {
				json: server,
				head: ['Id', 'Secret'],
				rows: [[server.id, server.secret]],
				text: 'For HTTP Basic authentication at /introspect. The secret is not shown again.',
			};
		},
	);

	setStoreAction(
		resourceServers
			.command('remove')
			.description('remove a resource server; it can no longer call /introspect')
			.argument('<id>'),
		({ operator }, id: string) => {
			operator.removeResourceServer(id);
			return { json: { removed: id }, text: `Removed the resource server ${id}.` };
		},
	);
}
