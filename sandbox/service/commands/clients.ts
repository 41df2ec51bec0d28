import { Argument, type Command, Option } from 'commander';
import { UsageError } from '../errors.ts';
import {
	type ClientStatus,
	clientStatuses,
	type OrganizationPermission,
	organizationPermissions,
} from '../storage/operator.ts';
import { setStoreAction } from './store-command.ts';

export function addClientCommands(program: Command) {
	setStoreAction(
		program
			.command('provision')
			.description(
				'create a client and print its credentials; the refresh token is shown only once',
			)
			.option('--org <orgId>', 'organization of the client, created if it does not exist')
			.option('--scope <scopes...>', 'scopes of the client, separated by spaces or commas', [
				'contacts.read',
			])
			.addOption(
				new Option(
					'--client <clientId>',
					'issue another refresh token for this client instead',
				).conflicts(['org', 'scope']),
			),
		({ operator }, { org: orgId, scope, client }: ProvisionOptions) =>
			client === undefined
				? operator.provisionClient({ orgId, scopes: splitScopes(scope) })
				: operator.issueRefreshToken(client),
	);

	setStoreAction(
		program.command('clients').description('list the clients and their refresh tokens'),
		({ operator }) =>
			operator.listClients().flatMap(({ clientId, orgId, scopes, status, refreshTokens }) =>
				refreshTokens.map(({ id, createdAt, revokedAt }) => ({
					clientId,
					orgId,
					scopes,
					status,
					refreshToken: id,
					createdAt,
					revokedAt,
				})),
			),
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
			.command('scopes')
			.description(
				'set the scopes of new access tokens; issued ones keep theirs, except in /introspect',
			)
			.argument('<clientId>')
			.argument('<scopes...>', 'separated by spaces or commas'),
		({ operator }, clientId: string, words: string[]) => ({
			clientId,
			scopes: operator.setClientScopes(clientId, splitScopes(words)),
		}),
	);

	setStoreAction(
		program
			.command('revoke')
			.description(
				'revoke refresh tokens; their access tokens become invalid at once, the status of the client stays',
			)
			.option('--client <clientId>', 'all refresh tokens of this client')
			.addOption(
				new Option('--refresh-token <id>', 'the refresh token with this id').conflicts('client'),
			),
		({ operator }, { client, refreshToken }: { client?: string; refreshToken?: string }) => {
			if (refreshToken !== undefined) {
				return { revoked: operator.revokeRefreshToken({ refreshTokenId: refreshToken }) };
			}
			if (client === undefined) {
				throw new UsageError('Nothing to revoke. Give --client or --refresh-token.');
			}
			return { revoked: operator.revokeRefreshToken({ clientId: client }) };
		},
	);

	setStoreAction(
		program.command('organizations').description('list the organizations'),
		({ operator }) => operator.listOrganizations(),
	);

	setStoreAction(
		program
			.command('permission')
			.description(
				"set an organization's permission; if denied, API calls of its clients fail with 403",
			)
			.argument('<orgId>')
			.addArgument(new Argument('<permission>').choices(organizationPermissions)),
		({ operator }, orgId: string, permission: OrganizationPermission) => {
			operator.setOrganizationPermission(orgId, permission);
			return { orgId, permission };
		},
	);

	const resourceServers = program
		.command('resource-servers')
		.description('add and remove resource servers, which may call /introspect');

	setStoreAction(
		resourceServers
			.command('add')
			.description('create a resource server and print its secret, which is shown only once'),
		({ operator }) => operator.provisionResourceServer(),
	);

	setStoreAction(
		resourceServers
			.command('remove')
			.description('remove a resource server; it can no longer call /introspect')
			.argument('<id>'),
		({ operator }, id: string) => {
			operator.removeResourceServer(id);
			return { removed: id };
		},
	);
}

interface ProvisionOptions {
	org?: string;
	scope: string[];
	client?: string;
}

function splitScopes(words: string[]): string[] {
	return words.flatMap((word) => word.split(','));
}
