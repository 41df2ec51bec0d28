/** What an answer proves, or shows to be wrong, in the place where it was requested. */
import { knownIn } from '../../../../nodes/Contacts/list/memory';
import type { Place, Way } from '../../../../nodes/Contacts/list/state';
import { START, step } from '../../../../nodes/Contacts/list/step';
import { listRequest, type Pagination } from '../read';
import { contactsOf, range } from '../services';
import { response, sign } from './lists';

/** Takes a step from a place, with contacts, the body of a page or the status of an error. */
function take(place: Place, answered: unknown, pagination: Partial<Pagination> = {}) {
	const body = Array.isArray(answered) ? { items: answered } : answered;
	const answer = typeof body === 'number' ? { status: body } : response(body);
	const request = listRequest({ pageSize: 50, pagination });
	return step(place, answer, request, knownIn(place.state.memory));
}

/** The number of new contacts, and what follows. */
function shown({ contacts, next, state }: ReturnType<typeof take>): string {
	const { found } = state;
	const way = found && 'parameter' in found ? ` by ${found.parameter}` : '';
	const first = found && 'first' in found ? ` from ${found.first}` : '';
	const outcomes = next.kind === 'ask' ? ` ${next.outcomes.join(' ')}` : '';
	const reason = next.kind === 'unknown' ? ` ${next.failure.reason}` : '';
	return `${contacts.length} ${next.kind}${way}${first}${outcomes}${reason}`;
}

const first = take(START, contactsOf(50));
const from = (id: number) => contactsOf(50, id);

it.each<[string, unknown, string]>([
	['the same page', from(1), '0 ask same'],
	['nothing', [], '0 ask empty'],
	['an error', 400, '0 ask error'],
	['no list', { message: 'x' }, '0 ask error'],
	['new contacts', from(51), '0 ask new'],
	['the last contact', from(50), '49 page by offset from 0'],
	['the last two', from(49), '48 page by offset from 1'],
	['the last three', from(48), '47 page by skip from 0'],
	['the last contact alone', contactsOf(1, 50), '0 end by offset from 0'],
	['the last four alone', contactsOf(4, 47), '0 end by skip from 1'],
	['more of the last contacts than were asked for', from(21), '0 ask mixed'],
	['more of the last contacts than are remembered', from(12), '0 ask mixed'],
	['the last contact behind others', [...from(60), ...contactsOf(1, 50)], '0 ask mixed'],
	['a known contact among others', [...from(60), ...contactsOf(1, 1)], '0 ask mixed'],
])('judges an answer with %s', (_name, body, expected) => {
	expect(shown(take(first, body))).toContain(expected);
});

it('keeps the answers to earlier questions', () => {
	const again = take(take(first, from(1)), from(1));
	expect(again.next).toMatchObject({ kind: 'ask', outcomes: [['same', 'same']] });
	const state = { ...first.state, discovered: LINK };
	const { next } = take({ ...first, state }, from(1));
	expect(next).toMatchObject({ kind: 'ask', outcomes: [[], ['same']] });
});

const PAGE: Way = { kind: 'page', parameter: 'page', value: 2, first: 1 };
const ECHO = { name: 'page', lead: 0 };
const END_ECHO = { name: 'offset', lead: 0, isEnd: true } as const;
const OFFSET: Way = { kind: 'offset', parameter: 'offset', value: 50, first: 0, echo: END_ECHO };
const LINK: Way = { kind: 'link', link: '/v1/contacts?p=2', field: 'next' };
const at = (way: Way, overlap = 0, mayBeEnd?: true): Place => ({
	state: first.state,
	next: { kind: 'page', way, overlap, mayBeEnd },
});
const AFTER_PAGE_1: Place = {
	state: { ...first.state, signs: [sign('page', 'page', 1)] },
	next: { kind: 'page', way: LINK, overlap: 0 },
};
const CURSOR: Partial<Pagination> = { mode: 'cursor' };
const UNCHECKED = { checkRepeats: false };
const AGAIN = '0 unknown pageRepeated';
const REPEATED = '0 unknown contactsRepeated';
const ELSEWHERE = '0 unknown positionUnexpected';

it.each<[string, Place, unknown, string, Partial<Pagination>?]>([
	['the next page', at(PAGE), from(51), '50 page'],
	['the same page', at(PAGE), from(1), AGAIN],
	['the same page where that may be the end', at(PAGE, 0, true), from(1), '0 end'],
	['known contacts alone', at(PAGE), contactsOf(4, 1), AGAIN],
	['some known contacts', at(PAGE), from(50), REPEATED],
	['them, where that may be the end', at(PAGE, 0, true), from(50), REPEATED],
	['them, unchecked', at(PAGE), from(50), '50 page', UNCHECKED],
	['more of them than new ones', at(PAGE), contactsOf(8, 46), REPEATED, UNCHECKED],
	['as many of both, unchecked', at(PAGE), contactsOf(8, 47), '8 page', UNCHECKED],
	['one known contact, unchecked', at(PAGE), contactsOf(1, 50), '1 page', UNCHECKED],
	['two known contacts of three, unchecked', at(PAGE), contactsOf(3, 49), REPEATED, UNCHECKED],
	[
		'a page after the next one, by hand',
		AFTER_PAGE_1,
		{ items: from(51), page: 3 },
		ELSEWHERE,
		CURSOR,
	],
	['the next page, by hand', AFTER_PAGE_1, { items: from(51), page: 2 }, '50 end', CURSOR],
	['a page after the next one', AFTER_PAGE_1, { items: from(51), page: 3 }, '50 end'],
	['the contact that overlaps', at(PAGE, 1), from(50), '49 page'],
	['none that overlaps', at(PAGE, 1), from(51), ELSEWHERE],
	['none that overlaps, but may', at(PAGE, 1), from(51), '50 page', { isInclusive: true }],
	['the overlap alone', at(PAGE, 1), contactsOf(1, 50), '0 end'],
	['nothing where contacts overlap', at(PAGE, 1), [], ELSEWHERE],
	['nothing', at(PAGE), [], '0 end'],
	['nothing of another page', at({ ...PAGE, echo: ECHO }), { items: [], page: 3 }, ELSEWHERE],
	['another page', at({ ...PAGE, echo: ECHO }), { items: from(51), page: 3 }, ELSEWHERE],
	['the stated page', at({ ...PAGE, echo: ECHO }), { items: from(51), page: 2 }, '50 page'],
	['the stated end', at(OFFSET), { items: from(51), offset: 100 }, '50 page'],
	['another end', at(OFFSET), { items: from(51), offset: 150 }, ELSEWHERE],
	['an end of 0 on the last page', at(OFFSET), { items: from(51), offset: 0 }, '50 page'],
	['a status of no page', at(PAGE), 404, '0 rejected'],
	['a status that ends the list by the settings', at(PAGE), 404, '0 end', { endsWithError: true }],
	['another status', at(PAGE), 500, '0 rejected', { endsWithError: true }],
	['a link that leads nowhere', at(LINK), 404, '0 ask'],
	['a link that is refused', at(LINK), 400, '0 rejected'],
	['no first page', START, 404, '0 rejected', { endsWithError: true }],
])('%s leads on so', (_name, place, body, expected, pagination = {}) => {
	expect(shown(take(place, body, pagination))).toContain(expected);
});

/** So many fields with short names. */
const fields = (count: number) => Object.fromEntries(range(count).map((n) => [`f${n}`, n]));

it.each<[string, object, string | undefined]>([
	['a contact', { firstName: 'Ada' }, 'camel'],
	['one in capitals', { ZIP: 1 }, 'upper'],
	['one with a capital', { Name: 'Ada' }, 'pascal'],
	['one with a hyphen', { 'first-name': 'Ada' }, 'kebab'],
	['single words', { id: 1, name: 'Ada' }, undefined],
	['two capitals', { ID: 1 }, undefined],
	['capitals at its start', { PDFs: 1 }, undefined],
	['a number before capitals', { '1Ab': 1, '1ABC': 1 }, undefined],
	['199 characters', { [`a_${'x'.repeat(197)}`]: 1 }, 'snake'],
	['200 characters', { [`a_${'x'.repeat(198)}`]: 1 }, undefined],
	['the 27th field', { ...fields(26), first_name: 1 }, 'snake'],
	['the 28th field', { ...fields(27), first_name: 1 }, undefined],
])('how names are written is taken from %s', (_name, contact, style) => {
	expect(take(START, [contact]).state.style).toBe(style);
});

it('how names are written is taken from what is about pages first, but not from headers', () => {
	const items = [{ first_name: 'Ada' }];
	expect(take(START, { items, nextCursor: 'abc' }).state.style).toBe('camel');
	const answer = response({ items }, { 'X-Total-Count': '50' });
	expect(step(START, answer, listRequest({ pageSize: 50 }), new Set()).state.style).toBe('snake');
});

it.each<[string, object[], string, unknown[]]>([
	['of contacts', contactsOf(2), 'id', [1, 2]],
	['of the last 27', contactsOf(30), 'id', range(27).map((n) => n + 4)],
	['in a likely field', [{ ref_no: 'a' }, { ref_no: 'b' }], 'ref_no', ['a', 'b']],
	[
		'in a field that differs',
		[
			{ ref: 1, code: 1 },
			{ ref: 1, code: 2 },
		],
		'code',
		[1, 2],
	],
	['in a field that one does not have', [{ code: 1 }, {}], 'code', []],
	[
		'in no field',
		[
			{ name: 'Ada', codes: 1, 'a.code': 1 },
			{ name: 'Bob', codes: 2, 'a.code': 2 },
		],
		'',
		[],
	],
	['of 200 bytes', [{ id: 'x'.repeat(198) }], 'id', ['x'.repeat(198)]],
	['of more bytes', [{ id: 'x'.repeat(199) }], 'id', []],
])('IDs are kept %s', (_name, contacts, field, values) => {
	expect(take(START, contacts).state.ids).toEqual({ field, values });
});

it('IDs are kept of 1,200 bytes at most, and beyond an empty page', () => {
	const ids = range(12).map((n) => `${n}`.padStart(106, 'x'));
	const { state } = take(
		START,
		ids.map((id) => ({ id })),
	);
	expect(state.ids.values).toEqual(ids.slice(1));
	expect(take({ state, next: at(PAGE).next }, []).state.ids).toEqual(state.ids);
});
