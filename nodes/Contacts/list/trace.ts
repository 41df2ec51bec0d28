import { quotableName } from '../quotableName';
import type { PageResponse } from '../response/readPage';
import type { Sign } from '../response/readSigns';
import { type Attempt, nextAttempt } from './questions';
import type { ListRequest, Next, Place, Way } from './state';
import type { Rejection, Step } from './step';

/** Enough to see what led to the next page. */
const MAX_SIGNS = 10;
const MAX_WAYS = 6;

/**
 * A line about a step through a list: how the page was asked for, what came, and what follows. Names,
 * numbers and flags only, no contents.
 */
export function describe(
	place: Place,
	response: PageResponse | Rejection,
	taken: Step,
	request: ListRequest,
): string {
	const { state, next, contacts } = taken;
	const came = 'body' in response ? `${contacts.length} new contacts` : `status ${response.status}`;
	const isPage = state.pages > place.state.pages;
	const signs = isPage ? state.signs.slice(0, MAX_SIGNS).map(formatSign) : [];
	const stated = signs.length > 0 ? `; says ${signs.join(', ')}` : '';
	return `Page ${place.state.pages + 1}, ${howAsked(place, request)}: ${came}${stated}; ${whatFollows(next, state.received)}`;
}

function howAsked({ state, next }: Place, request: ListRequest): string {
	switch (next.kind) {
		case 'page':
			return `by ${formatWay(next.way)}`;
		case 'check':
			return `to compare, by ${formatWay(next.way)}`;
		case 'ask': {
			const { ways } = nextAttempt(state, request, next.outcomes) as Attempt;
			const shown = ways.slice(0, MAX_WAYS).map(({ way }) => formatWay(way));
			const others = ways.length > MAX_WAYS ? ` and ${ways.length - MAX_WAYS} others` : '';
			return `to see what the service understands, by ${shown.join(' & ')}${others}`;
		}
		default:
			return 'the first';
	}
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
	switch (next.kind) {
		case 'end':
			return `the list ends with ${received} contacts`;
		case 'unknown':
			return next.failure.reason;
		default:
			return `${next.kind} follows`;
	}
}
