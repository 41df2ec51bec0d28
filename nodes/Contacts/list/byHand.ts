import { LINK_HEADER } from '../response/linkHeader';
import { alongWay, endFor, endIf, flagByHand, linkOf, saidEnd } from './along';
import { Asker } from './ask';
import { checkTotals, noteUnstable, readShorter, witnessSize } from './firstPage';
import { adviceFor, listError } from './listErrors';
import type { Next, Reading } from './reading';
import { isLed, leadIn, type Way } from './ways';

/**
 * The first step along the way that the settings describe, or the end.
 *
 * @returns undefined in the mode Automatic, and where the first page does not have what is set
 */
export async function startByHand(reading: Reading): Promise<Next | undefined> {
	if (reading.request.pagination.mode === 'off') return endByHand(reading);
	const way = wayOf(reading);
	if (!way) return undefined;
	await checkTotals(reading);
	await noteUnstable(reading);
	if (way.kind === 'page') return await startByNumber(reading, way);
	return isLed(way) ? await startAlong(reading, way) : alongWay(reading, way);
}

/** The way that the settings describe; undefined for Automatic and Off. */
function wayOf({ request: { pagination: settings } }: Reading): Way | undefined {
	const { mode, cursorParameter: parameter, isInclusive } = settings;
	switch (mode) {
		case 'cursor':
			return { kind: 'cursor', field: settings.cursorField, parameter, isInclusive };
		case 'lastContact':
			return { kind: 'lastContact', field: settings.lastContactField, parameter, isInclusive };
		case 'linkHeader':
			return { kind: 'link', field: LINK_HEADER };
		case 'nextLink':
			return { kind: 'link', field: settings.nextLinkField };
		case 'offset':
			return { kind: 'offset', parameter: settings.offsetParameter, first: settings.firstOffset };
		case 'pageNumber':
			return { kind: 'page', parameter: settings.pageParameter, first: settings.firstPage };
		default:
			return undefined;
	}
}

function endByHand(reading: Reading): Next {
	const evidence = reading.evidence();
	const saysMore = evidence.saysMore || evidence.lead !== undefined;
	return endFor(reading, 'setByHand', { isSetByHand: true }, { ...evidence, saysMore });
}

/**
 * The first step by a number that the settings name: the next page has to start with a contact of the
 * first page that is held back or, where the service ignores the page size, the first number has to bring
 * the first page again. A wrong number would skip pages.
 */
async function startByNumber(reading: Reading, way: Way & { kind: 'page' }): Promise<Next> {
	const end = saidEnd(reading);
	if (end) return end;
	const asker = new Asker(reading);
	const position = { way, value: way.first + 1 };
	const shorter = await witnessSize(reading);
	const own = shorter && { reason: 'setByHand' as const, size: shorter, start: shorter.contacts };
	const step = own && (await asker.prove(position, own));
	if (step) return step;
	const first = { way, value: way.first };
	// Some services accept certain sizes only.
	const { came } = await asker.ask(reading.sizeOfFirst, first);
	const size = came === 'refused' ? reading.size : reading.sizeOfFirst;
	if (asker.isFirst(await asker.ask(size, first))) {
		const again = { reason: 'setByHand', size, isConfirmed: true } as const;
		const counted = await asker.prove(position, again);
		if (counted) return counted;
	}
	throw listError('positionUnexpected', reading.progress.pages + 1, adviceFor(reading));
}

/**
 * The first step along a link or a cursor that the settings name. Where the first page lacks the field,
 * the list may be whole, or the name wrong: a shorter reading of the page shows which.
 */
async function startAlong(
	reading: Reading,
	way: Extract<Way, { kind: 'link' | 'cursor' }>,
): Promise<Next | undefined> {
	const { page } = reading;
	const field = page.fields.find(
		({ name }) => name === way.field || name.startsWith(`${way.field}.`),
	);
	if (leadIn(page.fields, way.field) !== undefined || flagByHand(reading) !== undefined) {
		return alongWay(reading, way);
	}
	const evidence = reading.evidence();
	if (field) return endFor(reading, 'setByHand', { isSetByHand: true }, evidence);
	const said = endIf(reading, 'said', evidence);
	if (said) return said;
	const shorter = await readShorter(reading);
	const lead = shorter && leadIn(shorter.page.fields, way.field);
	if (!shorter || lead === undefined) return undefined;
	const value = way.kind === 'link' ? linkOf(reading, way, lead) : lead;
	const overlap = reading.keys.length - shorter.count;
	return {
		position: { way, value: value! },
		size: shorter.size,
		overlap,
		reason: 'overlap',
		isProven: false,
	};
}
