import { quotableName } from '../quotableName';
import type { PageResponse } from '../response/pageResponse';
import type { Sign } from '../response/readSigns';
import { PAGE_SIZES } from './parameters';
import type { ListState, Next, Place, Step, Way } from './state';
import type { Rejection } from './step';

/** Enough to see what led to the next page. */
const MAX_SIGNS = 10;
const MAX_WAYS = 6;

/**
 * A line about a step through a list: how the page was asked for, what came, and what follows. Names,
 * numbers and flags only, no contents.
 */
export function describe(place: Place, response: PageResponse | Rejection, taken: Step): string {
	const { state, next, page } = taken;
	const signs = page ? state.signs.slice(0, MAX_SIGNS).map(formatSign) : [];
	const parts = [
		`Page ${place.state.pages + 1}, ${howAsked(place)}: ${whatCame(response, page)}`,
		...(signs.length > 0 ? [`says ${signs.join(', ')}`] : []),
		whatFollows(next, state.received),
	];
	return parts.join('; ');
}

function whatCame(response: PageResponse | Rejection, page: Step['page']): string {
	if (page) return `${page.contacts.length} new contacts (${page.reason})`;
	return 'body' in response ? 'not the next page' : `status ${response.status}`;
}

function howAsked({ state, next }: Place): string {
	switch (next.kind) {
		case 'page':
			return `by ${formatWay(next.way)}`;
		case 'choose':
			return `the first${withPageSize(next.choice)}, to find the contacts`;
		case 'check':
			return `to compare, by ${formatWay(next.way)}`;
		case 'ask': {
			const { ways, pageSize } = next.attempt;
			if (pageSize !== undefined) return `the first${withPageSize(next.attempt)}`;
			const shown = ways.slice(0, MAX_WAYS).map(formatWay);
			const others = ways.length > MAX_WAYS ? ` and ${ways.length - MAX_WAYS} others` : '';
			return `trying ${shown.join(' & ')}${others}`;
		}
		default:
			return `the first${withPageSize(state)}`;
	}
}

function withPageSize({ pageSize }: Pick<ListState, 'pageSize'>): string {
	if (pageSize === undefined) return '';
	if (pageSize === 'none') return ' without pageSize';
	return typeof pageSize === 'number'
		? ` with pageSize=${pageSize}`
		: ` with pageSize=${pageSize.size}, also as ${PAGE_SIZES[pageSize.under][0]} and so on`;
}

function formatWay(way: Way): string {
	if (way.kind === 'link') {
		return way.field === '' ? 'its first address' : `the link in ${quotableName(way.field)}`;
	}
	const parameter = quotableName(way.parameter);
	return 'field' in way
		? `${parameter} from ${quotableName(way.field)}`
		: `${parameter}=${way.value}`;
}

function formatSign({ meaning, name, value }: Sign): string {
	const sign = `${meaning} ${quotableName(name)}`;
	return typeof value === 'string' ? sign : `${sign}=${value}`;
}

function whatFollows(next: Next, received: number): string {
	if (next.kind === 'unknown') return next.failure.reason;
	return next.kind === 'end'
		? `the list ends with ${received} contacts (${next.end.reason})`
		: `${next.kind} follows`;
}
