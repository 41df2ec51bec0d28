import { Argument, type Command, Option } from 'commander';
import { UsageError } from '../errors.ts';
import { type ClientStatus, clientStatuses, type ProvisionedClient } from '../storage/operator.ts';
import { type Output, setStoreAction } from './operator-command.ts';
import { formatTime } from './table.ts';

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
		({ operator }, options: { org?: string; scope: string[]; client?: string }) =>
			showCredentials(
				options.client === undefined
					? operator.provisionClient({
							scopes: splitScopes(options.scope),
							...(options.org === undefined ? {} : { orgId: options.org }),
						})
					: operator.issueRefreshToken(options.client),
			),
	);

	setStoreAction(
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

	setStoreAction(
		program
			.command('status')
			.description("set a client's status; unless it is active, its API calls fail with 403")
			.argument('<clientId>')
			.addArgument(new Argument('<status>').choices(clientStatuses)),
		({ operator }, clientId: string, status: ClientStatus) => {
			operator.setClientStatus(clientId, status);
			return { json: { clientId, status }, text: `The client ${clientId} is ${status}.` };
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
		({ operator }, clientId: string, words: string[]) => {
			const scopes = operator.setClientScopes(clientId, splitScopes(words));
			return {
				json: { clientId, scopes },
				text: `New access tokens of ${clientId} have the scopes ${scopes.join(' ')}. Issued tokens keep theirs; /introspect returns the new ones.`,
			};
		},
	);

	setStoreAction(
		program
			.command('revoke')
			.description('revoke refresh tokens; their access tokens become invalid at once')
			.option('--client <clientId>', 'all refresh tokens of this client')
			.addOption(
				new Option('--refresh-token <id>', 'the refresh token with this id').conflicts('client'),
			),
		({ operator }, { client, refreshToken }: RevokeOptions) => {
			if (refreshToken !== undefined) {
				const revoked = operator.revokeRefreshToken({ refreshTokenId: refreshToken });
				return { json: { revoked }, text: `Revoked ${revoked} refresh token(s).` };
			}
			if (client === undefined) {
				throw new UsageError('Nothing to revoke. Give --client or --refresh-token.');
			}
			const revoked = operator.revokeRefreshToken({ clientId: client });
			const { status } = operator.listClients().find(({ clientId }) => clientId === client)!;
			const next =
				status === 'active'
					? `The status of ${client} is still active: a new refresh token would let it in again. To prevent that: status ${client} revoked`
					: `The status of ${client} is ${status}.`;
			return {
				json: { revoked, status },
				text: `Revoked ${revoked} refresh token(s); API calls with their access tokens get 401.\n${next}`,
			};
		},
	);
}

interface RevokeOptions {
	client?: string;
	refreshToken?: string;
}

function splitScopes(words: string[]): string[] {
	return words.flatMap((word) => word.split(','));
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
