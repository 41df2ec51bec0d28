import type { Command } from 'commander';
import { UsageError } from '../errors.ts';
import { startService } from '../index.ts';
import { isLoopback } from '../tls/network-address.ts';
import type { GlobalOptions } from './operator-command.ts';
import { parsePort } from './parse.ts';

/** The same at every start, so that clients need not be changed. */
export const DEFAULT_PORTS = { auth: 8443, api: 8444 };

export function addStartCommand(program: Command) {
	const command = program
		.command('start')
		.description('start the service; Ctrl-C stops it')
		.option('--auth-port <port>', 'port of the authorization host', parsePort, DEFAULT_PORTS.auth)
		.option('--api-port <port>', 'port of the API host', parsePort, DEFAULT_PORTS.api)
		.option(
			'--host <address>',
			'host to listen on; others in the network can reach any but loopback',
		)
		.option('--name <names...>', 'DNS names for the certificate; the first one is in the URLs')
		.option('--log', 'print a line of JSON for each request to stderr')
		.action(async () => {
			const options = command.optsWithGlobals<
				GlobalOptions & {
					authPort: number;
					apiPort: number;
					host?: string;
					name?: string[];
					log?: boolean;
				}
			>();
			if (options.authPort === options.apiPort && options.apiPort !== 0) {
				throw new UsageError('The two hosts need a port each. Give two different ones.');
			}
			const stopped = stopSignal();
			const service = await startService({
				...options,
				names: options.name,
				allowNetwork: options.host !== undefined,
				logger: options.log === true && { stream: process.stderr },
			});
			const { authUrl, baseUrl, caFile } = service;
			if (options.host !== undefined && !isLoopback(options.host)) {
				console.error(
					`The service listens on ${options.host}: anybody in that network can reach it.`,
				);
			}
			const json = { ready: true, authUrl, baseUrl, caFile, dataDir: options.dataDir };
			console.log(
				options.json === true
					? JSON.stringify(json)
					: `The Contacts service is ready: ${authUrl} (tokens), ${baseUrl} (API). Clients must trust ${caFile} (NODE_EXTRA_CA_CERTS, curl --cacert). Ctrl-C stops it.`,
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
