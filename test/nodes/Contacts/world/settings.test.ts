/**
 * Settings for the emulated operations that say whether there is more: those of the documentation give
 * the whole list, any others the whole list or an error.
 */
import fc from 'fast-check';

import { numRuns, runs } from '../../../support/runs';
import { type Outcome, type Pagination, readPageByPage, readWhole } from '../read';
import { situations } from '../shapes/situations';
import { operations } from './operations';
import { roleOf } from './roles';
import { emulate, type Emulated } from './service';
import { unknowable } from './unknowable';

const services = operations
	.map(emulate)
	.filter(({ name, positions }) => positions.length > 0 && !(name in unknowable))
	.filter(({ states }) => states === 'next link' || states === 'next value' || states === 'more');

type Settings = Partial<Pagination>;

const RUNS = 2_000;

/** The name of the field with the given role; undefined if the response has none. */
function fieldOf({ operation }: Emulated, role: string): string | undefined {
	return operation.fields.find((field) => roleOf(field, operation) === role)?.path.join('.');
}

/** The settings that the documentation of the operation gives; undefined if it does not. */
function documented(service: Emulated): Settings | undefined {
	const { parameter, kind, first } = service.positions[0]!;
	const cursorField = fieldOf(service, 'next cursor');
	const nextLinkField = fieldOf(service, 'next link');
	if (nextLinkField) return { mode: 'nextLink', nextLinkField };
	switch (kind) {
		case 'page':
			return { mode: 'pageNumber', pageParameter: parameter, firstPage: first };
		case 'offset':
			return { mode: 'offset', offsetParameter: parameter, firstOffset: first };
		case 'cursor':
			return cursorField ? { mode: 'cursor', cursorField, cursorParameter: parameter } : undefined;
		case 'lastId':
			return undefined;
	}
}

/** Settings with names of the operation, of others and misspelled ones. */
function anySettings(service: Emulated): fc.Arbitrary<Settings> {
	const { operation, positions } = service;
	const fields = fc.constantFrom(
		...operation.fields.map(({ path }) => path.join('.')),
		...['next', 'misspelled'],
	);
	const parameters = fc.constantFrom(
		...positions.map(({ parameter }) => parameter),
		...['page', 'offset', 'misspelled'],
	);
	const optional = fc.oneof(fc.constant(''), fields);
	return fc.record<Settings>({
		mode: fc.constantFrom(
			...(['cursor', 'lastContact', 'linkHeader', 'nextLink', 'off', 'offset'] as const),
			'pageNumber',
		),
		cursorField: fields,
		nextLinkField: fields,
		lastContactField: fc.constantFrom('id', 'name', 'misspelled'),
		cursorParameter: parameters,
		pageParameter: parameters,
		offsetParameter: parameters,
		firstPage: fc.constantFrom(0, 1, 2),
		firstOffset: fc.constantFrom(0, 1),
		hasMoreField: optional,
		totalPagesField: optional,
		totalField: optional,
	});
}

/** Lists random operations in random situations with the settings, and counts how that ends. */
async function count(
	settingsOf: (service: Emulated) => fc.Arbitrary<Settings>,
	isAccepted: (outcome: Outcome, settings: Settings) => boolean,
): Promise<Record<string, number>> {
	const counts: Record<string, number> = {};
	const generated = fc
		.constantFrom(...services)
		.chain((service) => fc.tuple(fc.constant(service), settingsOf(service)));
	const property = fc.asyncProperty(
		generated,
		fc.constantFrom(...situations),
		fc.constantFrom(readWhole, readPageByPage),
		async ([service, pagination], { pageSize, total, service: sizes }, read) => {
			const outcome = await read(service.serve(total, sizes), { pageSize, pagination });
			const { result, contacts, requests } = outcome;
			counts[result] = (counts[result] ?? 0) + 1;
			if (!isAccepted(outcome, pagination)) {
				const shown = `${service.name}: ${result}, ${contacts.length} of ${total}`;
				throw new Error([shown, JSON.stringify(pagination), ...requests].join('\n'));
			}
		},
	);
	await fc.assert(property, runs(RUNS));
	return counts;
}

const isSafe = ({ result }: Outcome) => result === 'whole' || result === 'error';

/** Whether the settings themselves say that the list ends: with the page, at a number or by a flag. */
function sayEnd({ mode, totalField, totalPagesField, hasMoreField }: Settings): boolean {
	return mode === 'off' || [totalField, totalPagesField, hasMoreField].some(Boolean);
}

it('The documented settings give the whole list, with few exceptions', async () => {
	const { whole = 0 } = await count(
		(service) => fc.constant(documented(service) ?? {}),
		(outcome) => isSafe(outcome),
	);
	expect(whole / numRuns(RUNS)).toBeGreaterThanOrEqual(0.98);
}, 120_000);

it('Any settings give the whole list or an error, unless they say themselves that it ends', async () => {
	const { whole = 0, error = 0 } = await count(
		anySettings,
		(outcome, settings) => isSafe(outcome) || (outcome.result === 'partial' && sayEnd(settings)),
	);
	expect((whole + error) / numRuns(RUNS)).toBeGreaterThanOrEqual(0.97);
}, 120_000);
