/**
 * Lists the emulated list operations of public APIs in every situation, with List and with Get Page.
 * With `WORLD_REPORT=world.json`, the outcome of every list is written to that file.
 */
import { writeFileSync } from 'node:fs';

import { type Outcome, type Pagination, readPageByPage, readWhole } from '../read';
import type { Service } from '../../../../sandbox/service/shapes/shape.ts';
import { type Situation, type SituationName, situations } from '../shapes/situations';
import { operations } from './operations';
import type { Position } from './positions';
import { emulate, type Emulated, type Stated } from './service';
import { unknowable } from './unknowable';

/** What holds at least, or at most. */
const LIMITS = {
	/** Share of the operations with pages that are read whole in every situation. */
	whole: 0.95,
	/** Lists that are not whole, without an error, with settings that an error suggests. */
	silentAsSuggested: 0,
	/** Errors among the lists that are complete on one page, where that can be known. */
	falseAlarms: 0.011,
	/** Requests beyond the least, where the last page does not state the end. */
	extraRequestsIfLinked: { median: 0, most: 19 },
	extraRequests: { median: 2, most: 24 },
};

/** Has two lists, and neither name shows which one has the contacts. */
const AMBIGUOUS = 'brandlovers.com /orders';

const reads = { List: readWhole, 'Get Page': readPageByPage };

type Operation = keyof typeof reads;

interface Row extends Omit<Outcome, 'contacts'> {
	service: Emulated;
	situation: SituationName;
	read: Operation;
	/** Requests that a reader who knows the service would send for all pages. */
	leastRequests: number;
	/** Whether one page has all contacts, and its response or its length shows it. */
	isCompleteOnOnePage: boolean;
}

const ON_ONE_PAGE: SituationName[] = ['all on one page', 'empty', 'seven only'];

const services = operations.map(emulate);
const known = services.filter(({ name }) => !(name in unknowable));
const paged = known.filter(({ positions }) => positions.length > 0);
const rows: Row[] = [];

beforeAll(async () => {
	for (const service of services) {
		for (const situation of situations) {
			for (const read of Object.keys(reads) as Operation[]) {
				rows.push(await list(service, situation, read));
			}
		}
	}
}, 300_000);

afterAll(() => {
	const file = process.env.WORLD_REPORT;
	if (file) writeFileSync(file, JSON.stringify(rows.map(reported), undefined, '\t'));
});

async function list(
	service: Emulated,
	{ name, pageSize, total, service: sizes }: Situation,
	read: Operation,
): Promise<Row> {
	const { contacts, ...outcome } = await reads[read](service.serve(total, sizes), { pageSize });
	const size = pageSizeOf(pageSize, sizes);
	const isPaged = service.positions.length > 0;
	const leastRequests = isPaged ? Math.max(1, Math.ceil(total / size)) : 1;
	const isOnePage = !isPaged || ON_ONE_PAGE.includes(name);
	const isCompleteOnOnePage = isOnePage && (service.states !== 'nothing' || total < pageSize);
	return { ...outcome, service, situation: name, read, leastRequests, isCompleteOnOnePage };
}

function pageSizeOf(asked: number, { fixedPageSize, maxPageSize }: Service): number {
	return fixedPageSize ?? Math.min(asked, maxPageSize);
}

describe('Every emulated operation', () => {
	const { total, pageSize, service: sizes } = situationOf('cut to 17');
	const size = pageSizeOf(pageSize, sizes);
	const respond = (service: Emulated, start = 0) => {
		const { contacts, respond } = service.serve(total, sizes);
		const url = new URL(`https://api.example.com/v1/contacts?pageSize=${pageSize}`);
		const [main] = service.positions;
		const value = main?.write(start, size, contacts);
		if (main && start > 0) url.searchParams.set(main.parameter, String(value));
		return { body: respond({ url }).body, contacts };
	};

	it('sends each page that is asked for by its documented parameter', () => {
		const starts = Array.from({ length: Math.ceil(total / size) }, (_, n) => n * size);
		const failed = paged.flatMap((service) =>
			starts
				.filter((start) => {
					const { body, contacts } = respond(service, start);
					const page = JSON.stringify(contacts.slice(start, start + size));
					return !JSON.stringify(body).includes(page);
				})
				.map((start) => `${service.name} from ${start}`),
		);
		expect(failed).toEqual([]);
	});

	it('has a body that is valid as JSON', () => {
		for (const service of services) {
			const { body } = respond(service);
			expect(body).toStrictEqual(JSON.parse(JSON.stringify(body)));
		}
	});
});

describe.each<Operation>(['List', 'Get Page'])('%s', (read) => {
	it('reads most operations whole in every situation', () => {
		const whole = wholeEverywhere(paged, read);
		expect(whole.length / paged.length).toBeGreaterThanOrEqual(LIMITS.whole);
	});

	it('never returns a part of a list without an error', () => {
		const wrong = silent(rowsOf(known, read));
		expect(wrong.map(reported)).toEqual([]);
	});

	it('rarely fails on a list that is complete on one page', () => {
		const complete = rowsOf(known, read).filter(({ isCompleteOnOnePage }) => isCompleteOnOnePage);
		const alarms = complete.filter(({ result }) => result === 'error');
		expect(alarms.length / complete.length).toBeLessThanOrEqual(LIMITS.falseAlarms);
	});

	it('reads all services that say nothing but take page, offset, skip or start', () => {
		const failed = rowsOf(plainAndSilent(), read).filter(
			({ service, result }) => result !== 'whole' && service.name !== AMBIGUOUS,
		);
		expect(failed.map(reported)).toEqual([]);
	});

	it('suggests settings that lead to the whole list or to an error', async () => {
		const wrong: unknown[] = [];
		const failed = rowsOf(paged, read).filter(({ advice }) => advice);
		for (const row of failed.filter(({ situation }) => ADVISED.includes(situation))) {
			const { pageSize, total, service: sizes } = situationOf(row.situation);
			for (const settings of suggestedSettings(row)) {
				const outcome = await reads[read](row.service.serve(total, sizes), {
					pageSize,
					...settings,
				});
				const { result, requests } = outcome;
				if (result !== 'whole' && result !== 'error') {
					wrong.push({ ...reported(row), settings, result, requests });
				}
			}
		}
		expect(wrong.slice(LIMITS.silentAsSuggested)).toEqual([]);
	});

	it('sends hardly more requests than pages', () => {
		const [linked, others] = split(
			rowsOf(paged, read),
			({ service }) => service.states === 'next link',
		);
		const groups = [
			[linked, LIMITS.extraRequestsIfLinked],
			[others, LIMITS.extraRequests],
		] as const;
		for (const [lists, limits] of groups) {
			expect(median(extraRequests(lists))).toBeLessThanOrEqual(limits.median);
			expect(Math.max(...extraRequests(lists))).toBeLessThanOrEqual(limits.most);
		}
	});
});

it('Get Page sends the same requests as List, and fails with the same advice', () => {
	const outcomes = (read: Operation) => rowsOf(services, read).map(comparable);
	expect(outcomes('Get Page')).toEqual(outcomes('List'));
});

/** Each call of Get Page has a trace of its own. */
function comparable({ service, situation, result, message, description, advice, requests }: Row) {
	const { unreadFields, suggestions } = advice ?? {};
	const outcome = { result, message, description, unreadFields, suggestions, requests };
	return { name: service.name, situation, ...outcome };
}

function situationOf(name: SituationName): Situation {
	return situations.find((situation) => situation.name === name)!;
}

/** Situations that stand for the others. */
const ADVISED: SituationName[] = ['page size honored', 'cut to 17', 'seven only'];

/** The settings that an error suggests, filled from the documentation of the service. */
function suggestedSettings({ advice, service }: Row) {
	const contactsField = service.operation.list.join('.');
	const documented: Record<string, unknown> = Object.assign(
		{ contactsField },
		...service.positions.map(documentedSettings),
	);
	return (
		advice!.suggestions
			// Only a person can say that a list is complete, or is not the one with the contacts.
			.filter((suggestion) => suggestion.mode !== 'off')
			.filter((suggestion) => [undefined, null, contactsField].includes(suggestion.contactsField))
			.filter((suggestion) =>
				Object.entries(suggestion).every(([name, value]) => value !== null || name in documented),
			)
			.map((suggestion) => ({
				contactsField: 'contactsField' in suggestion ? contactsField : '',
				pagination: Object.fromEntries(
					Object.entries(suggestion)
						.filter(([name]) => name !== 'contactsField')
						.map(([name, value]) => [name, value ?? documented[name]]),
				),
			}))
	);
}

function documentedSettings({ parameter, kind, first }: Position): Partial<Pagination> {
	switch (kind) {
		case 'page':
			return { pageParameter: parameter, firstPage: first };
		case 'offset':
			return { offsetParameter: parameter, firstOffset: first };
		default:
			return { cursorParameter: parameter };
	}
}

function rowsOf(some: Emulated[], read: Operation): Row[] {
	const set = new Set(some);
	return rows.filter((row) => row.read === read && set.has(row.service));
}

function wholeEverywhere(some: Emulated[], read: Operation): Emulated[] {
	const failed = rowsOf(some, read).filter(({ result }) => result !== 'whole');
	const services = new Set(failed.map(({ service }) => service));
	return some.filter((service) => !services.has(service));
}

function silent(some: Row[]): Row[] {
	return some.filter(({ result }) => result !== 'whole' && result !== 'error');
}

function split(some: Row[], isFirst: (row: Row) => boolean): [Row[], Row[]] {
	return [some.filter(isFirst), some.filter((row) => !isFirst(row))];
}

const PLAIN_PARAMETERS = ['page', 'offset', 'skip', 'start'];

function plainAndSilent(): Emulated[] {
	return pagedAndStating('nothing').filter(({ positions: [position] }) =>
		PLAIN_PARAMETERS.includes(position!.parameter),
	);
}

function pagedAndStating(stated: Stated): Emulated[] {
	return paged.filter(({ states }) => states === stated);
}

function extraRequests(some: Row[]): number[] {
	return some
		.filter(({ result }) => result === 'whole')
		.map(({ requests, leastRequests }) => requests.length - leastRequests);
}

function median(numbers: number[]): number {
	return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

function reported({ service, situation, read, result, message, requests }: Row) {
	const { name, states } = service;
	return { name, states, situation, read, result, message, requests };
}
