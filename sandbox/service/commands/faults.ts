import { Argument, type Command, Option } from 'commander';
import { UsageError } from '../errors.ts';
import { type Route, routes } from '../routes.ts';
import type { Fault } from '../storage/faults.ts';
import type { Store } from '../storage/store.ts';
import { actOnStore } from './operator-command.ts';
import { parseShare, parseWholeNumber } from './parse.ts';

export function addFaultCommands(program: Command) {
	const faults = program
		.command('faults')
		.description('show, set and clear what goes wrong on purpose; off by default');

	actOnStore(faults.command('list', { isDefault: true }).description('show the faults'), show);

	actOnStore(
		faults
			.command('set')
			.description("set a route's fault in place of the one before")
			.addArgument(new Argument('<route>').choices(Object.values(routes)))
			.option('--latency-ms <ms>', 'answer this much later', parseWholeNumber)
			.option('--status <status>', 'answer with this error, 400 to 599', parseWholeNumber)
			.option('--retry-after <value>', 'with this Retry-After header')
			.addOption(
				new Option('--drop <when>', 'break the connection').choices(['beforeAnswer', 'insideBody']),
			)
			.option('--rate <share>', 'happens to this share of the requests, 0 to 1', parseShare)
			.option('--skip <count>', 'lets this many requests pass first', parseWholeNumber)
			.option('--times <count>', 'happens this many times and is over', parseWholeNumber),
		(store, route: Route, fault: Fault) => {
			if (fault.latencyMs === undefined && fault.status === undefined && fault.drop === undefined) {
				throw new UsageError('This fault does nothing. Give --latency-ms, --status or --drop.');
			}
			store.faults.set(route, fault);
			return show(store);
		},
	);

	actOnStore(
		faults
			.command('clear')
			.description('end the fault of a route, or all faults')
			.addArgument(new Argument('[route]').choices(Object.values(routes))),
		(store, route: Route | undefined) => {
			store.faults.clear(route);
			return show(store);
		},
	);
}

function show({ faults }: Store) {
	const list = faults.list();
	return {
		json: list,
		head: ['Route', 'Fault'],
		rows: list.map(({ route, fault }) => [
			route,
			Object.entries(fault)
				.map(([name, value]) => `${name}: ${value}`)
				.join(', '),
		]),
	};
}
