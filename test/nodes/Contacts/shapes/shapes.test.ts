/**
 * Lists contacts of every shape in every situation with List and with Get Page, and one shape of each
 * style in n8n's engine. With `SHAPES_REPORT=shapes.json`, every outcome is written to that file.
 */
import { writeFileSync } from 'node:fs';

import { cursorShapes } from '../../../../sandbox/service/shapes/cursors.ts';
import { headerShapes } from '../../../../sandbox/service/shapes/headers.ts';
import { homemadeShapes } from '../../../../sandbox/service/shapes/homemade.ts';
import { linkShapes } from '../../../../sandbox/service/shapes/links.ts';
import { oddShapes } from '../../../../sandbox/service/shapes/odd.ts';
import { offsetShapes } from '../../../../sandbox/service/shapes/offsets.ts';
import { pageShapes } from '../../../../sandbox/service/shapes/pages.ts';
import type { Documented, Shape } from '../../../../sandbox/service/shapes/shape.ts';
import { shapes } from '../../../../sandbox/service/shapes/table.ts';
import { type Outcome, type Pagination, readPageByPage, readWhole } from '../read';
import { expectedError, expectedErrors } from './expected';
import { type ShapeServer, startShapeServer } from './listShape';
import { serve } from './serve';
import { type Situation, type SituationName, situations } from './situations';

/** What holds at least, or at most. */
const LIMITS = {
	/** Share of the shapes that are read whole in every situation. */
	whole: 0.95,
	/** Lists in part, or with repeats, without an error, where responses say something about pages. */
	silent: 0,
	/** Errors although one page has the whole list, in all situations. */
	falseAlarms: 6,
};

const reads = { List: readWhole, 'Get Page': readPageByPage };

type Read = keyof typeof reads;

interface Row extends Omit<Outcome, 'contacts'> {
	shape: Shape;
	situation: SituationName;
	read: Read;
}

const rows: Row[] = [];

afterAll(() => {
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
			for (const read of Object.keys(reads) as Read[]) {
				const row = await list(shape, situation, read);
				rows.push(row);
				const expected = expectedError(shape.name, situation.name);
				if (!isAsExpected(row, expected?.error)) {
					unexpected.push({ expected: expected ?? 'whole', ...reported(row) });
				}
			}
		}
		expect(unexpected).toEqual([]);
	});

	it('is read whole with one of the settings that an error suggests', async () => {
		const failed: unknown[] = [];
		for (const row of rows.filter((row) => row.shape === shape && row.result === 'error')) {
			const situation = situations.find(({ name }) => name === row.situation)!;
			const results: string[] = [];
			for (const settings of settingsFrom(row, shape.documented)) {
				results.push((await list(shape, situation, row.read, settings)).result);
			}
			const isHelpful = results.includes('whole');
			if (!isHelpful || results.some((result) => result !== 'whole' && result !== 'error')) {
				failed.push({ ...reported(row), results });
			}
		}
		expect(failed).toEqual([]);
	});
});

describe.each<Read>(['List', 'Get Page'])('Of all shapes, with %s', (read) => {
	it('almost all are read whole in every situation', () => {
		expect(wholeEverywhere(read).length / shapes.length).toBeGreaterThanOrEqual(LIMITS.whole);
	});

	it('none is returned in part, or with repeats, without an error', () => {
		const silent = rows.filter(
			(row) => row.read === read && row.shape.knowable && !/^(whole|error)$/.test(row.result),
		);
		expect(silent.map(reported).slice(LIMITS.silent)).toEqual([]);
	});

	it('hardly any fails although one page has the whole list', () => {
		const alarms = rows.filter(
			(row) => row.read === read && row.result === 'error' && isOnOnePage(row),
		);
		expect(alarms.length).toBeLessThanOrEqual(LIMITS.falseAlarms);
	});
});

describe("In n8n's engine, over HTTP", () => {
	const oneOfEachStyle = [
		cursorShapes,
		linkShapes,
		pageShapes,
		offsetShapes,
		headerShapes,
		homemadeShapes,
	].map((style) => style.find(({ name }) => !(name in expectedErrors))!);

	let server: ShapeServer;
	beforeAll(async () => {
		server = await startShapeServer();
	});
	afterAll(() => server.close());

	it.each(oneOfEachStyle)('$name is read whole in every situation', async (shape) => {
		for (const situation of situations) {
			expect([situation.name, await server.list(shape, situation)]).toEqual([
				situation.name,
				'whole',
			]);
		}
	});

	/** Lists that cannot be read whole; an error says so. */
	const UNREADABLE = ['Odd: next links to another origin', 'Odd: a total that is too large'];

	it.each(oddShapes)('$name: is whole or an error', async (shape) => {
		const situation = situations.find(({ name }) => name === 'cut to 20')!;
		const expected = UNREADABLE.includes(shape.name) ? 'error' : 'whole';
		expect(await server.list(shape, situation)).toBe(expected);
	});
});

async function list(
	shape: Shape,
	{ name, pageSize, total, service }: Situation,
	read: Read,
	settings: { contactsField?: string; pagination?: Partial<Pagination> } = {},
): Promise<Row> {
	const served = serve(shape, total, service);
	const { contacts: _, ...outcome } = await reads[read](served, { pageSize, ...settings });
	return { ...outcome, shape, situation: name, read };
}

function isOnOnePage({ shape, situation }: Row): boolean {
	if (situation === 'empty' || situation === 'seven only') return true;
	// Otherwise a full last page cannot be recognized as the last one.
	return situation === 'all on one page' && shape.knowable && !shape.endsWithoutSign;
}

/** If responses say nothing about pages, a part of the list cannot be distinguished from all of it. */
function isAsExpected(
	{ shape, result, message, description }: Row,
	texts: string[] | undefined,
): boolean {
	if (!shape.knowable) return ['whole', 'partial', 'error'].includes(result);
	if (!texts) return result === 'whole';
	const text = `${message} ${description}`;
	return result === 'error' && texts.every((part) => text.includes(part));
}

/**
 * The settings that an error suggests, with null values filled in from the documentation of the API.
 * Suggestions with parameters that the API does not have are left out, and Off: only a person can say
 * that the list is complete.
 */
function settingsFrom({ advice }: Row, documented: Documented) {
	const known = documented as Record<string, unknown>;
	return advice!.suggestions
		.filter(({ mode }) => mode !== 'off')
		.filter((suggestion) =>
			Object.entries(suggestion).every(([key, value]) => value !== null || key in known),
		)
		.map((suggestion) => {
			const { contactsField, ...pagination } = Object.fromEntries(
				Object.entries(suggestion).map(([key, value]) => [key, value ?? known[key]]),
			);
			return { contactsField: contactsField as string | undefined, pagination };
		});
}

function wholeEverywhere(read: Read): Shape[] {
	const failed = rows.filter((row) => row.read === read && row.result !== 'whole');
	const shapesOf = new Set(failed.map(({ shape }) => shape));
	return shapes.filter((shape) => !shapesOf.has(shape));
}

function reported({ shape, situation, read, result, message, description, requests }: Row) {
	const { name, knowable } = shape;
	return { shape: name, knowable, situation, read, result, message, description, requests };
}
