import type { Command } from 'commander';
import { writeFileSync } from 'node:fs';
import { OperatorError } from '../errors.ts';
import { describeService } from '../openapi.ts';
import { setStoreAction } from './operator-command.ts';
import { parseUrl } from './parse.ts';
import { DEFAULT_PORTS } from './start.ts';

export function addOpenApiCommand(program: Command) {
	setStoreAction(
		program
			.command('openapi')
			.description('print the OpenAPI description of the service with its current settings')
			.option('--output <file>', 'write it to a file instead')
			.option(
				'--auth-url <url>',
				'URL of the authorization host',
				parseUrl,
				`https://localhost:${DEFAULT_PORTS.auth}`,
			)
			.option(
				'--base-url <url>',
				'URL of the API host',
				parseUrl,
				`https://localhost:${DEFAULT_PORTS.api}`,
			),
		({ settings }, options: { output?: string; authUrl: string; baseUrl: string }) => {
			const description = describeService(settings.current(), options);
			const text = JSON.stringify(description, null, '\t');
			if (options.output === undefined) {
				return { json: description, text };
			}
			write(options.output, `${text}\n`);
			return { json: { output: options.output }, text: `Written to ${options.output}.` };
		},
	);
}

function write(path: string, text: string) {
	try {
		writeFileSync(path, text);
	} catch (error) {
		throw new OperatorError(`${path} cannot be written: ${(error as Error).message}.`);
	}
}
