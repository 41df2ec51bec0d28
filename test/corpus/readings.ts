/** Reads emulated services with List and with Get Page, with the settings of the form or suggested ones. */
import type { CorpusService } from '../../sandbox/corpus/service.ts';
import { numRuns, someOf } from '../support/runs';
import { type Outcome, type Read, type ReadOptions, reads } from './read';
import { serve } from './serve';
import { type Situation, situations } from './situations';

export interface Reading extends Omit<Outcome, 'contacts'> {
	shape: CorpusService;
	situation: Situation;
	read: Read;
}

/**
 * Reads each service in all situations with `TEST_RUNS=all`, else in two of them, other ones each.
 *
 * @param areTogether whether the lists of a service are read in one run, one after another
 */
export async function readAll(
	shapes: CorpusService[],
	all = situations,
	operations = Object.keys(reads) as Read[],
	areTogether = false,
): Promise<Reading[]> {
	const readings: Reading[] = [];
	for (const [index, shape] of shapes.entries()) {
		const settings = areTogether ? { ways: [] } : {};
		for (const situation of someOf(all, numRuns(2 * situations.length), index)) {
			for (const read of operations) {
				readings.push(await readShape(shape, situation, read, settings));
			}
		}
	}
	return readings;
}

async function readShape(
	shape: CorpusService,
	situation: Situation,
	read: Read,
	settings: Partial<ReadOptions> = {},
): Promise<Reading> {
	const { pageSize, query, total, service } = situation;
	const served = serve(shape, total, service);
	const { contacts: _, ...outcome } = await reads[read](served, { pageSize, query, ...settings });
	return { ...outcome, shape, situation, read };
}

export function isSilent({ result }: Pick<Outcome, 'result'>): boolean {
	return result !== 'whole' && result !== 'error';
}

/** Reads a list again with each of the settings that its error suggests, or with its Contacts Field. */
export async function readAsSuggested(reading: Reading): Promise<Reading[]> {
	const { shape, situation, read } = reading;
	const suggested: Reading[] = [];
	for (const settings of suggestedSettings(reading)) {
		suggested.push(await readShape(shape, situation, read, settings));
	}
	return suggested;
}

/**
 * The settings that an error suggests, with null values filled in from the documentation of the service.
 * Left out are suggestions with parameters that it does not have, and Off: only a person can say that the
 * list is complete.
 */
function suggestedSettings({ advice, shape }: Reading): Array<Partial<ReadOptions>> {
	const documented = shape.documented as Record<string, unknown>;
	const place = documented.contactsField as string | undefined;
	if (!advice) return place === undefined ? [] : [{ contactsField: place }];
	return (
		advice.suggestions
			.filter(({ mode }) => mode !== 'off')
			.map((suggestion) =>
				Object.entries(suggestion).map(
					([name, value]) => [name, value ?? documented[name]] as const,
				),
			)
			.filter((entries) => entries.every(([, value]) => value !== undefined))
			.map((entries) => {
				const { contactsField, ...pagination } = Object.fromEntries(entries);
				return { contactsField: contactsField as string | undefined, pagination };
			})
			// Of several lists, a person chooses the one that the documentation names.
			.filter(({ contactsField = place }) => place === undefined || contactsField === place)
	);
}

/** The share of services that are read whole in every situation. */
export function shareOfWhole(readings: Reading[]): number {
	const failed = readings.filter(({ result }) => result !== 'whole').map(({ shape }) => shape);
	return 1 - new Set(failed).size / new Set(readings.map(({ shape }) => shape)).size;
}

/** What a failing test shows of a reading. */
export function reported({ shape, situation, read, ...outcome }: Reading) {
	const { result, message, description, requests } = outcome;
	const where = { shape: shape.name, situation: situation.name, read };
	return { ...where, result, message, description, requests };
}
