/** What the kernel believes: for each reason, the facts that it takes, and those that refute it. */
import {
	acceptEnd,
	acceptPage,
	compare,
	END_REASONS,
	type EndFacts,
	type EndReason,
	type Facts,
	PAGE_REASONS,
	type PageClaim,
	type PageReason,
	type Refutation,
} from '../../../../nodes/Contacts/list/kernel';

describe('A response is compared with what came: it has', () => {
	interface Known {
		last: number[];
		lastCount: number;
		pages: number[][];
	}

	/** Contacts 1 to 3 came on one page. */
	const ONE_PAGE: Known = { last: [1, 2, 3], lastCount: 3, pages: [[1, 2, 3]] };
	/** Of the last page, only the last two contacts are remembered one by one. */
	const LONG_PAGE: Known = { last: [2, 3], lastCount: 3, pages: [[1, 2, 3]] };
	const TWINS: Known = { last: [1, 2, 2], lastCount: 3, pages: [[1, 2, 2]] };

	it.each<[string, number[], Partial<Facts>, Partial<Known>?]>([
		['no contacts', [], { count: 0 }, { pages: [[]] }],
		['new contacts', [4, 5], { count: 2 }],
		['the last contact, first', [3, 4], { count: 2, overlaps: [1], known: [0] }],
		['the last two, first', [2, 3, 4], { count: 3, overlaps: [2], known: [0, 1] }],
		['all of them, first', [1, 2, 3, 4, 5], { count: 5, overlaps: [3], known: [0, 1, 2] }],
		['the last contact alone', [3], { count: 1, overlaps: [1], known: [0] }],
		['the last two, the wrong way round', [3, 2], { count: 2, overlaps: [1], known: [0, 1] }],
		['a known contact, but not first', [4, 3], { count: 2, known: [1] }],
		['the same contacts', [1, 2, 3], { count: 3, isSame: true, overlaps: [3], known: [0, 1, 2] }],
		['equal contacts', [2, 2, 4], { count: 3, overlaps: [1, 2], known: [0, 1] }, TWINS],
		['a long page, first', [1, 2, 3, 4], { count: 4, overlaps: [3], known: [0, 1, 2] }, LONG_PAGE],
		['a long page alone', [1, 2, 3], { count: 3, isSame: true, known: [0, 1, 2] }, LONG_PAGE],
		['a page like a long one', [9, 2, 3, 4], { count: 4, known: [1, 2] }, LONG_PAGE],
		[
			'an earlier page, after an empty one',
			[1, 2, 3],
			{ count: 3, overlaps: [3], known: [0, 1, 2] },
			{ lastCount: 0 },
		],
		['a last contact of which nothing is known', [7, 8], { count: 2 }, { last: [7] }],
	])('%s', (_name, keys, expected, known = {}) => {
		const { last, lastCount, pages } = { ...ONE_PAGE, ...known };
		const wasRead = (page: readonly number[]) => pages.some((one) => String(one) === String(page));
		const read = { known: new Set([1, 2, 3]), last, lastCount, wasRead };
		expect(compare(keys, read, 'there')).toEqual({
			...{ isSame: false, overlaps: [], known: [], position: 'there' },
			...expected,
		});
	});
});

describe('A page of four contacts is believed', () => {
	type Row = [
		reason: PageReason,
		claim: Partial<PageClaim>,
		facts: Partial<Facts>,
		/** How many contacts are new; or why it is refuted, and how many contacts were known. */
		expected: number | [Refutation['refutation'], number],
	];

	const two = { overlap: 2 };
	const TWO_AGAIN = { overlaps: [2], known: [0, 1] };
	const THERE = { position: 'there' } as const;
	const ELSEWHERE = { position: 'elsewhere' } as const;
	const NONE = { count: 0 };
	const unique = { overlap: 2, isUnique: true };
	const proven = { isProven: true };
	const confirmed = { isConfirmed: true };
	const mayRepeat = { mayRepeat: true };
	const mayLack = { overlap: 2, mayLackOverlap: true };

	const rows: Row[] = [
		['first', {}, {}, 4],
		['first', {}, NONE, 0],
		['first', {}, ELSEWHERE, ['positionUnexpected', 0]],

		['stated', {}, {}, 4],
		['stated', {}, THERE, 4],
		['stated', {}, NONE, 0],
		['stated', {}, { isSame: true }, ['pageRepeated', 0]],
		['stated', mayRepeat, { isSame: true, known: [0] }, ['pageRepeated', 1]],
		['stated', {}, { known: [0, 1, 2, 3] }, ['pageRepeated', 4]],
		['stated', {}, { known: [0] }, ['contactsRepeated', 1]],
		['stated', {}, ELSEWHERE, ['positionUnexpected', 0]],
		['stated', two, TWO_AGAIN, 2],
		['stated', two, { overlaps: [1], known: [0] }, ['positionUnexpected', 1]],
		['stated', two, { overlaps: [2], known: [0, 1, 2] }, ['contactsRepeated', 1]],
		['stated', two, { overlaps: [2], known: [0, 1, 2, 3] }, ['pageRepeated', 2]],
		['stated', two, { ...TWO_AGAIN, count: 2 }, 0],

		['overlap', unique, TWO_AGAIN, 2],
		['overlap', unique, {}, ['positionUnexpected', 0]],
		['overlap', two, TWO_AGAIN, ['unproven', 0]],
		['overlap', { isUnique: true }, {}, ['unproven', 0]],
		['overlap', { ...two, ...proven }, TWO_AGAIN, 2],

		['counted', confirmed, {}, 4],
		['counted', {}, {}, ['unproven', 0]],
		['counted', confirmed, NONE, ['unproven', 0]],
		['counted', proven, NONE, 0],

		['echoed', {}, THERE, 4],
		['echoed', {}, {}, ['unproven', 0]],
		['echoed', {}, ELSEWHERE, ['positionUnexpected', 0]],
		['echoed', {}, { ...THERE, ...NONE }, ['unproven', 0]],
		['echoed', proven, {}, 4],
		['echoed', proven, ELSEWHERE, ['positionUnexpected', 0]],

		['setByHand', {}, {}, 4],
		['setByHand', mayLack, {}, 4],
		['setByHand', mayLack, TWO_AGAIN, 2],
		['setByHand', mayLack, { known: [0] }, ['contactsRepeated', 1]],
		['setByHand', mayRepeat, { known: [0, 1] }, 4],
		['setByHand', mayRepeat, { known: [0, 1, 2] }, ['contactsRepeated', 3]],
		['setByHand', mayRepeat, { count: 1, known: [0] }, 1],
		['setByHand', mayRepeat, { isSame: true, known: [0, 1] }, ['pageRepeated', 2]],
	];

	it.each(rows)('%s: %j, %j: %j', (reason, claim, facts, expected) => {
		const all: Facts = {
			...{ count: 4, isSame: false, overlaps: [], known: [], position: undefined },
			...facts,
		};
		const contacts = ['Ada', 'Bob', 'Cleo', 'Dan'].slice(0, all.count);
		expect(acceptPage({ reason, overlap: 0, ...claim }, all, contacts)).toEqual(
			typeof expected === 'number'
				? { reason, contacts: contacts.slice(all.count - expected) }
				: { refutation: expected[0], known: expected[1] },
		);
	});

	it('for each reason in one row, and in another it is not', () => {
		for (const accepts of [true, false]) {
			const reasons = rows.filter((row) => (typeof row[3] === 'number') === accepts);
			expect([...new Set(reasons.map(([reason]) => reason))]).toEqual(Object.keys(PAGE_REASONS));
		}
	});
});

describe('An end is believed', () => {
	type Row = [EndReason, 'yes' | 'no', Partial<EndFacts>];

	const MORE = { saysMore: true };
	const LEADS = { leadsOn: true };

	const rows: Row[] = [
		['said', 'yes', { saysEnd: true }],
		['said', 'yes', { saysEnd: true, ...LEADS, next: 'empty' }],
		['said', 'no', {}],
		['said', 'no', { saysEnd: true, ...MORE }],
		['said', 'no', { saysEnd: true, ...LEADS }],

		['noLongerSaid', 'yes', { wasLed: true }],
		['noLongerSaid', 'no', {}],
		['noLongerSaid', 'no', { wasLed: true, ...MORE }],
		['noLongerSaid', 'no', { wasLed: true, ...LEADS }],

		['wouldBeSaid', 'yes', { wouldSayMore: true }],
		['wouldBeSaid', 'no', {}],
		['wouldBeSaid', 'no', { wouldSayMore: true, ...MORE }],
		['wouldBeSaid', 'no', { wouldSayMore: true, ...LEADS }],

		['pastTheEnd', 'yes', { wasCounted: true, next: 'empty' }],
		['pastTheEnd', 'yes', { wasCounted: true, next: 'empty', ...MORE }],
		['pastTheEnd', 'yes', { wasCounted: true, next: 'refused' }],
		['pastTheEnd', 'no', { wasCounted: true, next: 'refused', ...MORE }],
		['pastTheEnd', 'no', { wasCounted: true, next: 'overlap' }],
		['pastTheEnd', 'no', { wasCounted: true }],
		['pastTheEnd', 'no', { next: 'empty' }],

		['onlyOverlap', 'yes', { next: 'overlap' }],
		['onlyOverlap', 'no', { next: 'empty' }],
		['onlyOverlap', 'no', {}],
		['onlyOverlap', 'no', { next: 'overlap', ...MORE }],
		['onlyOverlap', 'no', { next: 'overlap', ...LEADS }],

		['allHaveCome', 'yes', { isTotal: true }],
		['allHaveCome', 'no', {}],

		['pageSize', 'yes', { isWholeOnLargerPage: true }],
		['pageSize', 'no', {}],

		['short', 'yes', {}],
		['short', 'yes', { hasReacted: false }],
		['short', 'no', MORE],
		['short', 'no', LEADS],
		['short', 'no', { mayLeadOn: true }],
		['short', 'no', { isFull: true }],
		['short', 'no', { hasReacted: true }],

		['setByHand', 'yes', { isSetByHand: true }],
		['setByHand', 'no', {}],
		['setByHand', 'no', { isSetByHand: true, ...MORE }],
	];

	it.each(rows)('%s: %s with %j', (reason, isBelieved, facts) => {
		const none = { saysMore: false, saysEnd: false, leadsOn: false, mayLeadOn: false };
		const rest = { isFull: false, wasLed: false, wasCounted: false, isTotal: false };
		const all: EndFacts = { ...none, ...rest, isSetByHand: false, ...facts };
		expect(acceptEnd(reason, all)).toEqual(isBelieved === 'yes' ? { reason } : undefined);
	});

	it.each(['yes', 'no'])('for each reason in a row: %s', (isBelieved) => {
		const reasons = rows.filter((row) => row[1] === isBelieved).map(([reason]) => reason);
		expect([...new Set(reasons)]).toEqual(Object.keys(END_REASONS));
	});
});
