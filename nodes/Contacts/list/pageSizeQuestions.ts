import type { Ask } from './asking';
import { COMMON_PAGE_SIZES, weigh } from './evidence';
import type { PageClaim } from './kernel';
import { saysMore } from './leads';
import type { PageSize } from './parameters';
import type { ListRequest, ListState } from './state';

/** Page sizes to look for all contacts on one page. */
const LARGER_SIZES = [1_000, 10_000];

/** The tables of other names for the page size. */
const OTHER_NAMES = ['plain', 'others'] as const;

/**
 * Where the page says nothing, it is requested again with one contact less: now there is one behind it. Most
 * services have another name for the page size. Where it is fixed, a service may still say more if exactly
 * as many contacts are requested as came.
 */
export function* heldBack(state: ListState, request: ListRequest): Ask {
	const { count, pages, held, pageSize } = state;
	if (pages > 1 || held || pageSize === 'none' || saysMore(state, request)) return;
	const size = count > 1 ? count - 1 : 2;
	const outcome = yield { ways: [], pageSize: size };
	if (outcome !== 'same') return;
	if (COMMON_PAGE_SIZES.has(count)) {
		for (const under of OTHER_NAMES) yield { ways: [], pageSize: { size, under } };
	}
	if (count !== request.pageSize) yield { ways: [], pageSize: count };
}

/**
 * A larger page, of a service that says that there is more but not how: it is the whole list if fewer come
 * than were requested, and if as many as came no longer say that there is more.
 */
export function* largerPage(state: ListState, request: ListRequest): Ask {
	const { count, held } = state;
	if (held || !weigh(state, request).isMore) return;
	// All of them are in one response: equal contacts do not mean that pages have shifted.
	const claim: PageClaim = { reason: 'overlap', overlap: count, isUnique: true, mayRepeat: true };
	for (const under of [undefined, ...OTHER_NAMES]) {
		const named = (size: number): PageSize => (under ? { size, under } : size);
		for (const size of LARGER_SIZES.filter((size) => size > count)) {
			const outcome = yield { ways: [], pageSize: named(size) };
			const found = typeof outcome === 'object' && 'longer' in outcome ? outcome.longer : Infinity;
			if (found < size) yield { ways: [], pageSize: named(found), claim };
			if (found !== size) break;
		}
	}
}
