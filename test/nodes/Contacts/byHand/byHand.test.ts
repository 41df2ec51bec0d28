/**
 * Random services with right and wrong settings in every mode: right ones give the whole list, wrong
 * ones the whole list or an error.
 */
import fc from 'fast-check';

import { numRuns, runs } from '../../../support/runs';
import { type Outcome, type Pagination, type Read, reads } from '../read';
import {
	isByToken,
	LISTED,
	type Plan,
	plans,
	serviceOf,
	SOUNDING,
	UNRELATED,
} from './randomService';

interface Run {
	plan: Plan;
	settings: Partial<Pagination>;
	read: Read;
}

/** How a run ended: by a name, and whether it is an exception to the rule. */
interface Verdict {
	name: string;
	isException?: boolean;
}

/** Upper limits of the share of exceptions. */
const MOST_EXCEPTIONS = { right: 0.01, any: 0.03 };

const TIMEOUT_MS = 120_000;

const verdicts = new Map<string, number>();

afterAll(() => {
	const lines = [...verdicts]
		.sort()
		.map(([name, count]) => `${String(count).padStart(7)}  ${name}\n`);
	process.stdout.write(`\nSettings by hand:\n${lines.join('')}\n`);
});

it(
	'reads the whole list with the settings of the documentation',
	async () => {
		const exceptions = await check(rightSettings, ({ result }, run) => {
			if (result === 'whole') return { name: 'right: whole' };
			return result === 'error' && isFullWithoutSign(run.plan)
				? { name: 'right: error, as a full page says nothing about another', isException: true }
				: undefined;
		});
		expect(exceptions).toBeLessThanOrEqual(MOST_EXCEPTIONS.right);
	},
	TIMEOUT_MS,
);

it(
	'reads the whole list or fails with any other settings',
	async () => {
		const exceptions = await check(anySettings, (outcome, run) => {
			const { result } = outcome;
			if (result === 'whole' || result === 'error') return { name: `any: ${result}` };
			const exception = exceptionFor(outcome, run);
			return exception && { name: `any: ${result}, ${exception}`, isException: true };
		});
		expect(exceptions).toBeLessThanOrEqual(MOST_EXCEPTIONS.any);
	},
	TIMEOUT_MS,
);

/**
 * Lists random services.
 *
 * @param judge returns undefined for an outcome that is wrong
 * @returns the share of exceptions
 */
async function check(
	settingsFor: (plan: Plan) => fc.Arbitrary<Partial<Pagination>>,
	judge: (outcome: Outcome, run: Run) => Verdict | '' | undefined,
): Promise<number> {
	const generated = plans.chain((plan) =>
		fc.record<Run>({
			plan: fc.constant(plan),
			settings: settingsFor(plan),
			read: fc.constantFrom('List', 'Get Page'),
		}),
	);
	let exceptions = 0;
	const property = fc.asyncProperty(generated, async (run) => {
		const { plan, settings: pagination, read } = run;
		const { pageSize } = plan;
		const outcome = await reads[read](serviceOf(plan), { pageSize, pagination });
		const verdict = judge(outcome, run);
		if (!verdict) throw new Error(describeFault(outcome, run));
		if (verdict.isException) exceptions++;
		verdicts.set(verdict.name, (verdicts.get(verdict.name) ?? 0) + 1);
	});
	await fc.assert(property, runs(10_000));
	return exceptions / numRuns(10_000);
}

function describeFault({ result, contacts, message, requests }: Outcome, { plan }: Run): string {
	return `${result}: ${contacts.length} of ${plan.count}, ${message}\n${requests.join('\n')}`;
}

/** The settings that the documentation of the service gives. */
const rightSettings = (plan: Plan): fc.Arbitrary<Partial<Pagination>> =>
	fc
		.record({ setsFlag: fc.boolean(), setsPages: fc.boolean(), setsTotal: fc.boolean() })
		.map(({ setsFlag, setsPages, setsTotal }) => {
			const { flag, pages, total } = plan;
			const isWrong = total?.counts === 'more' || total?.counts === 'fewer';
			return {
				...positionSettings(plan),
				...(setsFlag &&
					flag && {
						hasMoreField: flag.name,
						hasMoreOn: flag.isLast ? 'lastPage' : 'morePages',
					}),
				...(setsPages && pages && { totalPagesField: pages }),
				...(setsTotal && total?.counts === 'list' && { totalField: total.name }),
				...(isWrong && { checkTotal: false }),
			};
		});

function positionSettings({ by, parameter, first, next }: Plan): Partial<Pagination> {
	switch (by) {
		case 'page':
			return { mode: 'pageNumber', pageParameter: parameter, firstPage: first };
		case 'offset':
			return { mode: 'offset', offsetParameter: parameter, firstOffset: first };
		case 'lastContact':
			return { mode: 'lastContact', cursorParameter: parameter, lastContactField: 'id' };
		case 'cursor':
			return { mode: 'cursor', cursorField: next.name, cursorParameter: parameter };
		case 'link':
			return { mode: 'nextLink', nextLinkField: next.name };
		case 'linkHeader':
			return { mode: 'linkHeader' };
	}
}

/** Right settings of which one or two are replaced, or others altogether. */
const anySettings = (plan: Plan): fc.Arbitrary<Partial<Pagination>> =>
	fc.oneof(
		randomSettings(plan),
		fc
			.tuple(
				rightSettings(plan),
				randomSettings(plan),
				fc.shuffledSubarray(SETTING_NAMES, { minLength: 1, maxLength: 2 }),
			)
			.map(([right, random, names]) => ({
				...right,
				...Object.fromEntries(names.map((name) => [name, random[name]])),
			})),
	);

const SETTING_NAMES = [
	...(['mode', 'cursorField', 'cursorParameter', 'nextLinkField', 'lastContactField'] as const),
	...(['hasMoreField', 'hasMoreOn', 'pageParameter', 'firstPage', 'totalPagesField'] as const),
	...(['offsetParameter', 'firstOffset', 'totalField', 'checkTotal', 'checkRepeats'] as const),
];

/** Settings with names of the response, of its parameter, of unrelated fields, and misspelled ones. */
const randomSettings = ({ parameter, next, flag, total, pages }: Plan) => {
	const unrelated = Object.keys(UNRELATED);
	const fields = [next.name, total?.name ?? next.name, ...unrelated, 'misspelled'];
	const parameters = fc.constantFrom(parameter, parameter, 'page', 'offset', 'misspelled');
	const flags = ['', '', '', flag?.name ?? '', flag?.name ?? 'available', ...unrelated];
	return fc.record<Partial<Pagination>>({
		mode: fc.constantFrom(
			...(['cursor', 'lastContact', 'linkHeader', 'nextLink', 'off', 'offset'] as const),
			'pageNumber',
		),
		cursorField: fc.constantFrom(...fields),
		cursorParameter: parameters,
		nextLinkField: fc.constantFrom(...fields),
		lastContactField: fc.constantFrom('id', 'name', 'misspelled'),
		hasMoreField: fc.constantFrom(...flags, 'misspelled'),
		pageParameter: parameters,
		firstPage: fc.constantFrom(0, 1, 2),
		totalPagesField: fc.constantFrom('', '', pages ?? '', total?.name ?? '', ...unrelated),
		offsetParameter: parameters,
		firstOffset: fc.constantFrom(0, 1),
		totalField: fc.constantFrom('', '', '', total?.name ?? '', 'version', 'misspelled'),
		checkTotal: fc.constantFrom(true, true, false),
		checkRepeats: fc.constantFrom(true, true, false),
	});
};

/** Page sizes that services often have at most, so that such a page may be full, too. */
const USUAL_SIZES = [10, 20, 25, 30, 50];

/** Whether the only page may be full, and has no sign that it is the only one. */
function isFullWithoutSign(plan: Plan): boolean {
	const { by, next, count, pageSize, maxPageSize, isOnePage, flag, total, pages } = plan;
	const isOnly = isOnePage || count <= maxPageSize;
	const isAbsent = by === 'linkHeader' || next.last === 'absent';
	const states =
		isListed('flag', flag?.name) ||
		isListed('pages', pages) ||
		(isListed('total', total?.name) && total?.counts === 'list');
	const isFull = count >= pageSize || USUAL_SIZES.includes(count);
	return isByToken(plan) && isOnly && isAbsent && isFull && !states;
}

function isListed(sign: 'flag' | 'next' | 'pages' | 'total', name: string | undefined): boolean {
	const names = {
		flag: [...LISTED.more, ...LISTED.isLast],
		next: [...LISTED.cursor, ...LISTED.link],
		pages: LISTED.pages,
		total: LISTED.total,
	};
	return name !== undefined && names[sign].includes(name);
}

/**
 * Why a part of the list may be taken for all of it, or contacts may come twice: the settings say so, or
 * the page is short, and no response says otherwise. Undefined if there is no reason.
 */
function exceptionFor({ result, contacts }: Outcome, { plan, settings }: Run): string | undefined {
	const all = serviceOf(plan).contacts;
	if (result === 'doubled' && settings.checkRepeats === false) {
		const received = new Set(contacts.map((contact) => JSON.stringify(contact)));
		const isAllThere = all.every((contact) => received.has(JSON.stringify(contact)));
		return isAllThere ? 'Check Repeats is off, and none is missing' : undefined;
	}
	const count = contacts.length;
	const isStart = JSON.stringify(contacts) === JSON.stringify(all.slice(0, count));
	if (result !== 'partial') return undefined;
	if (!isStart && isNumberAsCursor(plan, settings)) {
		const isEnd = JSON.stringify(contacts.at(-1)) === JSON.stringify(all.at(-1));
		const saysSo = isEnd || isSetFlagFalse(plan, settings);
		return saysSo ? 'the set cursor leads to a page that says it is the last' : undefined;
	}
	if (!isStart) return undefined;
	const total = totalAt(count, plan, settings);
	if (total === count) return 'the stated total is reached';
	if (statesMore(count, total, plan, settings)) return undefined;
	return Object.entries(EXCEPTIONS).find(([, applies]) => applies(count, plan, settings))?.[0];
}

/** Exceptions where no response states that there is more. */
const EXCEPTIONS: Record<
	string,
	(count: number, plan: Plan, settings: Partial<Pagination>) => boolean
> = {
	'Off says that one page is all': (...[, , { mode }]) => mode === 'off',
	'Has More Field is false': (_, plan, settings) => isSetFlagFalse(plan, settings),
	'Total Pages Field has the number of pages': (count, plan, { mode, totalPagesField = '' }) => {
		const { version } = UNRELATED;
		const number = { version, [plan.total?.name ?? '']: plan.maxPageSize }[totalPagesField];
		const isRead = number !== undefined && number * plan.maxPageSize <= count;
		return mode === 'pageNumber' && isRead;
	},
	'the set cursor leads to an empty page': (_, plan, settings) => isNumberAsCursor(plan, settings),
	'the set field is false': (_, plan, { mode, cursorField, nextLinkField }) =>
		!soundsLikePaging(plan) &&
		(mode === 'cursor' ? cursorField : mode === 'nextLink' && nextLinkField) === 'available',
	'the flag may be the number of the last page': (...[, { flag, hasEcho }]) =>
		flag?.name === 'last' && flag.format === 'digit' && hasEcho,
	'a short page without the set cursor or link': (count, plan, { mode }) =>
		['cursor', 'nextLink', 'linkHeader'].includes(mode!) &&
		!soundsLikePaging(plan) &&
		count < plan.pageSize,
};

function isSetFlagFalse(
	plan: Plan,
	{ hasMoreField = '', hasMoreOn }: Partial<Pagination>,
): boolean {
	const value = flagAt(hasMoreField, plan);
	return value !== undefined && value === (hasMoreOn === 'lastPage');
}

function isNumberAsCursor({ total }: Plan, { mode, cursorField }: Partial<Pagination>): boolean {
	return mode === 'cursor' && ['version', total?.name].includes(cursorField);
}

/** Whether responses have a field that sounds like paging. */
function soundsLikePaging({ by, next }: Plan): boolean {
	return (by === 'cursor' || by === 'link') && SOUNDING.includes(next.name);
}

/** The total that the page after so many contacts states, as the settings have it read. */
function totalAt(
	count: number,
	{ total, count: all, maxPageSize }: Plan,
	{ checkTotal = true, totalField = '' }: Partial<Pagination>,
): number | undefined {
	if (!checkTotal) return undefined;
	const ofPage = count % maxPageSize || maxPageSize;
	// A number below that of the page's contacts is no total.
	if (totalField === 'version' && UNRELATED.version >= ofPage) return UNRELATED.version;
	if (!total || !(isListed('total', total.name) || totalField === total.name)) return undefined;
	const values = { list: all, page: ofPage, atLeast: undefined, more: all + 4, fewer: all - 4 };
	return values[total.counts];
}

/** Whether a sign that the reader should know says that there is more after so many contacts. */
function statesMore(
	count: number,
	total: number | undefined,
	plan: Plan,
	{ checkTotal = true }: Partial<Pagination>,
): boolean {
	const { by, flag, pages, next, total: stated, count: all } = plan;
	const isMinimum = checkTotal && isListed('total', stated?.name) && stated?.counts === 'atLeast';
	// `last: 0` on page 0 may be the number of the last page.
	const isAmbiguous = flag?.name === 'last' && flag.format === 'digit' && plan.hasEcho;
	return (
		(isListed('flag', flag?.name) && !isAmbiguous) ||
		isListed('pages', pages) ||
		by === 'linkHeader' ||
		((by === 'cursor' || by === 'link') && isListed('next', next.name)) ||
		(total !== undefined && total > count) ||
		(isMinimum && Math.floor(all * 0.9) > count)
	);
}

/** The value of a field as a flag; undefined if it is none. */
function flagAt(name: string, { flag }: Plan): boolean | undefined {
	if (name === 'available') return UNRELATED.available;
	return flag && name === flag.name ? !flag.isLast : undefined;
}
