import type { Command } from 'commander';
import { once } from 'node:events';
import { stopSignal } from '../../stop-signal.ts';
import { portsLike } from '../../system/ports.ts';
import { HOST_PORTS, startService } from '../index.ts';
import { commonOptions } from './store-command.ts';

export function addStartCommand(program: Command) {
	const command = program
		.command('start')
		.description('start the service, on this computer only; Ctrl-C stops it')
		.option(
			'--like <api>',
			'answer like a public API, such as "HubSpot CRM v3"; the command "shapes" lists them',
		)
		.action(async ({ like }: { like?: string }) => {
			const { dataDir, json } = commonOptions(command);
			const stopped = once(stopSignal(), 'abort');
			const [authPort, apiPort] = await portsLike(HOST_PORTS);
			const changes = like === undefined ? {} : { like };
			const service = await startService({ dataDir, authPort, apiPort, settings: changes });
			const { authUrl, baseUrl, caFile, settings } = service;
			console.log(
				json
					? JSON.stringify({ ready: true, authUrl, baseUrl, caFile, dataDir, like: settings.like })
					: `The Contacts service is ready: ${authUrl} (tokens), ${baseUrl} (API). Clients must trust ${caFile} (NODE_EXTRA_CA_CERTS, curl --cacert). Its lists are like ${settings.like}. Ctrl-C stops it.`,
			);
			await stopped;
			await service.close();
		});
}
