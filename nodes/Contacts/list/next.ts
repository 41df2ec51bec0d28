import { alongWay, endFor, flagByHand, linkOf, saidEnd } from './along';
import { Asker } from './ask';
import { checkTotals, noteUnstable, readShorter } from './firstPage';
import { acceptEnd, type End, isEnd } from './kernel';
import { adviceFor, ListError } from './listErrors';
import type { Reading } from './reading';
import { findWay } from './search';
import { isLed, leadIn, type Step, type Way, wayOf } from './ways';

/** Give up after this many consecutive empty pages; some services send a few in the middle of a list. */
const MAX_EMPTY_PAGES = 10;

/**
 * What to request after the last page, or the end. Where the way is not known, the service is asked.
 *
 * @throws ListError if nothing says how the list goes on, or that it ends
 */
export async function whereNext(reading: Reading): Promise<Step | End> {
	const next = await nextOf(reading);
	reading.answers.clear();
	if (!isEnd(next)) reading.noteSize(next.size);
	return next;
}

async function nextOf(reading: Reading): Promise<Step | End> {
	const { progress, request } = reading;
	if (progress.emptyPages >= MAX_EMPTY_PAGES) {
		throw new ListError('tooManyEmptyPages', progress.pages, MAX_EMPTY_PAGES, adviceFor(reading));
	}
	if (reading.way) return alongWay(reading, reading.way);
	const { mode } = request.pagination;
	if (mode === 'off') return endByHand(reading);
	if (!reading.evidence().lead) await checkTotals(reading);
	const way = wayOf(request.pagination);
	if (!way) return await findWay(reading);
	const hasWitness = await noteUnstable(reading);
	if (way.kind === 'page') return await startByNumber(reading, way, hasWitness);
	if (!isLed(way)) return alongWay(reading, way);
	return await startAlong(reading, way);
}

// Settings by hand

function endByHand(reading: Reading): End {
	const evidence = reading.evidence();
	const saysMore = evidence.saysMore || evidence.lead !== undefined;
	return endFor(
		reading,
		'setByHand',
		reading.endFacts({ ...evidence, saysMore }, { isSetByHand: true }),
		evidence,
	);
}

/**
 * The first step by a number that the settings name: the next page has to start with a contact of the
 * first page that is held back or, where the service ignores the page size, the first number has to bring
 * the first page again. A wrong number would skip pages.
 */
async function startByNumber(
	reading: Reading,
	way: Way & { kind: 'page' },
	hasWitness: boolean,
): Promise<Step | End> {
	const end = saidEnd(reading);
	if (end) return end;
	const { size, keys, held, progress } = reading;
	const asker = new Asker(reading);
	const position = { way, value: way.first + 1 };
	const start = keys.length - held;
	const own = { reason: 'setByHand', size: { ...size, contacts: start }, start } as const;
	const step = hasWitness && start > 0 && (await asker.prove(position, own));
	if (step) return step;
	if (asker.isFirst(await asker.ask(size, { way, value: way.first }))) {
		const again = { reason: 'setByHand', size, isConfirmed: true } as const;
		const counted = await asker.prove(position, again);
		if (counted) return counted;
	}
	throw new ListError('positionUnexpected', progress.pages + 1, adviceFor(reading));
}

/**
 * The first step along a link or a cursor that the settings name. Where the first page lacks the field,
 * the list may be whole, or the name wrong: a shorter reading of the page shows which.
 */
async function startAlong(
	reading: Reading,
	way: Extract<Way, { kind: 'link' | 'cursor' }>,
): Promise<Step | End> {
	const { page } = reading;
	const field = page.fields.find(
		({ name }) => name === way.field || name.startsWith(`${way.field}.`),
	);
	if (leadIn(page.fields, way.field) !== undefined || flagByHand(reading) !== undefined) {
		return alongWay(reading, way);
	}
	const evidence = reading.evidence();
	const facts = reading.endFacts(evidence, { isSetByHand: field !== undefined });
	if (field) return endFor(reading, 'setByHand', facts, evidence);
	const said = acceptEnd('said', facts);
	if (said) return said;
	const shorter = await readShorter(reading);
	const lead = shorter && leadIn(shorter.page.fields, way.field);
	if (!shorter || lead === undefined) return await findWay(reading);
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
