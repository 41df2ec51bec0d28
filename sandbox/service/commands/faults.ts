import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../errors.ts';
import { type Route, routes } from '../routes.ts';
import type { Fault } from '../storage/faults.ts';
import { parseWholeNumber, setStoreAction } from './store-command.ts';

export function addFaultCommands(program: Command) {
	const faults = program
		.command('faults')
		.description('show, set and clear injected faults; by default there are none');

	setStoreAction(
		faults.command('list', { isDefault: true }).description('show the faults'),
		(store) => store.faults.list(),
	);

	addFaultCommand(faults, 'set', "set a route's fault, replacing the previous ones");
	addFaultCommand(faults, 'add', 'add a fault that begins when those of the route have ended');

	setStoreAction(
		faults
			.command('clear')
			.description('clear the fault of a route, or all faults')
			.addArgument(new Argument('[route]').choices(Object.values(routes))),
		(store, route: Route | undefined) => {
			store.faults.clear(route);
			return store.faults.list();
		},
	);
}

function addFaultCommand(faults: Command, name: 'set' | 'add', description: string) {
	setStoreAction(
		faults
			.command(name)
			.description(description)
			.addArgument(new Argument('<route>').choices(Object.values(routes)))
			.option('--latency-ms <ms>', 'delay the response', parseWholeNumber)
			.option('--status <status>', 'respond with this error status, 400 to 599', parseWholeNumber)
			.option('--retry-after <value>', 'send this Retry-After header with it')
			.addOption(
				new Option(
					'--body <body>',
					'send a web page or broken JSON, with 200 without --status',
				).choices(['html', 'brokenJson']),
			)
			.addOption(
				new Option('--drop <when>', 'break the connection').choices(['beforeAnswer', 'insideBody']),
			)
			.option('--rate <share>', 'affect this share of the requests, 0 to 1', parseShare)
			.option('--skip <count>', 'let this many requests pass first', parseWholeNumber)
			.option('--times <count>', 'affect this many requests, then end', parseWholeNumber),
		(store, route: Route, fault: Fault) => {
			const { latencyMs, status, body, drop } = fault;
			if ([latencyMs, status, body, drop].every((effect) => effect === undefined)) {
				throw new UsageError(
					'This fault does nothing. Give --latency-ms, --status, --body or --drop.',
				);
			}
			store.faults[name](route, fault);
			return store.faults.list();
		},
	);
}

function parseShare(text: string): number {
	const share = Number(text);
	if (text.trim() === '' || !(share >= 0 && share <= 1)) {
		throw new InvalidArgumentError('Give a number from 0 to 1, such as 0.2.');
	}
	return share;
}
