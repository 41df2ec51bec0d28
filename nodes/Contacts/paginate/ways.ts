/** What to try after the first page, by its fields and by convention. */
import { CAPITALIZED, CURSORS, IDS, OFFSETS, PAGES } from './conventions';
import type { List } from './list';
import { byCursor, byId, byLink, byOffset, byPage, isCounted, type Way } from './paginators';
import { type Field, isAddress, isOpaque, numberIn, positionIn } from './signals';
import { linkIn } from './urls';

/** Pages and offsets in turn, since the most common names come first. */
const COUNTED = OFFSETS.slice(1).flatMap((name, n) => [
	...byPage(PAGES.slice(n + 1, n + 2)),
	...byOffset([name]),
]);

/** A link of the response to another page. If the page is cut, it has to be asked first where the link leads. */
export function stepByLink(list: List) {
	const { isCut, memory } = list.proofs;
	if (isCut && memory.received > 0) return undefined;
	const isOwn = ({ value }: Field) =>
		isAddress(value) && linkIn(list.request, value)?.includes('?') === true;
	const link = list.proofs.current!.page.leads.find(isOwn);
	return link && list.stepAlong(byLink(link.name));
}

/** The likeliest ways: by a cursor under its own name, and by the numbers that the first page has of itself. */
export function likelyWays(list: List): Way[] {
	const { memory, total, fields, current } = list.proofs;
	const lead = current!.page.leads.find(({ value }) => isOpaque(value));
	const own = lead ? byCursor(lead.name)(namesLike(lead.path).slice(0, 2)) : [];
	// Without a number of contacts or pages, only the contact that is held back shows that none are left out.
	const isStated = total !== undefined || memory.pageCount > 0;
	const mayCount = (memory.isFull || memory.saysMore) && isStated;
	return [...own, ...echoedWays(fields, 2).filter((way) => !isCounted(way) || mayCount)];
}

/** Ways to try after these, the likeliest first; those of a group are tried at once. */
export function usualWays(list: List): Way[][] {
	const { fields, memory } = list.proofs;
	const { identity, isFull, saysMore } = memory;
	const leads = leadsAgain(list);
	const isNumber = ({ value }: Field) => !isOpaque(value) && !isAddress(value);
	const capitalized = [...byPage(CAPITALIZED.pages), ...byOffset(CAPITALIZED.offsets)];
	const shared = list.source.ways.filter(({ parameter }) => parameter !== undefined);
	return [
		...shared.map((way) => [way]),
		...leads.filter((lead) => !isNumber(lead)).flatMap(waysOfValue),
		[...byPage(['page']), ...byOffset(['offset'])],
		...apart([...echoedWays(fields), ...COUNTED]),
		...(identity.idField === undefined ? [] : [byId(identity.idField)(IDS)]),
		...(isFull || saysMore ? apart(capitalized) : []),
		// A number is likelier the position of the next page, which was tried, than a cursor.
		...leads.filter(isNumber).flatMap(waysOfValue),
	];
}

/** Fields that may lead to the next page: what changes when a contact is held back, and numbers named so. */
function leadsAgain({ proofs, request }: List): Field[] {
	const { fields, leads } = proofs.current!.page;
	// Without the contact held back, a number under a guessed name may skip contacts.
	if (!proofs.isHeldBack) return leads.filter(({ value }) => isOpaque(value));
	const before = new Map(proofs.fields.map(({ name, value }) => [name, value]));
	const changed = fields.filter(({ name, value }) => before.get(name) !== value);
	const found = new Set([...leads, ...changed.filter(({ value }) => isOpaque(value))]);
	return [...found].filter(
		({ value }) => !isAddress(value) || linkIn(request, value) !== undefined,
	);
}

function waysOfValue({ name, path, value }: Field): Way[][] {
	if (isAddress(value)) return [[byLink(name)]];
	return apart(byCursor(name)([...namesLike(path), ...CURSORS]));
}

/** Ways with a parameter each, in groups without names that differ only in case: some services take these for one. */
function apart(ways: readonly Way[]): Way[][] {
	const names = ways.map(({ parameter }) => parameter!);
	const alike = names.map((name) => name.toLowerCase());
	const first = ways.filter((_, n) => alike.indexOf(alike[n]!) === n);
	const others = ways.filter((way, n) => names.indexOf(names[n]!) === n && !first.includes(way));
	return others.length > 0 ? [first, ...apart(others)] : [first];
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

/** What the parameter may be called that takes the value of a field: `nextPageToken` as `pageToken`, then as itself. */
function namesLike(path: readonly string[]): string[] {
	const [parent, key] = [path.at(-2), path.at(-1)!];
	const plain = key.replace(/^x-/i, '').replace(/^.*[:@$](?=\w)/, '');
	const rest = plain.replace(/^next[_-]?/i, '');
	const short = /^[A-Z]/.test(plain) ? rest : rest.charAt(0).toLowerCase() + rest.slice(1);
	const styles = [...stylesOf(short), ...stylesOf(plain)];
	const inner = parent === undefined ? [] : [styles[0] || 'cursor', key];
	const inside = inner.flatMap((name) => [`${parent}[${name}]`, `${parent}.${name}`]);
	const names = [short, key, ...inside, ...styles, `$${key}`, `_${key}`];
	return [...new Set(names)].filter((name) => /\w/.test(name));
}

/** A name as other services write it: `pageToken`, `page_token`, `page-token` and `pagetoken`. */
function stylesOf(name: string): string[] {
	const spaced = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
	const words = spaced.split(/[^\p{L}\d]+/u).filter(Boolean);
	const camel = words.join(' ').replace(/ (.)/gu, (_, letter: string) => letter.toUpperCase());
	return [camel, ...['_', '-', ''].map((separator) => words.join(separator))];
}
