/** What the kernel believes, and what it does not. */
import {
	acceptEnd,
	acceptPage,
	compare,
	END_REASONS,
	type EndReason,
	type Facts,
	isEnd,
	PAGE_REASONS,
	type PageReason,
} from '../../../../../nodes/Contacts/list/kernel';
import { ENDS, PAGES } from './kernelRows';

it.each<[string, keys: number[], overlap: number, Partial<Facts>]>([
	['no contacts, where the last one was expected', [], 1, { hasOverlap: false }],
	['new contacts', [4, 5], 0, { fresh: 2 }],
	['the last two first', [2, 3, 4], 2, { fresh: 1 }],
	['all of them first', [1, 2, 3, 4], 3, { fresh: 1 }],
	['the last contact alone', [3], 1, {}],
	['the last contact first, and a known one', [3, 4, 1], 1, { fresh: 2, repeated: 1 }],
	['another contact first', [4, 3], 1, { hasOverlap: false, fresh: 2, repeated: 1 }],
	['the last two in reverse', [3, 2], 2, { hasOverlap: false, fresh: 2, repeated: 2 }],
	['more than there are', [3, 4, 5, 6], 4, { hasOverlap: false, fresh: 4, repeated: 1 }],
])('Compared with contacts 1 to 3, a response has %s', (_name, keys, overlap, facts) => {
	const known = { contacts: new Set([1, 2, 3]), last: [1, 2, 3] };
	const expected = { count: keys.length, hasOverlap: true, repeated: 0, fresh: 0, ...facts };
	expect(compare(keys, overlap, known)).toEqual(expected);
});

it.each(Object.keys(PAGE_REASONS) as PageReason[])('A page is believed: %s', (reason) => {
	for (const [claim, facts, expected] of PAGES[reason]) {
		const all: Facts = { count: 4, hasOverlap: true, repeated: 0, fresh: 4, ...facts };
		const contacts = ['Ada', 'Bob', 'Cleo', 'Dan'].slice(0, all.count);
		const isRefuted = typeof expected === 'string';
		expect(acceptPage({ reason, overlap: 0, ...claim }, all, contacts)).toEqual(
			isRefuted ? expected : { reason, contacts: contacts.slice(all.count - expected) },
		);
	}
});

it.each(Object.keys(END_REASONS) as EndReason[])('An end is believed: %s', (reason) => {
	const none = { isFull: false, saysMore: false, saysEnd: false, leadsOn: false };
	const rest = { wasLed: false, wasCounted: false, isTotal: false, isSetByHand: false };
	const endOf = (facts: object) => acceptEnd(reason, { ...none, ...rest, ...facts });
	const [proofs, others] = ENDS[reason];
	for (const facts of proofs) {
		expect(endOf(facts)).toEqual({ end: reason });
		expect(endOf({ ...facts, saysMore: true })).toBeUndefined();
		if (reason !== 'setByHand') expect(endOf({ ...facts, leadsOn: true })).toBeUndefined();
	}
	for (const facts of others) expect(endOf(facts)).toBeUndefined();
	expect([{}, { end: reason }].map(isEnd)).toEqual([false, true]);
});
