/** More would push the items out of sight. */
const MAX_HINTS = 5;
const MAX_ITEMS = 10;

/**
 * The hints of a run, each once. One that does not hold for all input items names those that it is about,
 * numbered as in n8n's errors.
 */
export function summarizeHints(hintsOfItems: ReadonlyArray<readonly string[]>): string[] {
	const itemsOf = new Map<string, number[]>();
	for (const [item, hints] of hintsOfItems.entries()) {
		for (const hint of new Set(hints)) {
			const items = itemsOf.get(hint);
			if (items) items.push(item);
			else itemsOf.set(hint, [item]);
		}
	}
	const all = [...itemsOf].map(([hint, items]) =>
		items.length === hintsOfItems.length ? hint : `${hint} [${formatItems(items)}]`,
	);
	const hidden = all.length - MAX_HINTS;
	if (hidden <= 0) return all;
	return [...all.slice(0, MAX_HINTS), `Other input items have ${hidden} more hints.`];
}

function formatItems(items: readonly number[]): string {
	const shown = items.slice(0, MAX_ITEMS).join(', ');
	const rest = items.length > MAX_ITEMS ? ', …' : '';
	return `${items.length === 1 ? 'item' : 'items'} ${shown}${rest}`;
}
