import { Argument, type Command } from 'commander';
import { type ClientStatus, clientStatuses } from '../storage/operator.ts';
import { setStoreAction } from './store-command.ts';

export function addOperatorCommands(program: Command) {
	setStoreAction(
		program
			.command('provision')
			.description('create a client and print its credentials, which are shown only once')
			.option('--org <orgId>', 'organization of the client, created if it does not exist')
			.option('--scope <scopes...>', 'scopes of the client, separated by spaces or commas', [
				'contacts.read',
			]),
		({ operator }, { org: orgId, scope: scopes }: { org?: string; scope: string[] }) =>
			operator.provisionClient({ orgId, scopes: scopes.flatMap((text) => text.split(/[\s,]+/)) }),
	);

	setStoreAction(
		program
			.command('revoke')
			.description("revoke a client's refresh tokens; their access tokens become invalid at once")
			.argument('<clientId>'),
		({ operator }, clientId: string) => {
			operator.revokeRefreshToken({ clientId });
			return { revoked: clientId };
		},
	);

	setStoreAction(
		program
			.command('status')
			.description("set a client's status; unless it is active, its API calls fail with 403")
			.argument('<clientId>')
			.addArgument(new Argument('<status>').choices(clientStatuses)),
		({ operator }, clientId: string, status: ClientStatus) => {
			operator.setClientStatus(clientId, status);
			return { clientId, status };
		},
	);

	setStoreAction(
		program
			.command('fill')
			.description('add made-up contacts to an organization, all or none')
			.argument('<count>', 'number of contacts', Number)
			.option('--org <orgId>', 'id of the organization', 'org_demo')
			.option('--seed <number>', 'the same seed makes the same contacts', Number, 1),
		async ({ operator }, count: number, { org: orgId, seed }: { org: string; seed: number }) => {
			const contacts = await operator.fillContacts({ orgId, count, seed });
			return { orgId, added: count, contacts };
		},
	);
}
