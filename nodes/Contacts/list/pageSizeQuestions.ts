import type { Ask } from './asking';
import { COMMON_PAGE_SIZES, weigh } from './evidence';
import { saysMore } from './leads';
import type { PageSize } from './parameters';
import type { Attempt, ListRequest, ListState } from './state';

/** Page sizes to look for all contacts on one page. */
const LARGER_SIZES = [1_000, 10_000];

/** Whether the page says nothing, so that a contact may be held back to see what the service would say. */
export function mayHoldBack(state: ListState, request: ListRequest): boolean {
	const isPossible = state.pages === 1 && !state.held && state.pageSize !== 'none';
	return isPossible && !saysMore(state, request);
}

/**
 * The first page again with one contact less: now there is one behind it. Most services have another name
 * for the page size. Where it is fixed, a service may still say more if exactly as many contacts are
 * requested as came.
 */
export function* heldBack({ count }: ListState, { pageSize }: ListRequest): Ask {
	const fewer = count > 1 ? count - 1 : 2;
	const outcome = yield { ways: [], pageSize: fewer };
	if (outcome !== 'same') return undefined;
	if (COMMON_PAGE_SIZES.has(count)) {
		for (const named of UNDER_OTHER_NAMES) yield { ways: [], pageSize: named(fewer) };
	}
	if (count !== pageSize) yield { ways: [], pageSize: count };
	return undefined;
}

/**
 * A larger page, of a service that says that there is more but not how: it is the whole list if fewer come
 * than were requested, and if as many as came no longer say that there is more.
 */
export function* largerPage(state: ListState, request: ListRequest): Ask {
	if (state.held || !weigh(state, request).isMore) return undefined;
	// All of them are in one response: equal contacts do not mean that pages have shifted.
	const claim: Attempt['claim'] = {
		reason: 'overlap',
		overlap: state.count,
		isUnique: true,
		mayRepeat: true,
	};
	const sizes = LARGER_SIZES.filter((size) => size > state.count);
	for (const named of [underOwnName, ...UNDER_OTHER_NAMES]) {
		for (const size of sizes) {
			const outcome = yield { ways: [], pageSize: named(size) };
			const found = typeof outcome === 'object' && 'longer' in outcome ? outcome.longer : Infinity;
			if (found < size) yield { ways: [], pageSize: named(found), claim };
			if (found !== size) break;
		}
	}
	return undefined;
}

const underOwnName = (size: number): PageSize => size;
const UNDER_OTHER_NAMES = (['plain', 'others'] as const).map(
	(under) =>
		(size: number): PageSize => ({ size, under }),
);
