/** What the kernel believes: for each reason, the facts that prove it, and those that refute it. */
import {
	acceptEnd,
	acceptPage,
	compare,
	END_REASONS,
	type EndFacts,
	type EndReason,
	type Facts,
	isEnd,
	PAGE_REASONS,
	type PageClaim,
	type PageReason,
	type Refutation,
} from '../../../../nodes/Contacts/list/kernel';

describe('A response is compared with contacts 1 to 3. It has', () => {
	it.each<[string, keys: number[], overlap: number, Partial<Facts>]>([
		['no contacts', [], 0, {}],
		['no contacts, where the last one was expected', [], 1, { hasOverlap: false }],
		['new contacts', [4, 5], 0, { fresh: 2 }],
		['the last contact first', [3, 4], 1, { fresh: 1 }],
		['the last two first', [2, 3, 4], 2, { fresh: 1 }],
		['all of them first', [1, 2, 3, 4], 3, { fresh: 1 }],
		['the last contact alone', [3], 1, { fresh: 0 }],
		['the last contact first, and a known one', [3, 4, 1], 1, { fresh: 2, repeated: 1 }],
		['another contact first', [4, 3], 1, { hasOverlap: false, fresh: 2, repeated: 1 }],
		['one of the last two', [2, 4], 2, { hasOverlap: false, fresh: 2, repeated: 1 }],
		['the last two in reverse', [3, 2], 2, { hasOverlap: false, fresh: 2, repeated: 2 }],
		['a contact again that was not asked for', [3, 4], 0, { fresh: 2, repeated: 1 }],
		[
			'more than there is to start with',
			[3, 4, 5, 6],
			4,
			{ hasOverlap: false, fresh: 4, repeated: 1 },
		],
	])('%s', (_name, keys, overlap, facts) => {
		const known = { contacts: new Set([1, 2, 3]), last: [1, 2, 3] };
		const expected = { count: keys.length, hasOverlap: true, repeated: 0, fresh: 0, ...facts };
		expect(compare(keys, overlap, known)).toEqual(expected);
	});
});

describe('A page of four contacts is believed', () => {
	const two = { overlap: 2 };
	const proven = { isProven: true };
	const confirmed = { isConfirmed: true };
	const mayRepeat = { mayRepeat: true };
	const LACKS = { hasOverlap: false };
	const NONE = { count: 0, fresh: 0 };

	/** How many contacts are new, or why it is refuted. */
	const rows: Array<[PageReason, Partial<PageClaim>, Partial<Facts>, number | Refutation]> = [
		['first', {}, {}, 4],
		['first', {}, NONE, 0],
		['first', {}, { repeated: 1 }, 'contactsRepeated'],

		['stated', {}, {}, 4],
		['stated', {}, NONE, 0],
		['stated', {}, { repeated: 4 }, 'pageRepeated'],
		['stated', {}, { repeated: 1 }, 'contactsRepeated'],
		['stated', two, { fresh: 2 }, 2],
		['stated', two, LACKS, 'positionUnexpected'],
		['stated', two, { fresh: 2, repeated: 1 }, 'contactsRepeated'],
		['stated', two, { fresh: 2, repeated: 2 }, 'pageRepeated'],

		['overlap', two, { fresh: 2 }, 2],
		['overlap', two, { count: 2, fresh: 0 }, 0],
		['overlap', two, LACKS, 'positionUnexpected'],
		['overlap', {}, {}, 'positionUnexpected'],
		['overlap', proven, {}, 4],

		['counted', confirmed, {}, 4],
		['counted', {}, {}, 'positionUnexpected'],
		['counted', { isConfirmed: false }, {}, 'positionUnexpected'],
		['counted', confirmed, NONE, 'positionUnexpected'],
		['counted', proven, NONE, 0],

		['setByHand', {}, {}, 4],
		['setByHand', {}, { repeated: 1 }, 'contactsRepeated'],
		['setByHand', { ...two, mayLackOverlap: true }, LACKS, 4],
		['setByHand', { ...two, mayLackOverlap: true }, { fresh: 2 }, 2],
		['setByHand', mayRepeat, { repeated: 2 }, 4],
		['setByHand', mayRepeat, { repeated: 3 }, 4],
		['setByHand', mayRepeat, { repeated: 4 }, 'pageRepeated'],
		['setByHand', { ...mayRepeat, ...proven }, { repeated: 4 }, 4],
		['first', mayRepeat, { repeated: 4 }, 4],
	];

	it.each(rows)('%s: %j, %j: %j', (reason, claim, facts, expected) => {
		const all: Facts = { count: 4, hasOverlap: true, repeated: 0, fresh: 4, ...facts };
		const contacts = ['Ada', 'Bob', 'Cleo', 'Dan'].slice(0, all.count);
		expect(acceptPage({ reason, overlap: 0, ...claim }, all, contacts)).toEqual(
			typeof expected === 'string'
				? expected
				: { reason, contacts: contacts.slice(all.count - expected) },
		);
	});

	it.each(['number', 'string'])('for each reason in a row: %s', (type) => {
		const reasons = rows.filter((row) => typeof row[3] === type).map(([reason]) => reason);
		expect([...new Set(reasons)]).toEqual(Object.keys(PAGE_REASONS));
	});
});

describe('An end is believed', () => {
	const MORE = { saysMore: true };
	const LEADS = { leadsOn: true };
	const FULL = { isFull: true };
	const counted = { wasCounted: true };
	const refused = { ...counted, next: 'refused' } as const;

	const rows: Array<[EndReason, 'yes' | 'no', Partial<EndFacts>]> = [
		['said', 'yes', { saysEnd: true }],
		['said', 'no', {}],
		['said', 'no', { saysEnd: true, ...FULL }],
		['said', 'no', { saysEnd: true, ...MORE }],
		['said', 'no', { saysEnd: true, ...LEADS }],

		['wouldBeSaid', 'yes', { wouldSayMore: true, ...FULL }],
		['wouldBeSaid', 'yes', { wouldSayMore: true }],
		['wouldBeSaid', 'yes', { wouldSayMore: true, mayHaveMore: true, ...FULL }],
		['wouldBeSaid', 'no', { wouldSayMore: true, mayHaveMore: true }],
		['wouldBeSaid', 'no', {}],
		['wouldBeSaid', 'no', { wouldSayMore: true, ...MORE }],
		['wouldBeSaid', 'no', { wouldSayMore: true, ...LEADS }],

		['gone', 'yes', { wasLed: true, ...FULL }],
		['gone', 'no', {}],
		['gone', 'no', { wasLed: true, ...MORE }],
		['gone', 'no', { wasLed: true, ...LEADS }],

		['onlyOverlap', 'yes', { next: 'overlap' }],
		['onlyOverlap', 'no', { next: 'empty' }],
		['onlyOverlap', 'no', {}],
		['onlyOverlap', 'no', { next: 'overlap', ...MORE }],
		['onlyOverlap', 'no', { next: 'overlap', ...LEADS }],

		['pastTheEnd', 'yes', { ...counted, next: 'empty', ...FULL }],
		['pastTheEnd', 'yes', { ...counted, next: 'missing', ...FULL }],
		['pastTheEnd', 'yes', { ...counted, next: 'lastAgain', ...FULL }],
		['pastTheEnd', 'yes', refused],
		['pastTheEnd', 'yes', { ...refused, ...FULL, isEndSeen: true }],
		['pastTheEnd', 'no', { ...refused, ...FULL }],
		['pastTheEnd', 'no', { ...refused, ...MORE }],
		['pastTheEnd', 'no', { ...counted, next: 'overlap' }],
		['pastTheEnd', 'no', { ...counted, isEndSeen: true }],
		['pastTheEnd', 'no', { next: 'empty' }],

		['allHaveCome', 'yes', { isTotal: true, ...FULL }],
		['allHaveCome', 'no', {}],

		['short', 'yes', {}],
		['short', 'no', FULL],
		['short', 'no', MORE],
		['short', 'no', LEADS],
		['short', 'no', { wouldSayMore: true }],
		['short', 'no', { mayHaveMore: true }],

		['setByHand', 'yes', { isSetByHand: true, ...FULL }],
		['setByHand', 'yes', { isSetByHand: true, ...LEADS }],
		['setByHand', 'no', {}],
		['setByHand', 'no', { isSetByHand: true, ...MORE }],
	];

	it.each(rows)('%s: %s with %j', (reason, isBelieved, facts) => {
		const none = { isFull: false, saysMore: false, saysEnd: false, leadsOn: false };
		const rest = { wasLed: false, wasCounted: false, isTotal: false, isSetByHand: false };
		const end = acceptEnd(reason, { ...none, ...rest, ...facts });
		expect(end).toEqual(isBelieved === 'yes' ? { end: reason } : undefined);
		expect([{}, end ?? {}].map(isEnd)).toEqual([false, isBelieved === 'yes']);
	});

	it.each(['yes', 'no'])('for each reason in a row: %s', (isBelieved) => {
		const reasons = rows.filter((row) => row[1] === isBelieved).map(([reason]) => reason);
		expect([...new Set(reasons)]).toEqual(Object.keys(END_REASONS));
	});
});
