import { type Command, InvalidArgumentError } from 'commander';
import { once } from 'node:events';
import { stopSignal } from '../../stop-signal.ts';
import { UsageError } from '../errors.ts';
import { startService } from '../index.ts';
import { commonOptions, parseWholeNumber } from './store-command.ts';

export function addStartCommand(program: Command) {
	const command = program
		.command('start')
		.description('start the service, on this computer only; Ctrl-C stops it')
		// The same ports at every start, so that clients need not be changed.
		.option('--auth-port <port>', 'port of the authorization host', parsePort, 8443)
		.option('--api-port <port>', 'port of the API host', parsePort, 8444)
		.option(
			'--like <api>',
			'answer like a public API, such as "HubSpot CRM v3"; the command "shapes" lists them',
		)
		.action(async () => {
			const { authPort, apiPort, like } = command.opts<{
				authPort: number;
				apiPort: number;
				like?: string;
			}>();
			if (authPort === apiPort && apiPort !== 0) {
				throw new UsageError('The two hosts need a port each. Give two different ones.');
			}
			const { dataDir, json } = commonOptions(command);
			const stopped = once(stopSignal(), 'abort');
			const service = await startService({ dataDir, authPort, apiPort, settings: { like } });
			const { authUrl, baseUrl, caFile, settings } = service;
			const imitated = settings.like === null ? '' : ` Its lists are like ${settings.like}.`;
			console.log(
				json
					? JSON.stringify({ ready: true, authUrl, baseUrl, caFile, dataDir, like: settings.like })
					: `The Contacts service is ready: ${authUrl} (tokens), ${baseUrl} (API). Clients must trust ${caFile} (NODE_EXTRA_CA_CERTS, curl --cacert).${imitated} Ctrl-C stops it.`,
			);
			await stopped;
			await service.close();
		});
}

function parsePort(text: string): number {
	const port = parseWholeNumber(text);
	if (port > 65_535) {
		throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
	}
	return port;
}
