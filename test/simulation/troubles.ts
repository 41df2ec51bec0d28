/**
 * What may happen to a list while it is read, besides faults. Windows, and pages that are empty in mid-list,
 * are in `promises.test.ts`.
 */
import type { Plan } from './plan';
import type { Random } from './random';

export type Trouble =
	/** A contact is deleted, or another is inserted, after some requests. */
	| { kind: 'deleted' | 'inserted'; at: number; after: number; gone: 'refused' | 'empty' }
	/** Each response has another value in a field of each contact. */
	| { kind: 'changing' };

/** Trouble of the list without a filter. */
export function troubleOf(random: Random, plan: Plan): Trouble | undefined {
	const { pageLength, form, data, counts } = plan;
	// Lists on one page, and odd forms, have enough troubles of their own.
	if (pageLength > 100 || form !== 'list' || random.chance(0.6)) return undefined;
	const kind = random.pick(['deleted', 'inserted', 'changing'] as const);
	const hasIds = ['numbers', 'texts', 'uuid', 'from 0', 'from 1'].includes(data);
	// Two contacts of other kinds may only seem to differ.
	const isDistinct = data === 'distinct';
	if (kind === 'changing') return hasIds || isDistinct ? { kind } : undefined;
	const isKnowable = kind === 'inserted' || isDeletionKnowable(plan);
	if (counts[''] === 0 || !hasIds || !isKnowable) return undefined;
	// An empty page behind a cursor is the end.
	const mayBeEmpty = isById(plan) && !isLed(plan);
	const gone = mayBeEmpty ? random.pick(['refused', 'empty'] as const) : 'refused';
	return { kind, at: random.int(0, counts['']! - 1), after: random.int(1, 10), gone };
}

/**
 * Where pages are numbered, only a total that falls tells; behind links and cursors that count, nothing.
 * Wherever contacts are inserted and others move on, the last one comes again.
 */
function isDeletionKnowable(plan: Plan): boolean {
	if ('page' in plan.by) return statesTotal(plan);
	return 'offset' in plan.by ? !isLed(plan) : isById(plan);
}

/** Whether a total of an unmistakable name is on every page. */
function statesTotal({ signs: [first] }: Plan): boolean {
	return first?.kind === 'total' && /^total[-_]?\w*$/i.test(first.path.at(-1)!);
}

const isLed = ({ signs, headers }: Plan) =>
	signs.some(({ kind }) => kind === 'next' || kind === 'nextLink') ||
	'Link' in headers ||
	'X-Next-Page' in headers;

const isById = ({ by }: Plan) => 'cursor' in by && by.token!.startsWith('{last.');
