import type { Command } from 'commander';
import { UsageError } from '../errors.ts';
import { startService } from '../index.ts';
import { print } from './operator-command.ts';
import type { GlobalOptions } from './operator-command.ts';
import { parsePort } from './parse.ts';

/** Beside 443, and the same at every start, so that settings elsewhere stay valid. */
export const DEFAULT_PORTS = { auth: 8443, api: 8444 };

export function addStartCommand(program: Command) {
	const command = program
		.command('start')
		.description('start the service; Ctrl-C stops it')
		.option('--auth-port <port>', 'of the authorization host', parsePort, DEFAULT_PORTS.auth)
		.option('--api-port <port>', 'of the API host', parsePort, DEFAULT_PORTS.api)
		.option('--log', 'print a line of JSON for each request to the error output')
		.action(async () => {
			const options = command.optsWithGlobals<
				GlobalOptions & { authPort: number; apiPort: number; log?: boolean }
			>();
			if (options.authPort === options.apiPort && options.apiPort !== 0) {
				throw new UsageError('The two hosts need a port each. Give two different ones.');
			}
			const stopped = stopSignal();
			const service = await startService({
				...options,
				logger: options.log === true && { stream: process.stderr },
			});
			const { authUrl, baseUrl, caFile } = service;
			print(
				{
					json: { authUrl, baseUrl, caFile, dataDir: options.dataDir },
					head: ['What', 'Where'],
					rows: [
						['Authorization host', authUrl],
						['API host', baseUrl],
						['OpenAPI description', `${baseUrl}/openapi.json`],
						['Certificate authority', caFile],
						['Data', options.dataDir],
					],
					text: `Clients must trust the certificate authority: NODE_EXTRA_CA_CERTS="${caFile}", curl --cacert.\nCtrl-C stops the service.`,
				},
				options.json ?? false,
			);
			await stopped;
			await service.close();
		});
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process as usual. */
function stopSignal(): Promise<void> {
	return new Promise((resolve) => {
		const stop = () => {
			process.off('SIGINT', stop).off('SIGTERM', stop);
			resolve();
		};
		process.on('SIGINT', stop).on('SIGTERM', stop);
	});
}
