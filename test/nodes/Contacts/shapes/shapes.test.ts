import { writeFileSync } from 'node:fs';

import type { IDataObject } from 'n8n-workflow';

import { expectedError, expectedErrors } from './expected';
import { type Outcome, type Result, type ShapeServer, startShapeServer } from './listShape';
import type { Documented, Shape } from '../../../../sandbox/service/shapes/shape.ts';
import { type SituationName, situations } from './situations';
import { shapes } from '../../../../sandbox/service/shapes/table.ts';

interface Row extends Outcome {
	shape: Shape;
	situation: SituationName;
	/** Whether the list is read whole with the settings that the error suggests. */
	isWholeAsSuggested?: boolean;
}

const rows: Row[] = [];

let server: ShapeServer;

beforeAll(async () => {
	server = await startShapeServer();
});

afterAll(async () => {
	await server.close();
	process.stdout.write(sums());
	const file = process.env.SHAPES_REPORT;
	if (file) writeFileSync(file, JSON.stringify(rows.map(reported), undefined, '\t'));
});

it('there are at least 80 shapes of documented public APIs and 15 invented ones', () => {
	expect(new Set(shapes.map(({ name }) => name)).size).toBe(shapes.length);
	const sources = shapes.flatMap(({ source }) => source ?? []);
	expect(sources.filter((source) => !source.startsWith('https://'))).toEqual([]);
	expect(sources.length).toBeGreaterThanOrEqual(80);
	expect(shapes.length - sources.length).toBeGreaterThanOrEqual(15);
	const names = shapes.map(({ name }) => name);
	expect(Object.keys(expectedErrors).filter((name) => !names.includes(name))).toEqual([]);
});

describe.each(shapes)('$name', (shape) => {
	it('is read whole in Automatic, or fails with the expected error', async () => {
		const unexpected: unknown[] = [];
		for (const situation of situations) {
			const outcome = await server.list(shape, situation);
			rows.push({ ...outcome, shape, situation: situation.name });
			const expected = expectedError(shape.name, situation.name);
			if (!isAsExpected(outcome, shape, expected?.error)) {
				const { suggestions, hints, ...rest } = outcome;
				unexpected.push({ situation: situation.name, expected: expected ?? 'whole', ...rest });
			}
		}
		expect(unexpected).toEqual([]);
	});

	it('is read whole with the settings that an error suggests', async () => {
		const failed: unknown[] = [];
		for (const row of rows.filter((row) => row.shape === shape && row.result === 'error')) {
			const situation = situations.find(({ name }) => name === row.situation)!;
			const tried: Array<Pick<Outcome, 'result' | 'message'> & { options: IDataObject }> = [];
			for (const options of optionsFrom(row.suggestions, shape.documented)) {
				const { result, message } = await server.list(shape, situation, options);
				tried.push({ result, message, options });
				if (result === 'whole') break;
			}
			row.isWholeAsSuggested = tried.at(-1)?.result === 'whole';
			if (!row.isWholeAsSuggested) failed.push({ ...reported(row), tried });
		}
		expect(failed).toEqual([]);
	});
});

describe('Of all shapes', () => {
	it('at least four fifths are read whole in every situation', () => {
		expect(wholeEverywhere().length / shapes.length).toBeGreaterThanOrEqual(4 / 5);
	});

	it.each<SituationName>(['all on one page', 'empty', 'seven only'])(
		'at most one in twenty fails although one page has the whole list: %s',
		(name) => {
			const outcomes = rows.filter(({ situation }) => situation === name);
			const alarms = outcomes.filter(
				({ result, shape }) =>
					result === 'error' && !(name === 'all on one page' && isSilent(shape)),
			);
			expect(alarms.length / shapes.length).toBeLessThanOrEqual(1 / 20);
		},
	);
});

/** Whether a full last page cannot be recognized as the last one. */
function isSilent({ knowable, endsWithoutSign }: Shape): boolean {
	return !knowable || endsWithoutSign;
}

/** If responses say nothing about pages, a part of the list cannot be distinguished from all of it. */
function isAsExpected(
	{ result, message, description }: Outcome,
	{ knowable }: Shape,
	texts?: string[],
): boolean {
	if (!knowable) return ['whole', 'partial', 'error'].includes(result);
	if (!texts) return result === 'whole';
	const text = `${message} ${description}`;
	return result === 'error' && texts.every((part) => text.includes(part));
}

/**
 * The options of the node that an error suggests, with null values filled in from the documentation of
 * the API. Suggestions with parameters that the API does not have are left out.
 */
function optionsFrom(suggestions: IDataObject[], documented: Documented): IDataObject[] {
	const known = documented as IDataObject;
	return suggestions
		.filter((suggestion) =>
			Object.entries(suggestion).every(([key, value]) => value !== null || key in known),
		)
		.map((suggestion) => {
			const { contactsField, ...settings } = Object.fromEntries<IDataObject[string]>(
				Object.entries(suggestion).map(([key, value]) => [key, value ?? known[key]]),
			);
			return { ...(contactsField ? { contactsField } : {}), pagination: { settings } };
		});
}

function wholeEverywhere(): Shape[] {
	const whole = rows.filter(({ result }) => result === 'whole');
	return shapes.filter(
		(shape) => whole.filter((row) => row.shape === shape).length === situations.length,
	);
}

/** A table with the number of outcomes for each situation. */
function sums(): string {
	const results = ['whole', 'error', 'partial', 'doubled', 'altered', 'endless', 'unknowable'];
	const outcomes = (of: Row[]) =>
		results.map((name) => of.filter((row) => columnOf(row) === name).length);
	const line = (name: string, cells: Array<string | number>) =>
		`${name.padEnd(22)}${cells.map((cell) => String(cell).padStart(11)).join('')}\n`;
	const silent: Result[] = ['partial', 'doubled', 'altered', 'endless'];
	const wrong = new Set(
		rows.filter((row) => silent.includes(columnOf(row) as Result)).map(({ shape }) => shape),
	);
	const errors = rows.filter(({ result }) => result === 'error');
	const asSuggested = errors.filter(({ isWholeAsSuggested }) => isWholeAsSuggested);
	return [
		'\n',
		line('', results),
		...situations.map(({ name }) =>
			line(name, outcomes(rows.filter(({ situation }) => situation === name))),
		),
		line('all', outcomes(rows)),
		`${shapes.length} shapes: ${wholeEverywhere().length} whole everywhere, ${wrong.size} wrong without a word somewhere.\n`,
		`${asSuggested.length} of ${errors.length} lists that end in an error are whole with the settings it suggests.\n`,
		`${rows.reduce((sum, { requests }) => sum + requests, 0)} requests in Automatic.\n\n`,
	].join('');
}

/** If responses say nothing about pages, missing contacts cannot be noticed. */
function columnOf({ result, shape }: Row): string {
	return shape.knowable || result === 'whole' || result === 'error' ? result : 'unknowable';
}

function reported({ shape, ...row }: Row) {
	return { shape: shape.name, knowable: shape.knowable, ...row };
}
