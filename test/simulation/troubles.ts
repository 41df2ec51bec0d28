/** What may happen to a list while it is read, besides faults. */
import type { Plan, SignKind } from './plan';
import type { Random } from './random';
import { WITH_IDS } from './sent';
import { LIES } from './words';

export type Trouble =
	/** Contacts from an index on are never sent: pages that reach it, or start there, are refused or empty. */
	| { kind: 'window'; at: number; reaches: boolean; answer: 400 | 404 | 422 | 'empty' }
	/** A contact is deleted, or another is inserted, after some requests. */
	| { kind: 'deleted' | 'inserted'; at: number; after: number; gone: 'refused' | 'empty' }
	/** Contacts between two indexes are taken out of the pages that would have them. */
	| { kind: 'gap'; from: number; to: number }
	/** Each response has another value in a field of each contact. */
	| { kind: 'changing' };

type Kind = Trouble['kind'];

/** Trouble of the list without a filter. */
export function troubleOf(random: Random, plan: Plan): Trouble | undefined {
	if (random.chance(0.6)) return undefined;
	const kind = random.pick(Object.keys(TROUBLES) as Kind[]);
	const { pageLength, form } = plan;
	// Lists on one page, and odd forms, have enough troubles of their own.
	if (pageLength > 100 || form !== 'list') return undefined;
	return TROUBLES[kind](random, plan);
}

const TROUBLES: Record<Kind, (random: Random, plan: Plan) => Trouble | undefined> = {
	window: (random, plan) => {
		const answer = random.pick(([400, 404, 422, 'empty'] as const).filter(isKnowableAt(plan)));
		// One page alone may be the whole list of a service that refuses the next one.
		const at = plan.pageLength * random.int(2, 4);
		return { kind: 'window', at, reaches: random.chance(0.5), answer };
	},
	deleted: (random, plan) => {
		// Where pages are numbered, or links and cursors count, only a total that falls tells.
		const isProven = plan.by.kind === 'offset' ? !isLed(plan) : isById(plan);
		return isProven || statesTotal(plan) ? changed(random, plan, 'deleted') : undefined;
	},
	// Wherever contacts move on, the last one comes again. Of pages that are read ahead, a later one may be older:
	// only a total tells.
	inserted: (random, plan) => {
		const mayBeOlder = plan.by.kind === 'page' && !statesTotal(plan) && isReadAhead(plan);
		return mayBeOlder ? undefined : changed(random, plan, 'inserted');
	},
	gap: (random, plan) => {
		const { by, signs, pageLength } = plan;
		const first = firstKind(plan);
		const lead = first === 'next' || first === 'nextLink' ? signs[0]!.value : undefined;
		// Any other lead is there after the last page, too.
		const isLeading = typeof lead === 'string' && !lead.includes('fter') && by.kind !== 'page';
		// The number of pages says nothing of those that start one contact back.
		const isCounting =
			by.kind === 'offset' || isById(plan) || ('token' in by && by.token === '{start}');
		const isKnowable = isLeading || (tellsMore(plan) && !(isCounting && first === 'pages'));
		const from = random.int(pageLength, 3 * pageLength);
		const to = from + random.int(1, 3 * pageLength);
		return isKnowable && isHonest(plan) ? { kind: 'gap', from, to } : undefined;
	},
	// Two contacts of other kinds may only seem to differ.
	changing: (_random, plan) =>
		hasIds(plan) || plan.data === 'distinct' ? { kind: 'changing' } : undefined,
};

/** Whether an answer to requests beyond a window differs from those after the end of a list. */
function isKnowableAt(plan: Plan): (answer: 400 | 404 | 422 | 'empty') => boolean {
	return (answer) => {
		// Empty pages in mid-list may say that there is more.
		if (answer === 'empty') return statesTotal(plan);
		return answer !== 404 || plan.by.kind !== 'page' || (tellsMore(plan) && isHonest(plan));
	};
}

function changed(random: Random, plan: Plan, kind: 'deleted' | 'inserted'): Trouble | undefined {
	const count = plan.counts['']!;
	if (count === 0 || !hasIds(plan)) return undefined;
	// An empty page behind a cursor is the end.
	const gone =
		isById(plan) && !isLed(plan) ? random.pick(['refused', 'empty'] as const) : 'refused';
	return { kind, at: random.int(0, count - 1), after: random.int(1, 10), gone };
}

const TELLING_MORE: SignKind[] = ['more', 'last', 'total', 'pages'];
const WRONG: readonly SignKind[] = LIES;

/** Names that mean nothing else, in any style. */
const UNMISTAKABLE =
	/^(has_?(more|next(_?page)?)|more(_?(records|items))?|is_?last(_?page)?|total_?\w*|page_?count|number_?of_?pages)$/i;

/** The sign that is on every page. */
function firstKind({ signs: [first] }: Plan): SignKind | undefined {
	return first?.path.at(-1)!.includes(' if ') ? undefined : first?.kind;
}

function tellsMore(plan: Plan): boolean {
	const name = plan.signs[0]?.path.at(-1)!.replaceAll('-', '_');
	return TELLING_MORE.includes(firstKind(plan)!) && UNMISTAKABLE.test(name!);
}

const statesTotal = (plan: Plan) =>
	firstKind(plan) === 'total' && tellsMore(plan) && isHonest(plan);

const isHonest = ({ signs }: Plan) => !signs.some(({ kind }) => WRONG.includes(kind));

export const isLed = ({ signs, headers }: Plan) =>
	signs.some(({ kind }) => kind === 'next' || kind === 'nextLink') ||
	'Link' in headers ||
	'X-Next-Page' in headers;

const isReadAhead = ({ signs, headers }: Plan) =>
	signs.some(({ kind }) => kind === 'pages' || kind === 'total') ||
	'X-Total-Pages' in headers ||
	'X-Total-Count' in headers;

const isById = ({ by }: Plan) => by.kind === 'cursor' && by.token!.startsWith('{last.');

const hasIds = ({ data }: Plan) => data in WITH_IDS;
