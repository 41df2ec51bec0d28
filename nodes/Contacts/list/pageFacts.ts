import type { Page } from '../response/readPage';
import { compare, type Facts, type Known, type PageClaim } from './kernel';
import { uniqueOverlap, wasRead } from './memory';
import { signsOf } from './signs';
import type { Echo, ListRequest, ListState, Position, Way } from './state';

/** A claim with what the settings and the contacts add to it. */
export function fullClaim(
	claim: PageClaim,
	way: Way | undefined,
	{ memory }: ListState,
	{ pagination }: ListRequest,
): PageClaim {
	const isByValue = way?.kind === 'cursor' || way?.kind === 'lastContact';
	const unique = uniqueOverlap(memory);
	return {
		...claim,
		isUnique: claim.isUnique ?? claim.overlap >= unique,
		mayLackOverlap: pagination.isInclusive && isByValue,
		mayRepeat: !pagination.checkRepeats,
	};
}

/** Compares a page with what is known of the list. */
export function compareWith(
	state: ListState,
	way: Way | undefined,
	page: Page,
	keys: readonly number[],
	request: ListRequest,
	known: Known,
): Facts {
	const { memory, count } = state;
	const read = {
		known,
		last: memory.contacts,
		lastCount: count,
		wasRead: (those: readonly number[]) => wasRead(memory, those),
	};
	const position = positionOf(state, way, page, request);
	return compare(keys, read, position);
}

/** Compares the position that a page states with the expected one. */
function positionOf(
	state: ListState,
	way: Way | undefined,
	{ signs, contacts }: Page,
	{ pagination }: ListRequest,
): Facts['position'] {
	// An empty page at the end may have any number.
	if (contacts.length === 0 && state.pages > 1) return undefined;
	if (pagination.mode !== 'automatic' && skipsPages(state, signs)) return 'elsewhere';
	return way && 'echo' in way && way.echo
		? comparePosition(way, way.echo, signs, contacts.length)
		: undefined;
}

function comparePosition(
	way: Position,
	{ name, lead, isEnd }: Echo,
	signs: Page['signs'],
	count: number,
): Facts['position'] {
	const stated = signs.find((sign) => sign.name === name);
	// Where it states the end of the page, it may be 0 on the last one.
	if (!stated || (isEnd && stated.value === 0)) return undefined;
	return stated.value === way.value + lead + (isEnd ? count : 0) ? 'there' : 'elsewhere';
}

/** Whether pages are left out, by the number that a page states and the one before. */
function skipsPages(state: ListState, signs: Page['signs']): boolean {
	const [before] = signsOf(state, 'page');
	const now = signs.find(({ meaning, name }) => meaning === 'page' && name === before?.name);
	return now !== undefined && (now.value as number) > (before!.value as number) + 1;
}
