import fc from 'fast-check';

import { adviceFor } from '../../../../nodes/Contacts/list/advice';
import { Continuations } from '../../../../nodes/Contacts/list/continuation';
import { ID_FIELDS, knownIn } from '../../../../nodes/Contacts/list/memory';
import type { Place, Way } from '../../../../nodes/Contacts/list/state';
import { requestsAt, START, step } from '../../../../nodes/Contacts/list/step';
import { describe as describeStep } from '../../../../nodes/Contacts/list/trace';
import {
	parseWithinBudget,
	RESPONSE_LIMITS,
} from '../../../../nodes/Contacts/response/parseWithinBudget';
import { numRuns, runs } from '../../../support/runs';
import { contactsOf, range } from '../services';
import { listRequest } from '../read';

const REQUEST = listRequest({ pageSize: 50 });

/** The largest response of these tests. */
const MAX_BYTES = 1_000_000;

/** The largest one that is generated: a tenth in a plain run. */
const MAX_GENERATED = numRuns(MAX_BYTES);

/**
 * Of the processor, for a page, beside a multiple of what JSON.parse takes. It is at most 100 ms in plain
 * Node.js; Jest looks up every global in its sandbox, which makes the same code three times as slow, and a
 * busy machine doubles it.
 */
const MAX_MILLISECONDS = 600;
const MAX_PARSE_TIMES = 8;

/** Of memory, for a page, what is garbage afterwards included. */
const MAX_MEGABYTES = 100;

const SECOND_PAGE: Way = { kind: 'page', parameter: 'page', value: 2, first: 1 };

const json = (value: unknown): string => {
	const text = JSON.stringify(value);
	if (text.length > MAX_BYTES) throw new Error(`${text.length} bytes are too many for these tests`);
	return text;
};

const parse = (bytes: Buffer): unknown => {
	const parsed = parseWithinBudget(bytes);
	return 'value' in parsed ? parsed.value : undefined;
};

/** Takes a step through a list, and does what belongs to it. */
function takeStep(place: Place, text: string): Place {
	const bytes = Buffer.from(text);
	const parser = process.cpuUsage();
	JSON.parse(text);
	const parseMilliseconds = millisecondsSince(parser);
	const heap = process.memoryUsage().heapUsed;
	const processor = process.cpuUsage();
	const answer = { status: 200, headers: new Headers(), body: parse(bytes) };
	const { url } = requestsAt(place, REQUEST);
	const taken = step(place, answer, REQUEST, knownIn(place.state.memory));
	const line = describeStep(place, answer, taken);
	adviceFor(taken.state, REQUEST);
	spent.push({
		milliseconds: millisecondsSince(processor) - MAX_PARSE_TIMES * parseMilliseconds,
		megabytes: (process.memoryUsage().heapUsed - heap) / 1e6,
	});
	expect(url.origin).toBe(REQUEST.url.origin);
	expect(line).not.toBe('');
	expect(taken.next.kind).toMatch(/^(end|first|page|ask|check|choose|unknown)$/);
	return taken;
}

function millisecondsSince(start: NodeJS.CpuUsage): number {
	const { user, system } = process.cpuUsage(start);
	return (user + system) / 1_000;
}

let spent: Array<{ milliseconds: number; megabytes: number }> = [];

/** The garbage of others is collected now and then: only what is too much each time counts. */
function expectFrugal(steps: () => void): void {
	for (let tries = 1; ; tries++) {
		spent = [];
		steps();
		const milliseconds = Math.max(...spent.map((one) => one.milliseconds));
		const megabytes = Math.max(...spent.map((one) => one.megabytes));
		if (milliseconds < MAX_MILLISECONDS && megabytes < MAX_MEGABYTES) return;
		if (tries === 3) throw new Error(`Beside parsing: ${milliseconds} ms, ${megabytes} MB`);
	}
}

/** Takes the first step, and one after another page. */
function takeSteps(first: string, second: string): void {
	const { state, next } = takeStep(START, first);
	const isOver = next.kind === 'end' || next.kind === 'unknown';
	const place: Place = isOver
		? { state, next: { kind: 'page', way: SECOND_PAGE, reason: 'counted', overlap: 0 } }
		: { state, next };
	const written = new Continuations(REQUEST, { clientId: '', orgId: '', refreshToken: 'a' });
	expect(written.read(written.write(place))).toMatchObject({ next: { kind: place.next.kind } });
	takeStep(place, second);
}

/** So many fields, whose names are the text with a number. */
const fields = (count: number, name: string, value: unknown = 1) =>
	Object.fromEntries(range(count).map((n) => [name + n, value]));

const nested = (depth: number, at: string, inner: unknown): unknown =>
	depth === 0 ? inner : { [at]: nested(depth - 1, at, inner) };

beforeAll(() => {
	range(20).forEach(() => takeSteps(json({ contacts: contactsOf(500) }), json(contactsOf(500))));
});

/** Contacts without fields, as many as a page may have beside another one. */
const emptyContacts = range(RESPONSE_LIMITS.contacts - 1).map(() => ({}));

/** Names that may be those of IDs: known ones, and others that may be sent as an ID. */
const ID_NAMES = [...ID_FIELDS, ...range(27).map((n) => `n${n}id`)];
const idsOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 1]));

describe('A page of 1 MB takes little time and memory', () => {
	const wide = (prefix: string) => fields(40_000, prefix);

	it.each<[string, unknown, unknown?]>([
		['many contacts', contactsOf(25_000), contactsOf(25_000, 25_001)],
		['a first contact with many fields', [wide('a'), ...range(21_999).map(() => ({}))]],
		['a last contact with many fields', [...range(21_999).map(() => ({})), wide('next')]],
		[
			'a last contact with many cursors',
			[...emptyContacts, fields(20_000, 'nextCursor', 'abc123')],
		],
		[
			'many fields, and others on the second page',
			{ contacts: [{ id: 1 }], ...wide('a') },
			{ contacts: [{ id: 2 }], ...wide('b') },
		],
		['many signs', { contacts: contactsOf(50), ...fields(30_000, 'next_page_') }],
		['many lists', fields(40_000, 'list', [{}])],
		['many lists in lists', { a: fields(20_000, 'b', { contacts: [{}] }) }],
		[
			'a list with a long name',
			{ ['contactlist_'.repeat(800)]: contactsOf(50), ...fields(20_000, 'total_contactlist_') },
		],
		['long names', fields(100, 'next_page'.repeat(1_000), [{ id: 1 }])],
		['long texts', { contacts: contactsOf(10), nextCursor: 'a1'.repeat(490_000) }],
		['a long message', { list: [], message: 'kein '.repeat(190_000) }],
		['a long message without a list', { message: 'kein '.repeat(190_000) }],
		['long errors', { contacts: contactsOf(10), error: 'ok'.repeat(490_000) }],
		['a list of numbers', { contacts: contactsOf(10), next: range(150_000) }],
		['lists of numbers', fields(300, 'error', range(700))],
		['many relations', { contacts: [{}], links: [{ rel: range(80_000).map((n) => `r${n}`) }] }],
		['objects about links', { contacts: [{}], links: fields(60_000, 'l', 'x') }],
		['a number in an object of many', { contacts: [{}], total: { value: 7, ...wide('a') } }],
		['contacts without IDs', range(20_000).map((n) => ({ name: `Contact ${n}`, photo: `/${n}` }))],
		['contacts without fields', emptyContacts],
		['a first contact with all fields for IDs', [idsOf(ID_FIELDS), ...emptyContacts]],
		[
			'a first contact with 27 fields that end in id',
			[idsOf(ID_NAMES.slice(-27)), ...emptyContacts],
		],
		['a last contact without the IDs of the others', [...contactsOf(25_000), {}]],
		['contacts with all fields for IDs', range(3_000).map(() => idsOf(ID_FIELDS))],
		['contacts with IDs only', range(70_000).map((id) => ({ id }))],
		['contacts that are equal', range(90_000).map(() => ({ a: 1 }))],
		['IDs that are long', range(100).map((n) => ({ id: `${'"'.repeat(4_000)}${n}` }))],
		[
			'an ID of many parts',
			[
				{ [`${'a.'.repeat(2_000)}id`]: 1 },
				nested(
					400,
					'a',
					Object.assign({}, ...range(5).map((n) => fields(12_000, `a${'.a'.repeat(n)}`))),
				),
			],
		],
		['depth', nested(500, 'data', contactsOf(10))],
		['depth in a list', { contacts: range(50).map((id) => ({ id, deep: nested(400, 'a', 1) })) }],
		[
			'objects that cannot be converted to a text',
			{
				contacts: [
					{ id: 1 },
					{ id: { toString: 1 } },
					{ id: 3, next: [{ toString: 1, valueOf: 1 }] },
				],
				error: { toString: 1, valueOf: 1 },
				status: [{ toString: 1 }],
				next: [{ toString: 1 }],
				total: { value: 7, relation: { toString: 1 } },
				links: [{ rel: [{ toString: 1 }], href: { toString: 1 } }],
			},
		],
		[
			'names that objects have already',
			{
				contacts: [JSON.parse('{"__proto__":{"id":1},"constructor":1,"hasOwnProperty":1}')],
				...(JSON.parse('{"__proto__":{"next":"a"},"toString":"b","length":3}') as object),
			},
		],
		[
			'signs whose names objects have already',
			{ contacts: [], next: fields(10, '', { valueOf: 'id_id' }) },
			{ items: [] },
		],
	])('%s', (_name, first, second = first) => {
		expectFrugal(() => takeSteps(json(first), json(second)));
	});
});

describe('Of responses made with malice', () => {
	const words = fc.constantFrom(
		...'id next cursor total contacts data items links meta page error status success'.split(' '),
		...'hasMore toString valueOf __proto__ constructor rel href'.split(' '),
		...['a.b', '', '…', '\ud800', '\udc00x', '\u0000', '\u2028', 'É', 'contacts[]', '$t', 'value'],
	);
	const name = fc.oneof(
		{ weight: 5, arbitrary: words },
		fc.tuple(words, words).map((pair) => pair.join('_')),
		fc.string({ unit: 'binary', maxLength: 12 }),
		fc.tuple(words, fc.integer({ min: 1, max: 1_500 })).map(([word, times]) => word.repeat(times)),
	);
	const scalar = fc.oneof(
		fc.constantFrom<unknown>(null, true, false, 0, -1, 1, 1e308, 2 ** 53, 0.5),
		fc.constantFrom('', '0', '-1', 'no', 'ok', '/', '?'),
		fc.nat(),
		fc.webUrl(),
		fc.base64String(),
		name,
	);
	// Texts of JSON from here on: to write objects of this size out takes longer than to read them.
	const key = name.map((text) => JSON.stringify(text));
	const list = (values: string[]) => `[${values.join()}]`;
	const object = (pairs: Array<[string, string]>) =>
		`{${pairs.map((pair) => pair.join(':')).join()}}`;
	const count = fc.constantFrom(10, 300, 10_000);
	/** As many numbers as texts of this length fit into a response. */
	const fitting = (most: number, length: number) =>
		range(Math.min(most, Math.floor(MAX_GENERATED / length)));
	const { value } = fc.letrec<{ value: string }>((tie) => ({
		value: fc.oneof(
			{ depthSize: 'small' },
			scalar.map((one) => JSON.stringify(one)),
			fc.array(tie('value'), { maxLength: 6 }).map(list),
			fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }).map(object),
			// The same many times, with numbers so that all differ.
			fc.tuple(key, tie('value'), count).map(([quoted, inner, most]) => {
				const numbers = fitting(most, quoted.length + inner.length + 8);
				return object(numbers.map((number) => [`${quoted.slice(0, -1)}${number}"`, inner]));
			}),
			fc
				.tuple(tie('value'), count)
				.map(([inner, most]) => list(fitting(most, inner.length + 1).map(() => inner))),
			fc
				.tuple(key, tie('value'), fc.nat({ max: 500 }))
				.map(([quoted, inner, depth]) =>
					quoted.length > 100 ? inner : `{${quoted}:`.repeat(depth) + inner + '}'.repeat(depth),
				),
		),
	}));
	const body = fc
		.oneof(
			value,
			fc.tuple(value, value).map(([contacts, next]) => `{"contacts":${contacts},"next":${next}}`),
			fc
				.tuple(fc.array(value, { maxLength: 3 }), fc.array(fc.tuple(key, value), { maxLength: 6 }))
				.map(([items, rest]) => object([['"items"', list(items)], ...rest])),
		)
		.map((text) => (text.length <= MAX_BYTES ? text : '[]'));

	it('each is contacts or a failure, never an exception, and none takes long', () => {
		const property = fc.property(body, body, (first, second) => {
			expectFrugal(() => takeSteps(first, second));
		});
		fc.assert(property, runs(500));
	});
});
