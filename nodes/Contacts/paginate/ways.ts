import { CAPITALIZED, CURSORS, IDS, OFFSETS, PAGES } from './conventions';
import type { List } from './list';
import { byCursor, byId, byLink, byOffset, byPage, isCounted, type Way } from './paginators';
import { type Field, isAddress, isOpaque, leadsIn, numberIn, positionIn } from './signals';
import { linkIn } from './urls';

/** What to try after the first page, by its fields and by convention. */

/** Pages and offsets in turn, since the most common names come first. */
const COUNTED = OFFSETS.slice(1).flatMap((name, n) => [
	...byPage(PAGES.slice(n + 1, n + 2)),
	...byOffset([name]),
]);

/** Ways to try, the likeliest first; those of a group are tried at once. */
export function usualWays(list: List): Way[][] {
	const { fields, memory } = list.proofs;
	const { idField } = memory.identity;
	const leads = leadsAgain(list);
	const isNumber = ({ value }: Field) => !isOpaque(value) && !isAddress(value);
	const { isFull, saysMore } = memory;
	const capitalized = [...byPage(CAPITALIZED.pages), ...byOffset(CAPITALIZED.offsets)];
	return [
		...leads.filter((lead) => !isNumber(lead)).flatMap(waysOfValue),
		[...byPage(['page']), ...byOffset(['offset'])],
		...apart([...echoedWays(fields), ...COUNTED]),
		...(idField === undefined ? [] : [byId(idField)(IDS)]),
		...(isFull || saysMore ? apart(capitalized) : []),
		// A number is likelier the position of the next page, which was tried, than a cursor.
		...leads.filter(isNumber).flatMap(waysOfValue),
	];
}

/** Fields that may lead to the next page: what changes when a contact is held back, and numbers named so. */
function leadsAgain({ proofs, request }: List): Field[] {
	const { page, isHeldBack } = proofs.progress();
	const leads = leadsIn(page.fields);
	// Without the contact held back, a number under a guessed name may skip contacts.
	if (!isHeldBack) return leads.filter(({ value }) => isOpaque(value));
	const before = new Map(proofs.fields.map(({ name, value }) => [name, value]));
	const changed = page.fields.filter(({ name, value }) => before.get(name) !== value);
	const found = new Set([...leads, ...changed.filter(({ value }) => isOpaque(value))]);
	return [...found].filter(
		({ value }) => !isAddress(value) || linkIn(request, value) !== undefined,
	);
}

function waysOfValue({ name, path, value }: Field): Way[][] {
	if (isAddress(value)) return [[byLink(name)]];
	return apart(byCursor(name)([...ownNames(path), ...namesLike(path), ...CURSORS]));
}

/** Ways with a parameter each, in groups without names that differ only in case: some services take these for one. */
function apart(ways: readonly Way[]): Way[][] {
	const names = ways.map(({ parameter }) => parameter!);
	const alike = names.map((name) => name.toLowerCase());
	const first = ways.filter((_, n) => alike.indexOf(alike[n]!) === n);
	const others = ways.filter((way, n) => names.indexOf(names[n]!) === n && !first.includes(way));
	return others.length > 0 ? [first, ...apart(others)] : [first];
}

/** Ways whose parameter has the name of the field with the value: `nextPageToken` or `pageToken`. */
export function ownWays(list: List): Way[] {
	const lead = leadsOf(list).find(({ value }) => isOpaque(value));
	return lead ? byCursor(lead.name)(ownNames(lead.path)) : [];
}

function ownNames(path: readonly string[]): string[] {
	const key = path.at(-1)!;
	const rest = key.replace(/^next[_-]?/i, '');
	const isCapital = /^[A-Z]/.test(key);
	const short = isCapital ? rest : rest.charAt(0).toLowerCase() + rest.slice(1);
	return [...new Set([short, key])].filter(Boolean);
}

/** Ways by the numbers that the first page has of itself: `page: 1`, `offset: 0`. */
function echoedWays(fields: readonly Field[], most = Infinity): Way[] {
	return fields.flatMap(({ path, word, value, isNear }): Way[] => {
		const first = numberIn(value);
		const kind = positionIn(word);
		if (!isNear || first === undefined || first > 1 || !kind) return [];
		const names = [...(kind === 'number' ? ['page'] : []), ...namesLike(path)];
		const ways = (kind === 'number' ? byPage : byOffset)([...new Set(names)].slice(0, most));
		return ways.map((way) => ({ ...way, first }));
	});
}

/** Fields that may lead to the next page. */
export const leadsOf = ({ proofs }: List) => leadsIn(proofs.progress().page.fields);

/** What the parameter may be called that takes the value of a field, without `next` and with it. */
function namesLike(path: readonly string[]): string[] {
	const [parent, key] = [path.at(-2), path.at(-1)!];
	// `nextPageToken`, `next_page_token` and `X-Next-Page-Token` have the same words.
	const plain = key.replace(/^x-/i, '').replace(/^.*[:@$](?=\w)/, '');
	const spaced = plain.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
	const words = spaced.split(/[^\p{L}\d]+/u).filter(Boolean);
	const rest = words.filter((word) => word !== 'next');
	// `nextFileName` may be asked for as `startFileName`, `last_item_id` as `start_after_item_id`.
	const bare = rest.filter((word) => word !== 'last');
	const starts = bare.length < words.length ? [['start'], ['start', 'after']] : [];
	const all = [rest, words, ...starts.map((start) => [...start, ...bare])];
	const styles = all.flatMap((some) => [
		some.join(' ').replace(/ (.)/gu, (_, letter: string) => letter.toUpperCase()),
		...['_', '-', ''].map((separator) => some.join(separator)),
	]);
	const inner = parent === undefined ? [] : [styles[0] || 'cursor', key];
	const inside = inner.flatMap((name) => [`${parent}[${name}]`, `${parent}.${name}`]);
	const names = [key, ...inside, ...styles, `$${key}`, `_${key}`];
	return [...new Set(names)].filter((name) => /\w/.test(name));
}

/** The likeliest ways by the numbers that the first page has of itself, if there may be a next one. */
export function numbersOf({ proofs }: List): Way[] {
	const { memory, total, isReread } = proofs;
	// Without a number of contacts or pages, only the contact that is held back shows that none are left out.
	const isStated = total !== undefined || memory.pageCount > 0;
	const mayCount = (memory.isFull || memory.saysMore) && (isReread || isStated);
	return echoedWays(proofs.fields, 2).filter((way) => !isCounted(way) || mayCount);
}
