import { writeFileSync } from 'node:fs';

import type { IDataObject } from 'n8n-workflow';

import { type Outcome, type Result, type ShapeServer, startShapeServer } from './listShape';
import type { Documented, Shape } from './shape';
import { type SituationName, situations } from './situations';
import { shapes } from './table';

type Row = Outcome & { shape: Shape; situation: SituationName };

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

it('knows at least 80 public APIs and 15 home-made ones, each under its own name', () => {
	const names = shapes.map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
	const homemade = names.filter((name) => name.startsWith('Home-made: ')).length;
	expect(homemade).toBeGreaterThanOrEqual(15);
	expect(names.length - homemade).toBeGreaterThanOrEqual(80);
});

describe.each(shapes)('$name', (shape) => {
	it('is listed whole in Automatic, or ends in an error that names what was not understood', async () => {
		const unexpected: unknown[] = [];
		for (const situation of situations) {
			const outcome = await server.list(shape, situation);
			rows.push({ ...outcome, shape, situation: situation.name });
			const expected = shape.expected[situation.name];
			if (!isAsExpected(outcome, shape, expected?.error)) {
				const { suggestions, hints, ...rest } = outcome;
				unexpected.push({ situation: situation.name, expected: expected ?? 'whole', ...rest });
			}
		}
		expect(unexpected).toEqual([]);
	});

	it('is listed whole with the settings that an error suggests', async () => {
		const failed: unknown[] = [];
		for (const row of rows.filter((row) => row.shape === shape && row.result === 'error')) {
			const situation = situations.find(({ name }) => name === row.situation)!;
			const tried: unknown[] = [];
			for (const suggestion of row.suggestions) {
				const options = optionsOf(suggestion, shape.documented);
				const { result, message } = await server.list(shape, situation, options);
				tried.push({ options, result, message });
				if (result === 'whole') break;
			}
			const isWhole = tried.some((outcome) => (outcome as Outcome).result === 'whole');
			if (!isWhole) failed.push({ situation: row.situation, message: row.message, tried });
		}
		expect(failed).toEqual([]);
	});
});

/** Where responses say nothing about pages, a part of the list cannot be told from all of it. */
function isAsExpected(
	{ result, message, description }: Outcome,
	{ knowable }: Shape,
	fields?: string[],
): boolean {
	if (!knowable) return result !== 'endless' && result !== 'altered';
	if (!fields) return result === 'whole';
	const text = `${message} ${description}`;
	return result === 'error' && fields.every((field) => text.includes(field));
}

/** The options of the node: what the response cannot tell comes from the API's documentation. */
function optionsOf(
	{ contactsField, ...settings }: IDataObject,
	documented: Documented,
): IDataObject {
	const known = documented as IDataObject;
	const entries = Object.entries(settings).map(([key, value]) => [key, value ?? known[key]]);
	return {
		...(contactsField ? { contactsField } : {}),
		pagination: { settings: Object.fromEntries(entries) as IDataObject },
	};
}

/** A line for each situation: how many lists came out how. */
function sums(): string {
	const results = ['whole', 'error', 'partial', 'doubled', 'altered', 'endless', 'unknowable'];
	const outcomes = (of: Row[]) =>
		results.map((name) => of.filter((row) => columnOf(row) === name).length);
	const line = (name: string, cells: Array<string | number>) =>
		`${name.padEnd(22)}${cells.map((cell) => String(cell).padStart(11)).join('')}\n`;
	const everywhere = shapes.filter((shape) =>
		rows.filter((row) => row.shape === shape).every(({ result }) => result === 'whole'),
	);
	const silent: Result[] = ['partial', 'doubled', 'altered', 'endless'];
	const wrong = new Set(
		rows.filter((row) => silent.includes(columnOf(row) as Result)).map(({ shape }) => shape),
	);
	return [
		'\n',
		line('', results),
		...situations.map(({ name }) =>
			line(name, outcomes(rows.filter(({ situation }) => situation === name))),
		),
		line('all', outcomes(rows)),
		`${shapes.length} shapes: ${everywhere.length} whole everywhere, ${wrong.size} wrong without a word somewhere. `,
		`${rows.reduce((sum, { requests }) => sum + requests, 0)} requests.\n\n`,
	].join('');
}

function columnOf({ result, shape }: Row): string {
	return shape.knowable || result === 'whole' || result === 'error' ? result : 'unknowable';
}

function reported({ shape, ...row }: Row) {
	return { shape: shape.name, knowable: shape.knowable, ...row };
}
