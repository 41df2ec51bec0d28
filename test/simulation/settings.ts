/** Settings by hand for a planned service: those of its documentation, and wrong ones. */
import { isSilent, type Plan, type SignKind } from './plan';
import type { Random } from './random';

/** Settings of 'Pagination' that differ from the form's defaults. */
export type Settings = Record<string, string | number | boolean>;

interface SettingsKind {
	kind: 'automatic' | 'right' | 'wrong';
	values: Settings;
}

const AUTOMATIC: SettingsKind = { kind: 'automatic', values: {} };

export function settingsOf(random: Random, plan: Plan): SettingsKind {
	const right = rightSettings(random, plan);
	// Without the total, a page of nothing may be the end.
	const mayBeNothing = plan.faults?.kind === 'no content' || plan.faults?.kind === 'null';
	const isUnknowable = right?.checkTotal === false && mayBeNothing;
	if (right === undefined || isUnknowable || random.chance(0.65)) return AUTOMATIC;
	// Nothing contradicts wrong settings where the service says nothing, or filters by a wrong parameter.
	const isMute = isSilent(plan) || plan.unknown === 'filter';
	// Another position could be that of a list that has not changed.
	if (isMute || plan.trouble || random.chance(0.4)) return { kind: 'right', values: right };
	const checks = { checkTotal: true, checkRepeats: true };
	return { kind: 'wrong', values: { ...right, ...wrongSettings(random, plan), ...checks } };
}

/** @returns undefined where no settings lead to the next page */
function rightSettings(random: Random, plan: Plan): Settings | undefined {
	const way = wayOf(plan);
	// Its name says when it is true.
	const [flag] = fieldsOf({ ...plan, signs: plan.signs.slice(0, 1) }, 'more', 'last');
	const [total] = fieldsOf(plan, 'total');
	const isWrong = fieldsOf(plan, 'window', 'off').length > 0;
	const hasTwins = plan.data === 'equal' || plan.data === 'blank';
	return (
		way && {
			...way,
			...(flag && random.chance(0.3) && { hasMoreField: flag }),
			...(total && random.chance(0.3) && { totalField: total }),
			...(isWrong && { checkTotal: false }),
			...(hasTwins && { checkRepeats: false }),
		}
	);
}

function wayOf(plan: Plan): Settings | undefined {
	const { by, headers } = plan;
	switch (by.kind) {
		case 'page':
			return { mode: 'pageNumber', pageParameter: by.parameter, firstPage: by.first! };
		case 'offset':
			return { mode: 'offset', offsetParameter: by.parameter, firstOffset: by.first! };
		case 'sizedCursor':
			return undefined;
	}
	const { parameter: cursorParameter, token = '' } = by;
	const [, lastContactField] = /^\{last\.(\w+)\}$/.exec(token) ?? [];
	if (lastContactField) return { mode: 'lastContact', cursorParameter, lastContactField };
	const [cursorField] = fieldsOf(plan, 'next');
	if (cursorField) return { mode: 'cursor', cursorField, cursorParameter };
	const [nextLinkField] = fieldsOf(plan, 'nextLink');
	if (nextLinkField) return { mode: 'nextLink', nextLinkField };
	return 'Link' in headers ? { mode: 'linkHeader' } : undefined;
}

/** The names of fields that are on every page. */
function fieldsOf({ signs }: Plan, ...kinds: SignKind[]): string[] {
	const fields = signs.filter(({ kind }) => kinds.includes(kind));
	return fields.map(({ path }) => path.join('.')).filter((field) => !field.includes(' if '));
}

/**
 * Not among them are settings by which the person says that the list has ended, or that contacts may be
 * missing or come twice: Off, another field with a flag, and Skip Checks.
 */
function wrongSettings(random: Random, { by }: Plan): Settings {
	const parameters = [by.parameter, 'page', 'offset', 'misspelled'];
	const wrong: Settings = {
		mode: random.pick(['cursor', 'lastContact', 'linkHeader', 'nextLink', 'offset', 'pageNumber']),
		cursorField: 'misspelled',
		cursorParameter: random.pick(parameters),
		nextLinkField: 'misspelled',
		lastContactField: random.pick(['id', 'name', 'misspelled']),
		hasMoreField: 'misspelled',
		pageParameter: random.pick(parameters),
		firstPage: random.int(0, 2),
		offsetParameter: random.pick(parameters),
		firstOffset: random.int(0, 1),
		totalField: 'misspelled',
	};
	const names = random.some(Object.keys(wrong), 1, 3);
	return Object.fromEntries(names.map((name) => [name, wrong[name]!]));
}
