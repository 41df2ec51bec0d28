import { Argument, Option } from 'commander';
import type { Command } from 'commander';
import { UsageError } from '../errors.ts';
import { clientStatuses } from '../storage/operator.ts';
import type { ClientStatus, ProvisionedClient } from '../storage/operator.ts';
import { actOnStore } from './operator-command.ts';
import type { Output } from './operator-command.ts';
import { formatTime } from './table.ts';

export function addClientCommands(program: Command) {
	actOnStore(
		program
			.command('provision')
			.description('create a client and print its credentials, the refresh token this once')
			.option('--org <orgId>', 'its organization, created when it is new', undefined)
			.option('--scope <scopes...>', 'its scopes, as words or with commas', ['contacts.read'])
			.addOption(
				new Option(
					'--client <clientId>',
					'give this client one more refresh token instead',
				).conflicts(['org', 'scope']),
			),
		({ operator }, options: { org?: string; scope: string[]; client?: string }) =>
			showCredentials(
				options.client === undefined
					? operator.provisionClient({
							scopes: options.scope.flatMap((scopes) => scopes.split(',')),
							...(options.org === undefined ? {} : { orgId: options.org }),
						})
					: operator.issueRefreshToken(options.client),
			),
	);

	actOnStore(
		program.command('clients').description('list the clients and their refresh tokens'),
		({ operator }) => {
			const clients = operator.listClients();
			return {
				json: clients,
				head: ['Client', 'Scopes', 'Refresh token', 'Created', 'Revoked'],
				rows: clients.flatMap(({ clientId, orgId, scopes, status, refreshTokens }) =>
					refreshTokens.map((token, index) => [
						...(index === 0 ? [`${clientId}\n${orgId}\n${status}`, scopes.join('\n')] : ['', '']),
						token.id,
						formatTime(token.createdAt),
						formatTime(token.revokedAt),
					]),
				),
				text: 'Times are in UTC.',
			};
		},
	);

	actOnStore(
		program
			.command('status')
			.description("set a client's status; with any other than active its API calls fail with 403")
			.argument('<clientId>')
			.addArgument(new Argument('<status>').choices(clientStatuses)),
		({ operator }, clientId: string, status: ClientStatus) => {
			operator.setClientStatus(clientId, status);
			return { json: { clientId, status }, text: `The client ${clientId} is ${status}.` };
		},
	);

	actOnStore(
		program
			.command('revoke')
			.description('revoke refresh tokens; their access tokens are invalid at once')
			.option('--client <clientId>', 'all refresh tokens of this client')
			.addOption(
				new Option('--refresh-token <id>', 'this one, by its id in the list').conflicts('client'),
			),
		({ operator }, { client, refreshToken }: { client?: string; refreshToken?: string }) => {
			if (client === undefined && refreshToken === undefined) {
				throw new UsageError('Nothing to revoke. Give --client or --refresh-token.');
			}
			const revoked = operator.revokeRefreshToken(
				client === undefined ? { refreshTokenId: refreshToken! } : { clientId: client },
			);
			return { json: { revoked }, text: `Revoked ${revoked} refresh token(s).` };
		},
	);

	actOnStore(
		program
			.command('resource-server')
			.description('create what may ask /introspect, and print its secret this once'),
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
}

function showCredentials(client: ProvisionedClient): Output {
	return {
		json: client,
		head: ['Field', 'Value'],
		rows: [
			['clientId', client.clientId],
			['refreshToken', client.refreshToken],
			['orgId', client.orgId],
			['scopes', client.scopes.join(' ')],
		],
		text: 'The refresh token is a secret and is not shown again.',
	};
}
