/** For each reason of the kernel, the facts that prove it, and those that refute it: rows of `kernel.test.ts`. */
import type {
	EndFacts,
	EndReason,
	Facts,
	PageClaim,
	PageReason,
	Refutation,
} from '../../../../../nodes/Contacts/list/kernel';

const NONE = { count: 0, fresh: 0 };
const LACKS = { hasOverlap: false };
const two = { overlap: 2 };
const proven = { isProven: true };
const confirmed = { isConfirmed: true };
const mayRepeat = { mayRepeat: true };

/** Claims and facts of a page of four contacts: how many are new, or why it is refuted. */
export const PAGES: Record<
	PageReason,
	Array<[Partial<PageClaim>, Partial<Facts>, number | Refutation]>
> = {
	first: [
		[{}, NONE, 0],
		[{}, { repeated: 1 }, 'contactsRepeated'],
		[mayRepeat, { repeated: 4 }, 4],
	],
	stated: [
		[{}, {}, 4],
		[{}, { repeated: 4 }, 'pageRepeated'],
		[two, { fresh: 2 }, 2],
		[two, LACKS, 'positionUnexpected'],
	],
	overlap: [
		[two, { count: 2, fresh: 0 }, 0],
		[two, LACKS, 'positionUnexpected'],
		[{}, {}, 'positionUnexpected'],
		[proven, {}, 4],
	],
	counted: [
		[confirmed, {}, 4],
		[{}, {}, 'positionUnexpected'],
		[confirmed, NONE, 'positionUnexpected'],
		[proven, NONE, 0],
	],
	setByHand: [
		[{}, {}, 4],
		[{}, { repeated: 1 }, 'contactsRepeated'],
		[{ ...two, mayLackOverlap: true }, LACKS, 4],
		[mayRepeat, { repeated: 3 }, 4],
		[mayRepeat, { repeated: 4 }, 'pageRepeated'],
		[{ ...mayRepeat, ...proven }, { repeated: 4 }, 4],
	],
};

const FULL = { isFull: true };
const saysEnd = { saysEnd: true };
const wouldSay = { wouldSayMore: true };
const mayHave = { mayHaveMore: true };
const byHand = { isSetByHand: true };
const counted = { wasCounted: true };

/** The facts that prove an end, and those that do not. */
export const ENDS: Record<
	EndReason,
	[proofs: Array<Partial<EndFacts>>, others: Array<Partial<EndFacts>>]
> = {
	said: [[saysEnd], [{}, { ...saysEnd, ...FULL }]],
	wouldBeSaid: [
		[{ ...wouldSay, ...FULL }, wouldSay, { ...wouldSay, ...mayHave, ...FULL }],
		[{}, { ...wouldSay, ...mayHave }],
	],
	gone: [[{ wasLed: true, ...FULL }], [{}]],
	onlyOverlap: [[{ next: 'overlap' }], [{}, { next: 'empty' }]],
	pastTheEnd: [
		[
			{ ...counted, next: 'empty', ...FULL },
			{ ...counted, next: 'missing', ...FULL },
			{ ...counted, next: 'lastAgain', ...FULL },
			{ ...counted, next: 'refused' },
			{ ...counted, next: 'refused', ...FULL, isEndSeen: true },
		],
		[
			{ ...counted, next: 'refused', ...FULL },
			{ ...counted, next: 'overlap' },
			{ ...counted, next: undefined },
			{ next: 'empty' },
		],
	],
	allHaveCome: [[{ isTotal: true, ...FULL }], [{}]],
	short: [[{}], [FULL, wouldSay, mayHave]],
	setByHand: [
		[
			{ ...byHand, ...FULL },
			{ ...byHand, leadsOn: true },
		],
		[{}],
	],
};
