import { flagFieldOf } from '../list/along';
import { formatSuggestion, isSet } from '../list/listErrors';
import {
	type Pagination,
	type PaginationMode,
	type SuggestedSettings,
	WITH_FLAG,
} from '../list/pagination';
import type { Reading } from '../list/reading';
import type { Way } from '../list/ways';
import { quotableName } from '../quotableName';
import { LINK_HEADER } from '../response/linkHeader';

/** What was found out about the service, and the user can set. */
export interface Findings {
	/** How pages are requested, if that was found by asking. */
	settings?: SuggestedSettings;
	/** How many additional requests that took. */
	asked: number;
	/** Whether contacts come only with a smaller page size, or without one. */
	isResized: boolean;
	/** What is set by hand, but no response had. */
	unused?: string;
}

/** A single request is not worth a hint. */
const WORTH_A_HINT = 2;

/**
 * @param way how the next page is requested, if the reading has not yet done so
 * @param mayHaveFlag whether some page had the 'Has More Field', or a page that was not read may have it
 */
export function findingsOf(
	reading: Reading,
	{ way = reading.way, mayHaveFlag = true }: { way?: Way; mayHaveFlag?: boolean },
): Findings {
	const { asked, isResized, progress, request } = reading;
	// Some services send a flag only if there is more than one page.
	const unused = unusedSetting(way, request.pagination, mayHaveFlag || progress.pages === 1);
	// The answer that proves a way is the next page.
	const additional = Math.max(0, way ? asked - 1 : asked);
	const isWorthIt = additional >= WORTH_A_HINT || unused !== undefined;
	const settings = way && isWorthIt ? settingsOf(way) : undefined;
	const isNew = settings && !isSet(settings, request.pagination);
	return {
		asked: additional,
		isResized: isResized && progress.received > 0,
		...(isNew && { settings }),
		...(unused && { unused }),
	};
}

/** Where no response has what is set, the next page is found as in the mode Automatic. */
function unusedSetting(
	way: Way | undefined,
	pagination: Pagination,
	mayHaveFlag: boolean,
): string | undefined {
	const lead = LEADS[pagination.mode]?.(pagination);
	const isUsed = way && isSet({ ...settingsOf(way), cursorParameter: null }, pagination);
	if (way && lead && !isUsed) return lead;
	return mayHaveFlag ? undefined : `the 'Has More Field' ${quotableName(pagination.hasMoreField)}`;
}

/** What leads to the next page, as set by hand. */
const LEADS: Partial<Record<PaginationMode, (pagination: Pagination) => string>> = {
	cursor: ({ cursorField }) => `the 'Cursor Field' ${quotableName(cursorField)}`,
	nextLink: ({ nextLinkField }) => `the 'Next Link Field' ${quotableName(nextLinkField)}`,
	linkHeader: () => 'a Link header with the next page',
};

/** The settings that describe a way; undefined where no mode does. */
function settingsOf(way: Way): SuggestedSettings | undefined {
	switch (way.kind) {
		case 'page':
			return { mode: 'pageNumber', pageParameter: way.parameter, firstPage: way.first };
		case 'offset':
			return { mode: 'offset', offsetParameter: way.parameter, firstOffset: way.first };
		case 'cursor':
			return { mode: 'cursor', cursorField: way.field, cursorParameter: way.parameter };
		case 'lastContact':
			return { mode: 'lastContact', lastContactField: way.field, cursorParameter: way.parameter };
		default:
			// No mode follows a link to another host by its query alone.
			if (way.isQueryOnly) return undefined;
			return way.field === LINK_HEADER
				? { mode: 'linkHeader' }
				: { mode: 'nextLink', nextLinkField: way.field };
	}
}

/** Whether the last page has the 'Has More Field'; true where there is no such setting. */
export function hasFlagField({ page, request }: Reading): boolean {
	const { mode, hasMoreField: name } = request.pagination;
	if (name === '' || !WITH_FLAG.includes(mode)) return true;
	return flagFieldOf(page.fields, name) !== undefined;
}

/** Hints at settings that would save requests, or have no effect. */
export function settingHints({ settings, isResized, asked, unused }: Findings): string[] {
	const resized = `The service sends nothing with this page size, so the node has requested its contacts with a smaller one, or without one. To save a request, lower 'Page Size'.`;
	const requests = `${asked} additional request${asked === 1 ? '' : 's'}`;
	const suggestion = settings && formatSuggestion(settings);
	const found = `The service does not say how to request its pages, so the node has found out with ${requests}. To save them, set ${PAGINATION} to ${suggestion}.`;
	return [
		...(isResized ? [resized] : []),
		...(suggestion && !unused ? [found] : []),
		...(unused ? [unusedHint(unused, suggestion)] : []),
	];
}

const PAGINATION = "'Pagination' in the 'Options'";

function unusedHint(unused: string, suggestion?: string): string {
	return suggestion === undefined
		? `No response has ${unused}, so this setting had no effect. Correct or clear it in ${PAGINATION}.`
		: `No response has ${unused}, so the node has found the next page as in the mode Automatic. Set ${PAGINATION} to ${suggestion}, or its 'Mode' to Automatic.`;
}
